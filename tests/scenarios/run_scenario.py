#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_scenario.py DRIVER FILE.toml: a shipped scenario must check, and run briefly: few iterations of what its profile `smoke` keeps,
or of all of it on the simulator. A device model (scenarios/models) must be usable by --model."""
import json
import pathlib
import subprocess
import sys

driver, path = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
text = path.read_text()


def lanemark(*words, wanted):
    run = subprocess.run([driver, *words], cwd=path.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="backslashreplace")
    if run.returncode not in wanted:
        print(run.stdout[-4000:], run.stderr[-4000:], sep="\n")
        sys.exit(f"lanemark {' '.join(words)}: exit status {run.returncode}, wanted one of {sorted(wanted)}")
    return run.stdout


lanemark("check", str(path), wanted={0})
