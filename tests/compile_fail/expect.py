#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""expect.py BUILD SOURCE: compiles SOURCE with the flags of BUILD.

SOURCE starts either with one or more lines `// expect: TEXT`: it must not compile, and the compiler must say every TEXT, in one
error of lanemark's, since one mistake that is answered with several sentences sends its reader in several directions; or with
`// compiles`: the converse, which must compile, so that the others fail for the reason they name and not for a slip."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import compiler  # noqa: E402

build, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
head = []
for line in source.read_text().splitlines():
    if not line.startswith("//"):
        break
    head.append(line)
expected = [line.removeprefix("// expect: ").strip() for line in head if line.startswith("// expect: ")]
must_compile = head[:1] == ["// compiles"]
if bool(expected) == must_compile:
    sys.exit(f"{source}: the first line must be '// expect: TEXT' or '// compiles'")

command = compiler.command(build)
clang = "clang" in subprocess.run([*command, "--version"], capture_output=True, text=True).stdout
# Without the quoted source lines: an expected text that stands only there proves nothing.
command += ["-fno-caret-diagnostics" if clang else "-fno-diagnostics-show-caret", "-fmessage-length=0", "-fsyntax-only", str(source)]
run = subprocess.run(command, cwd=build, capture_output=True, text=True, errors="replace")
if must_compile:
    if run.returncode != 0:
        print(run.stderr[:20000])
        sys.exit(f"{source} must compile")
    sys.exit(0)
if run.returncode == 0:
    sys.exit(f"{source} compiles; the compiler must refuse it with: {'; '.join(expected)}")
# Compilers quote and space differently; only the words count.
flat = " ".join(run.stderr.replace("‘", "'").replace("’", "'").split())
sentences = [line for line in run.stderr.splitlines() if "error:" in line and "lanemark: " in line]
missing = [text for text in expected if " ".join(text.split()) not in flat]
if missing:
    print(run.stderr[:20000])
    sys.exit("the compiler refused it without the words: " + "; ".join(missing))
if len(sentences) != 1:
    print(*sentences, sep="\n")
    sys.exit(f"one mistake, {len(sentences)} errors of lanemark's")
