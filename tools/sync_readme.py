#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sync_readme.py [--check]: puts code from examples/ into README.md and docs/, so that what they show compiles.

In a text, the part between `<!-- example: NAME -->` and `<!-- end -->` is replaced by the lines of the example between
`// example-begin: NAME` and `// example-end: NAME`. --check: only say whether all texts are up to date (exit 1)."""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent

code = {}
for source in sorted((ROOT / "examples").glob("*.cpp")):
    for name, body in re.findall(r"^ *// example-begin: ([\w-]+)\n(.*?)^ *// example-end: \1$", source.read_text(), flags=re.S | re.M):
        if name in code:
            sys.exit(f"{source.relative_to(ROOT)}: a second example named '{name}'")
        code[name] = textwrap.dedent(body).strip("\n")

status, used = 0, set()
for text in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
    where = text.relative_to(ROOT)
    old = text.read_text()

    def quote(found):
        global status
        name = found[1]
        used.add(name)
        if name not in code:
            print(f"{where}: no file in examples/ has a part '// example-begin: {name}'; there are: {', '.join(sorted(code)) or 'none'}")
            status = 1
            return found[0]
        return f"<!-- example: {name} -->\n```cpp\n{code[name]}\n```\n<!-- end -->"

    new = re.sub(r"<!-- example: ([\w-]+) -->\n.*?<!-- end -->", quote, old, flags=re.S)
    if new != old and "--check" in sys.argv[1:]:
        print(f"{where}: differs from examples/; run tools/sync_readme.py")
        status = 1
    elif new != old:
        text.write_text(new)
        print(f"{where}: updated")
for name in sorted(set(code) - used):
    print(f"examples/: the part '{name}' is quoted nowhere")
    status = 1
sys.exit(status)
