#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""count_tests.py [--last-line] BUILD[=ok|broken]...: sums what `meson test` last said in each build folder. A folder that is
broken, or without a log, counts as one failed test. Exit status 1 if anything failed. --last-line: only `N passed, N failed`."""
import json
import pathlib
import sys

PASSED, SKIPPED = ("OK", "EXPECTEDFAIL"), ("SKIP", "IGNORED")
passed, failed, skipped = 0, 0, 0
arguments = sys.argv[1:]
short = "--last-line" in arguments
for word in arguments:
    if word == "--last-line":
        continue
    folder, _, state = word.rpartition("=") if word.endswith(("=ok", "=broken")) else (word, "", "ok")
    log = pathlib.Path(folder) / "meson-logs" / "testlog.json"
    results = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    bad = 0
    for entry in results:
        if entry["result"] in PASSED:
            passed += 1
        elif entry["result"] in SKIPPED:
            skipped += 1
            print(f"skipped: {entry['name']}")
        else:
            bad += 1
            print(f"failed: {entry['name']} ({entry['result'].lower()}, {folder})")
    if not results or (state == "broken" and bad == 0):
        print(f"failed: the build in {folder}")
        bad += 1
    failed += bad
print(f"{passed} passed, {failed} failed" + ("" if short else f", {skipped} skipped"))
sys.exit(1 if failed else 0)
