#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""embed_texts.py OUTPUT KIND FILE...: writes texts as a C++ source, so that the program has them wherever it is installed: the function
KINDs, which KINDs.hpp declares, returns their names (those of the files up to the first dot) and texts, by name. Prints nothing."""
import pathlib
import sys

output, kind, *files = sys.argv[1:]
parts = ['// Made by tools/embed_texts.py.', '#include "%ss.hpp"' % kind, '', 'namespace lanemark::tool {',
         'std::vector<%s> %ss() {' % (kind, kind), '  return {']
for name, file in sorted((pathlib.Path(f).name.split('.')[0], f) for f in files):
    text = pathlib.Path(file).read_text(encoding='utf-8')
    pieces = [text[i:i + 8000] for i in range(0, len(text), 8000)]  # compilers limit one literal to 64 KiB
    parts.append('      {"%s",' % name)
    parts.append('\n'.join('R"__text__(%s)__text__"' % p for p in pieces) + '},')
parts += ['  };', '}', '}  // namespace lanemark::tool', '']
pathlib.Path(output).write_text('\n'.join(parts), encoding='utf-8')
