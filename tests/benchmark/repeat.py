#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""repeat.py PROGRAM: do two runs agree within what they say of themselves? Pairs of runs back to back; of each pair, whether each 95 % interval holds the
other's median. A machine whose speed changes from second to second fails this honestly: an interval is of the samples of one run."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
PAIRS = 10
PLAN = """lanemark = 1
[scenario]
name = "repeat"
[target]
backend = "host"
[[test]]
name = "memory"
direction = "h2d"
lanes = ["host>0"]
size = "256MiB"
[[test]]
name = "cache"
measure = "latency"
direction = "h2d"
lanes = ["host>0"]
size = "4KiB"
"""


def run():
    subprocess.run([PROGRAM, "run", "repeat.toml", "--quiet", "--json", "r.json", "--output", os.devnull], check=True, env={**os.environ, "XDG_STATE_HOME": os.getcwd()})
    return json.load(open("r.json"))["series"]


def holds(one, other):
    s = one["summary"]
    return s["ci_low"] is not None and s["ci_low"] <= other["summary"]["median"] <= s["ci_high"]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("repeat.toml").write_text(PLAN)
    agreed, apart, flagged = {}, {}, {}
    for _ in range(PAIRS):
        for a, b in zip(run(), run()):
            agreed[a["id"]] = agreed.get(a["id"], 0) + (holds(a, b) and holds(b, a))
            apart.setdefault(a["id"], []).append(abs(a["summary"]["median"] / b["summary"]["median"] - 1))
            flagged[a["id"]] = flagged.get(a["id"], 0) + bool(a["warnings"] or b["warnings"])
    for name in agreed:
        print("%-72s %2d of %d pairs agree (bar 9), medians %.2f %% apart, %d pairs with a warning"
              % (name, agreed[name], PAIRS, 100 * sorted(apart[name])[PAIRS // 2], flagged[name]))
    os.chdir("/")
