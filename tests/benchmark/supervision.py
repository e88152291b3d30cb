#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""supervision.py PROGRAM: what a worker and a journal cost. A plan of 1000 simulated cells that take about a millisecond each on the wall, measured with a
worker and a journal, and in the program's own process without a journal, alternating; prints the ratio of the wall times and how far the values differ."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
ROUNDS = 9
MODEL = """lanemark_model = 1
name = "ten"
source = "made up for this benchmark"
[devices]
count = 10
label = "d{}"
product = "MADE-UP"
[[lane]]
bandwidth = "50 GB/s"
overhead = "60 us"
[jitter]
kind = "lognormal"
cv = "1%"
[pace]
clock = "real"
"""
PLAN = """lanemark = 1
[scenario]
name = "thousand"
[target]
backend = "sim"
model = "ten.toml"
[defaults]
iterations = 3
verify = false
[[test]]
name = "pairs"
direction = ["h2d", "d2h", "d2d"]
size = ["4KiB", "8KiB", "12KiB", "16KiB", "20KiB", "24KiB", "28KiB", "32KiB", "36KiB", "40KiB"]
[[test.exclude]]
direction = ["h2d", "d2h"]
size = ">=24KiB"
"""


def run(*words):
    surroundings = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_STATE_HOME")}
    if not words:
        surroundings["XDG_STATE_HOME"] = os.getcwd()  # nowhere else is a journal kept
    begun = time.monotonic()
    p = subprocess.run([PROGRAM, "run", "thousand.toml", "--quiet", "--json", "r.json", *words], stdout=subprocess.DEVNULL, env=surroundings)
    took = time.monotonic() - begun
    d = json.load(open("r.json"))
    assert p.returncode == 0 and d["counts"]["measured"] == d["counts"]["planned"] >= 1000, d["exit"]
    return took, [s["summary"]["median"] for s in d["series"]]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("ten.toml").write_text(MODEL)
    pathlib.Path("thousand.toml").write_text(PLAN)
    ratios, apart = [], 0.0
    for n in range(ROUNDS):
        both = {}
        for words in ((), ("--in-process",)) if n % 2 else (("--in-process",), ()):
            both[words] = run(*words)
        (with_worker, a), (without, b) = both[()], both[("--in-process",)]
        ratios.append(with_worker / without)
        apart = max(apart, max(abs(x / y - 1) for x, y in zip(a, b)))
        print("round %d: %.3f s with a worker and a journal, %.3f s without a worker, ratio %.4f" % (n + 1, with_worker, without, ratios[-1]), flush=True)
    print("%d cells: ratio %.4f, the median of %d rounds (%.4f to %.4f); medians differ by at most %.2g"
          % (len(a), statistics.median(ratios), ROUNDS, min(ratios), max(ratios), apart))
    os.chdir("/")
