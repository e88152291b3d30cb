#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""embed_models.py OUTPUT MODEL.toml...: writes the shipped device models as a C++ source, so that the program finds them wherever it is
installed. Prints nothing."""
import pathlib
import sys

output, *models = sys.argv[1:]
parts = ['// Made by tools/embed_models.py from scenarios/models.', '#include "shipped_models.hpp"', '', 'namespace lanemark::tool {',
         'std::vector<shipped_model> shipped_models() {', '  return {']
for model in sorted(models, key=lambda m: pathlib.Path(m).stem):
    text = pathlib.Path(model).read_text(encoding='utf-8')
    pieces = [text[i:i + 8000] for i in range(0, len(text), 8000)]  # compilers limit one literal to 64 KiB
    parts.append('      {"%s",' % pathlib.Path(model).stem)
    parts.append('\n'.join('R"__model__(%s)__model__"' % p for p in pieces) + '},')
parts += ['  };', '}', '}  // namespace lanemark::tool', '']
pathlib.Path(output).write_text('\n'.join(parts), encoding='utf-8')
