#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""unattended.py PROGRAM [KILLS]: whatever happens costs the cell that it happened to. Workers that crash, hang and are killed; disks that are full,
folders that cannot be written, clocks that are set back; and a run that is killed at any moment is gone on with."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from around import closed_pipe, nobody_left, processes, set_back, small_disk, under_way
from driver import FOLDER, PROGRAM, check, end, expect, run, write

KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
JOURNALS = pathlib.Path("state/lanemark")

MODEL = """lanemark_model = 1
name = "four"
source = "made up for this test"
[devices]
count = 4
label = "d{}"
product = "MADE-UP"
[[lane]]
bandwidth = "%s"
overhead = "%s"
[jitter]
kind = "lognormal"
cv = "2%%"
[pace]
clock = "%s"
"""
PLAN = """lanemark = 1
[scenario]
name = "%s"
[target]
backend = "sim"
model = "%s"
[defaults]
%s
[[test]]
name = "pairs"
measure = ["bandwidth", "latency"]
direction = ["h2d", "d2h", "d2d"]
size = %s
"""


def model(name, faults="", clock="real", bandwidth="50 GB/s", overhead="1 us"):
    return write(name, MODEL % (bandwidth, overhead, clock) + faults)


def lines_of(path):
    return pathlib.Path(path).read_bytes().split(b"\n")[:-1]


# ---- one cell of a plan goes wrong, in every way there is
IN_TIME = "iterations = 2\nwait = \"1s\"\ntimeout = \"20s\""
SICK = 17  # a number in the plan
faults = {"fail": ("failed", "the copy failed"), "hang": ("timed-out", "did not finish within 1.00 s"), "crash": ("crashed", "while copying; a fresh one went on"),
          "corrupt": ("failed", "data corrupt"), "disappear": ("failed", "the device is gone"), "stuck": ("timed-out", "did not come back from copying on lane ")}
plan = write("faults.toml", PLAN % ("faults", "sick.toml", IN_TIME, '["4KiB", "64KiB"]'))
for kind, (status, reason) in faults.items():
    model("sick.toml", '[[fault]]\nkind = "%s"\ncell = %d\n' % (kind, SICK))
    e = expect(1, "run", plan, "--format", "json", "--quiet")
    d = e.json()
    check(d["counts"] == {"planned": 80, "measured": 79, "skipped": 0, "failed": 1}, kind, d["counts"])
    s = d["series"][SICK]
    check(s["status"] == status and reason in s["reason"], kind, s["status"], s["reason"])
    check(d["exit"]["code"] == 1 and "1 cell failed" in d["exit"]["reason"], kind, d["exit"])
    nobody_left(kind)

model("sick.toml", '[[fault]]\nkind = "slow"\ncell = %d\nfactor = 50\n' % SICK)
d = expect(0, "run", plan, "--format", "json", "--quiet").json()
check(d["counts"]["measured"] == 80, "slow", d["counts"])

# a device that takes its worker along three times is left alone, and no other
model("sick.toml", '[[fault]]\nkind = "crash"\nmatch = { source = 1 }\n[[fault]]\nkind = "crash"\nmatch = { destination = 1 }\n')
d = expect(1, "run", plan, "--format", "json", "--quiet").json()
lost = [s for s in d["series"] if s["status"] != "measured"]
check(all("1" in (s["lanes"][0]["source"], s["lanes"][0]["destination"]) for s in lost), "quarantine", [s["id"] for s in lost])
check([s["status"] for s in lost] == ["crashed"] * 3 + ["skipped"] * (len(lost) - 3), "quarantine", [s["status"] for s in lost])
check(all("quarantined: device 1 was lost in three cells in a row" in s["reason"] for s in lost[3:]), "quarantine", lost[-1]["reason"])
check(d["counts"]["measured"] + len(lost) == 80 and len(lost) == 32, "quarantine", d["counts"])

# in this process a crash ends all: what --in-process is for is debugging
model("sick.toml", "")
d = expect(0, "run", plan, "--format", "json", "--quiet", "--in-process").json()
check(d["counts"]["measured"] == 80, "--in-process", d["counts"])

# ---- journals
LONG = PLAN % ("long", "fast.toml", "iterations = 400", '["4KiB", "16KiB", "64KiB", "256KiB", "1MiB", "4MiB", "16MiB", "64MiB", "256MiB", "1GiB", "2GiB", "3GiB", "4GiB"]')
model("fast.toml", clock="virtual")
long = write("long.toml", LONG)


def report(*words, code=0):
    return expect(code, "run", long, "--format", "json", "--quiet", *words).json()


def same(a, b, *what):
    check(len(a["series"]) == len(b["series"]), *what, len(a["series"]), len(b["series"]))
    wrong = [(x["id"], [k for k in x if x[k] != y[k]]) for x, y in zip(a["series"], b["series"]) if x != y]
    check(not wrong, *what, "differ:", wrong[:3])


