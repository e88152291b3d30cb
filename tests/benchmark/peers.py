#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""peers.py PROGRAM: figures of lanemark against those of tools that Debian packages (mbw, clpeak), each tool and lanemark in turn, and the order
changes from round to round. Prints the median of the rounds' ratios, their range, and both medians. A tool that is not installed is named and left out."""
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ROUNDS = 9
PLAN = """lanemark = 1
[scenario]
name = "peers"
[target]
backend = "%s"
[[test]]
name = "one"
%s
"""


def lanemark(backend, keys):
    """GB/s of the one cell of a plan."""
    pathlib.Path("peers.toml").write_text(PLAN % (backend, keys))
    subprocess.run([PROGRAM, "run", "peers.toml", "--quiet", "--json", "r.json", "--output", os.devnull], check=True, env={**os.environ, "XDG_STATE_HOME": os.getcwd()})
    (series,) = json.load(open("r.json"))["series"]
    assert series["status"] == "measured", series["reason"]
    return series["summary"]["median"] / 1e9


def mbw(mib):
    """GB/s of memcpy, the median of ten copies (its own average counts each slow one)."""
    out = subprocess.run(["mbw", "-q", "-t0", "-n", "10", str(mib)], capture_output=True, text=True, check=True).stdout
    return statistics.median(float(x) for x in re.findall(r"^\d.*Copy: ([\d.]+)", out, re.M)) * 2**20 / 1e9


def clpeak(line):
    out = subprocess.run(["clpeak", "--transfer-bandwidth"], capture_output=True, text=True, check=True).stdout
    return float(re.search(r"^\s+%s\s*: ([\d.]+)" % line, out, re.M).group(1))


MEMCPY = 'direction = "h2d"\nlanes = ["host>0"]\ncopy = "memcpy"\nsize = "%dMiB"'
OPENCL = 'direction = "%s"\nlanes = ["%s"]\nsize = "256MiB"\ntimer = "steady"'
ROWS = [("memcpy of 256 MiB / mbw", "mbw", "0.97..1.12", lambda: lanemark("host", MEMCPY % 256), lambda: mbw(256)),
        ("memcpy of 64 MiB / mbw", "mbw", "0.97..1.12", lambda: lanemark("host", MEMCPY % 64), lambda: mbw(64)),
        ("OpenCL write of 256 MiB / clpeak", "clpeak", "none", lambda: lanemark("opencl", OPENCL % ("h2d", "host>0")), lambda: clpeak("enqueueWriteBuffer")),
        ("OpenCL read of 256 MiB / clpeak", "clpeak", "none", lambda: lanemark("opencl", OPENCL % ("d2h", "0>host")), lambda: clpeak("enqueueReadBuffer"))]

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for what, tool, bar, ours, theirs in ROWS:
        if not shutil.which(tool):
            print("%-36s %s is not installed" % (what, tool))
            continue
        a, b = [], []
        for n in range(ROUNDS):
            for side, figures in ((ours, a), (theirs, b)) if n % 2 else ((theirs, b), (ours, a)):
                figures.append(side())
        ratios = [x / y for x, y in zip(a, b)]
        print("%-36s %6.3f  [%5.3f .. %5.3f]  bar %-11s %.2f against %.2f GB/s"
              % (what, statistics.median(ratios), min(ratios), max(ratios), bar, statistics.median(a), statistics.median(b)), flush=True)
    os.chdir("/")
