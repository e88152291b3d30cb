#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py [--update] DRIVER CASE.args...: runs the driver in the top folder and compares what it prints, byte for byte.

CASE.args holds the arguments, one a line; lines that start with # are comments. CASE.out is the wanted standard output, CASE.err
(if it exists) the wanted standard error, CASE.exit (if it exists) the wanted exit status, else 0. --update writes CASE.out anew, and
CASE.err and CASE.exit where they exist or are needed: read the difference before you commit it."""
import difflib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def differ(what, wanted, got):
    if wanted == got:
        return False
    old, new = (text.decode(errors="backslashreplace").splitlines(keepends=True) for text in (wanted, got))
    print("".join(line if line.endswith("\n") else line + "\n" for line in difflib.unified_diff(old, new, what + " wanted", what + " got")))
    return True


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    driver, *cases = [word for word in arguments if word != "--update"]
    bad = 0
    for case in map(pathlib.Path, cases):
        words = [line for line in case.read_text().splitlines() if line and not line.startswith("#")]
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("LANEMARK_", "OMPI_", "PMIX_"))}
        run = subprocess.run([os.path.abspath(driver), *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, env=clean | {"NO_COLOR": "1"})
        out, err, status = case.with_suffix(".out"), case.with_suffix(".err"), case.with_suffix(".exit")
        if update:
            out.write_bytes(run.stdout)
            if err.exists():
                err.write_bytes(run.stderr)
            if run.returncode != 0 or status.exists():
                status.write_text(f"{run.returncode}\n")
            continue
        wrong = differ("stdout", out.read_bytes() if out.exists() else b"", run.stdout)
        if err.exists():
            wrong |= differ("stderr", err.read_bytes(), run.stderr)
        wanted = int(status.read_text()) if status.exists() else 0
        if run.returncode != wanted:
            print(f"exit status {run.returncode}, wanted {wanted}; stderr:\n{run.stderr.decode(errors='backslashreplace')}")
            wrong = True
        if wrong:
            print(f"{case}: differs. If the new output is right: tests/golden/compare.py --update {driver} {case}")
            bad = 1
    return bad


sys.exit(main())