unbroken = report()
check(unbroken["counts"]["measured"] >= 500, unbroken["counts"])
check(not list(JOURNALS.glob("*")), "a run that ended well leaves no journal", list(JOURNALS.glob("*")))
same(report("--in-process"), unbroken, "in this process")

begun = time.monotonic()
report()
took = time.monotonic() - begun
random.seed(1)
had = []
for n in range(KILLS):
    journal = "killed.journal"
    pathlib.Path(journal).unlink(missing_ok=True)
    p = subprocess.Popen([PROGRAM, "run", long, "--quiet", "--resume", journal], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(random.uniform(0.3, 1) * took)
    os.killpg(p.pid, signal.SIGKILL)
    p.wait()
    had.append(sum(l.startswith(b"cell") for l in lines_of(journal)) if os.path.exists(journal) else -1)
    d = report("--resume", journal)
    same(d, unbroken, "killed with", had[-1], "cells in the journal")
    cells = [l.split(b"\t")[2] for l in lines_of(journal) if l.startswith(b"cell")]
    check(len(cells) == len(set(cells)) == len(unbroken["series"]), "measured twice or lost", len(cells), len(set(cells)))
nobody_left("a kill")
print("%d kills, %d of them before the first cell and %d after the last; cells that were done: %s"
      % (KILLS, sum(h <= 0 for h in had), sum(h == len(unbroken["series"]) for h in had), sorted(had)[:: max(1, KILLS // 10)]))

# one that has ended measures nothing more
size = os.path.getsize("killed.journal")
same(report("--resume", "killed.journal"), unbroken, "an ended journal")
check(sum(l.startswith(b"cell") for l in lines_of("killed.journal")) == len(unbroken["series"]), "an ended journal")

# what was damaged is measured again; what was cut off at the end as well
whole = pathlib.Path("killed.journal").read_bytes()
at = whole.index(b"cell\t0\t7\t") + 30
pathlib.Path("damaged.journal").write_bytes(whole[:at] + b"#" + whole[at + 1:-5])
e = expect(0, "run", long, "--format", "json", "--quiet", "--resume", "damaged.journal", err="1 damaged line(s), the first is line ")
same(e.json(), unbroken, "a damaged journal")

# a journal is as good as a report, as far as it goes
d = expect(0, "report", "killed.journal", "--format", "json").json()
same(d, unbroken, "the report of a journal")
check(d["exit"]["code"] == 0 and d["counts"] == unbroken["counts"], "the report of a journal", d["exit"], d["counts"])

# refusals
cut = write("cut.journal", "")
pathlib.Path(cut).write_bytes(whole[: whole.index(b"cell\t0\t9\t")])
d = expect(4, "report", cut, "--format", "json").json()
check(d["counts"]["measured"] == len(d["series"]) == 9 and d["counts"]["planned"] == len(unbroken["series"]), "a cut journal", d["counts"])
check(any("9 of %d cells are in its journal" % len(unbroken["series"]) in w for w in d["warnings"]), "a cut journal", d["warnings"])
for words, code, why in ((("--set", "defaults.iterations=3"), 2, "the journal is of other cells of long"),
                         (("--devices", "0,1"), 2, "the journal is of other cells of long")):
    before = pathlib.Path(cut).read_bytes()
    expect(code, "run", long, "--quiet", "--resume", cut, *words, err=why)
    check(pathlib.Path(cut).read_bytes() == before, "a refused journal stays as it is", words)
expect(2, "run", write("other.toml", LONG.replace('"long"', '"other"')), "--quiet", "--resume", cut, err="the journal is of another scenario: long, now other")
expect(2, "run", write("long2.toml", LONG + "# changed\n"), "--quiet", "--resume", cut, err="the journal is of another text of the scenario long")
expect(2, "run", long, "--quiet", "--resume", long, err="this is no journal of lanemark")
expect(2, "run", long, "--quiet", "--journal", cut, err="there is a file \"cut.journal\" already: --resume cut.journal goes on with it")
expect(2, "run", long, "--quiet", "--journal", "a", "--resume", "b", err="give one of them")
expect(1, "run", long, "--quiet", "--resume", ".", err="Is a directory")
expect(2, "run", long, "--quiet", "--resume", "/dev/null", err="is no file that a journal can be in")
expect(1, "run", long, "--quiet", "--resume", "no/such/folder.journal", err="No such file or directory")


def summed(fields):
    text = b"\t".join(fields)
    h = 0xCBF29CE484222325
    for c in text:
        h = (h ^ c) * 0x100000001B3 % 2**64
    return text + b"\t%016x\n" % h


def changed(line, field, value):
    fields = line.split(b"\t")[:-1]
    fields[field] = value
    return summed(fields)


head, section = whole.split(b"\n")[:2]
for what, text, code, why in (("version", changed(head, 2, b"9.9.9") + section + b"\n", 5, "is of lanemark 9.9.9, and this is "),
                              ("format", changed(head, 1, b"2") + section + b"\n", 5, "a journal of format 2; this lanemark reads format 1"),
                              ("machine", head + b"\n" + changed(section, 8, b"0123456789abcdef"), 5, "the journal is of another machine: fingerprint 0123456789abcdef")):
    pathlib.Path("changed.journal").write_bytes(text)
    e = expect(code, "run", long, "--format", "json", "--quiet", "--resume", "changed.journal", err=why)
    check(e.json()["exit"]["code"] == code and e.json()["counts"]["measured"] == 0, what, e.json()["exit"])

# a signal leaves the journal and says how to go on
model("slow.toml", bandwidth="1 GB/s")
slow = write("slow-plan.toml", PLAN % ("slow", "slow.toml", "iterations = 3", '"16MiB"'))
p = subprocess.Popen([PROGRAM, "run", slow, "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
under_way(p)
p.send_signal(signal.SIGTERM)
out, err = p.communicate(timeout=60)
d = json.loads(out)
check(p.returncode == 143 and 0 < d["counts"]["measured"] < 40, "a signal", p.returncode, d["counts"])
left = list(JOURNALS.glob("*.journal"))
check(len(left) == 1 and ("/" + left[0].name).encode() in err and b"--resume /" in err, "a signal", left, err)
d = expect(0, "run", slow, "--format", "json", "--quiet", "--resume", str(left[0])).json()
left[0].rename("done.journal")
check(d["counts"]["measured"] == 40 and d["run"]["id"] == left[0].stem, "after a signal", d["counts"], d["run"]["id"])

# one run at a time writes a journal
p = subprocess.Popen([PROGRAM, "run", slow, "--quiet", "--journal", "taken.journal"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
under_way(p, "taken.journal")
expect(1, "run", slow, "--quiet", "--resume", "taken.journal", err="another run is writing the journal \"taken.journal\"; wait for its end")
p.wait(60)
check(p.returncode == 0, "the run whose journal was asked for", p.returncode)

# the parent alone is killed: its worker goes with it
p = subprocess.Popen([PROGRAM, "run", slow, "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
under_way(p)
p.kill()
p.wait()
nobody_left("a parent that was killed")
shutil.rmtree(JOURNALS)

# the worker alone is killed, as by a kernel that is out of memory
p = subprocess.Popen([PROGRAM, "run", slow, "--quiet", "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
worker = []
while not worker and p.poll() is None:
    time.sleep(0.02)
    worker = [int(q) for q in processes() if int(q) != p.pid]
os.kill(worker[0], signal.SIGKILL)
out, err = p.communicate(timeout=60)
d = json.loads(out)
check(p.returncode == 1 and d["counts"]["measured"] >= 39, "a killed worker", p.returncode, d["counts"])
check(all("the worker was ended by SIGKILL (9)" in s["reason"] for s in d["series"] if s["status"] != "measured"), "a killed worker")

# ---- disks and clocks
usual = {"XDG_STATE_HOME": None, "HOME": None}
d = expect(0, "run", slow, "--format", "json", "--quiet", env=usual).json()
check(any("no journal is kept" in w for w in d["warnings"]), "no HOME", d["warnings"])


with small_disk("1m") as read_only:
    if read_only:
        e = expect(1, "run", long, "--format", "json", "--quiet", "--journal", "mount/full.journal", err="the journal \"mount/full.journal\" cannot be written: No space left on device")
        same(e.json(), unbroken, "a journal on a full disk")
        pathlib.Path("mount/full.journal").unlink()
        e = expect(1, "run", long, "--quiet", "--json", "mount/r.json", err="cannot write to \"mount/r.json\": No space left on device")
        check("measured %d of" % len(unbroken["series"]) in e.out and not os.path.exists("mount/r.json"), "a report on a full disk", e)
        read_only()
        expect(1, "run", long, "--quiet", "--journal", "mount/j", err="Read-only file system")
        expect(1, "run", long, "--quiet", "--json", "mount/r.json", err="Read-only file system")
        d = expect(0, "run", long, "--format", "json", "--quiet", env={"XDG_STATE_HOME": FOLDER.name + "/mount"}).json()
        check(any("no journal is kept" in w and "Read-only file system" in w for w in d["warnings"]), "a read-only home", d["warnings"])

e = closed_pipe(lambda **how: run("run", long, "--quiet", **how))
check(e.code == 1 and "the reader has closed the pipe" in e.err, "a closed pipe", e)

if e := set_back("run", slow, "--format", "json", "--quiet"):
    d = e.json()
    check(e.code == 0 and d["counts"]["measured"] == 40, "a clock that is set back", e.code, d["counts"], e.err)
    check(0 < d["run"]["duration_ns"] < 60e9 and all(0 < s["seconds"] < 10 for s in d["series"]), "a clock that is set back", d["run"]["duration_ns"])
nobody_left("all of it")
end()
