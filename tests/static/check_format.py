#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every source looks as clang-format 16 would write it (other versions differ in details). Skipped where it is not installed."""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
tool = shutil.which("clang-format-16")
if not tool:
    print("clang-format-16 is not installed")
    sys.exit(77)
sources = [str(path.relative_to(ROOT)) for top in ("include", "tools", "tests", "examples") for path in sorted((ROOT / top).rglob("*.[ch]pp"))]
run = subprocess.run([tool, "--dry-run", "--Werror", *sources], cwd=ROOT, capture_output=True, text=True)
if run.returncode != 0:
    print(run.stderr[:4000])
    bad = sorted({line.split(":")[0] for line in run.stderr.splitlines() if ": error: code should be clang-formatted" in line})
    print(f"mend it with: clang-format-16 -i {' '.join(bad)}")
sys.exit(run.returncode)
