#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""signals.py PROGRAM: a signal ends a run within moments, with a whole report of what there is and the exit code 128+n."""
import atexit
import json
import signal
import subprocess
import sys
import time

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, scenario

# more samples than anybody waits for, so that the run is under way whenever the signal comes
long_run = scenario("long", '[[test]]\nname = "a"\ndirection = "h2d"\nsize = ["1MiB", "2MiB"]\niterations = 10000000\n')


def heed_signals():
    """A test that was started in the background or by nohup ignores some signals, and a program heeds what it inherits."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


running = []
atexit.register(lambda: [p.kill() for p in running])  # a test that fails leaves nothing behind


def started(*words):
    p = subprocess.Popen([PROGRAM, "run", long_run, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_signals)
    running.append(p)
    time.sleep(1.5)  # past reading and planning: not a bound, only so that the test tests sampling
    return p


for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    p = started("--format", "json", "--json", "partial.json")
    begun = time.monotonic()
    p.send_signal(number)
    out, err = p.communicate(timeout=60)
    print("%s: ended after %.2f s" % (number.name, time.monotonic() - begun))
    check(p.returncode == 128 + number, number.name, "exit", p.returncode, err)
    d = json.loads(out)
    check(d["exit"]["code"] == 128 + number, d["exit"])
    check(len(d["series"]) == d["counts"]["planned"] > 0, d["counts"])
    check(all(s["status"] == "not-run" and "interrupted" in s["reason"] for s in d["series"]), [(s["status"], s["reason"]) for s in d["series"]])
    check(json.load(open("partial.json"))["exit"]["code"] == 128 + number, "partial file")

p = started()
p.send_signal(signal.SIGINT)
out, err = p.communicate(timeout=60)
check(p.returncode == 130 and b"; exit 130: ended by signal 2" in out.splitlines()[-1], "text", p.returncode, out[-300:])

# of several files, the report of each accounts for its cells
other = scenario("other")
p = started(other, "--format", "json")
p.send_signal(signal.SIGTERM)
out, err = p.communicate(timeout=60)
d = json.loads(out)
check([r["counts"]["planned"] == len(r["series"]) > 0 for r in d["reports"]] == [True, True], "two files", [r["counts"] for r in d["reports"]])
check(all(r["exit"]["code"] == 143 for r in d["reports"]) and d["exit"]["code"] == 143, "two files", d["exit"])

# the second signal does not wait for anything
p = started()
p.send_signal(signal.SIGTERM)
p.send_signal(signal.SIGINT)
p.communicate(timeout=60)
check(p.returncode in (130, 143), "two signals", p.returncode)

# before the run: standard input that never ends
p = subprocess.Popen([PROGRAM, "run", "-", "--format", "json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                     preexec_fn=heed_signals)
time.sleep(0.5)
p.send_signal(signal.SIGINT)
out = p.stdout.read()
p.wait(timeout=60)
check(p.returncode == 130 and json.loads(out)["exit"]["code"] == 130, "while reading", p.returncode, out)
end()
