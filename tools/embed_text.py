#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""embed_text.py OUTPUT NAME FILE: writes a text as a C++ source, so that the program has it wherever it is installed: the function NAME
in lanemark::tool, which a header declares. Prints nothing."""
import pathlib
import sys

output, name, file = sys.argv[1:]
text = pathlib.Path(file).read_text(encoding='utf-8')
pieces = [text[i:i + 8000] for i in range(0, len(text), 8000)]  # compilers limit one literal to 64 KiB
literal = '\n'.join('R"__text__(%s)__text__"' % p for p in pieces)
pathlib.Path(output).write_text('// Made by tools/embed_text.py.\n#include <string_view>\n\nnamespace lanemark::tool {\nstd::string_view %s();\n'
                                'std::string_view %s() { return %s; }\n}  // namespace lanemark::tool\n' % (name, name, literal), encoding='utf-8')
