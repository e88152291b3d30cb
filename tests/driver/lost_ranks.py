#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lost_ranks.py PROGRAM: the worker of a rank dies, or does not come back from a driver, at any point of a run between nodes: what was measured is
reported, the cell that it was at is named, and the run is gone on with behind it."""
import os
import pathlib
import signal
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, write
from ranks import Job, lines_of_ranks, mpirun, need_mpi, report, wait_until

need_mpi()
RUN = (PROGRAM, "run")

# --- killed while it measures for real ------------------------------------------------------------------------------------------------

# more samples than anybody waits for, so that the third cell is under way whatever happens when
write("lost.toml", """lanemark = 1
[scenario]
name = "lost"
[target]
backend = "host"
[defaults]
measure = "latency"
direction = "node"
nodes = "0>1"
iterations = 20
[[test]]
name = "short"
size = ["8", "64"]
[[test]]
name = "long"
size = "64K"
iterations = 10000000
timeout = "10min"
[[test]]
name = "after"
size = "64"
""")


def statuses(d):
    return [s["status"] for s in d["series"]]


def lose_worker(rank, number, *words, env=None):
    """How a run ended that has lost a worker in its third cell, and its report."""
    for name in ("lost.json", "lost.journal"):
        pathlib.Path(name).unlink(missing_ok=True)
    job = Job("mpirun", "-n", "2", *RUN, "lost.toml", "--json", "lost.json", *words, env=env)
    wait_until("rank 0 to come to the third cell", 60, lambda: third_cell(job))
    pid = job.rank(rank)
    if pid:
        os.kill(pid, number)
    return job.wait(30), report("lost.json")


def third_cell(job):
    """The journal has the two cells before it; or there is nothing to wait for."""
    if job.process.poll() is not None:
        return True
    journals = [*pathlib.Path(".").glob("lost.journal"), *pathlib.Path("state").glob("lanemark/*.journal")]
    return any(j.read_bytes().count(b"\ncell\t") == 2 for j in journals)


for number, name in ((signal.SIGABRT, "SIGABRT (6)"), (signal.SIGKILL, "SIGKILL (9)")):
    e, d = lose_worker(0, number, "--quiet", "--journal", "lost.journal")
    check(e.code == 1 and d["exit"]["code"] == 1, "a lost worker", d["exit"], e)
    check(statuses(d) == ["measured", "measured", "crashed", "not-run"], [(s["status"], s["reason"]) for s in d["series"]])
    check(d["series"][2]["reason"] == "the worker of rank 0 was ended by %s while this cell was under way" % name, d["series"][2]["reason"])
    check(any("the worker of rank 0 was ended by " + name in p for p in d["problems"]), d["problems"])
    check(d["run"]["duration_ns"] > 0 and len(d["machine"]["nodes"]) == 2, d["run"], d["machine"].get("nodes"))

# gone on with: what is done stays, what failed is not tried again, and the rest is measured
e = mpirun("-n", "2", *RUN, "lost.toml", "--quiet", "--json", "again.json", "--resume", "lost.journal")
again = report("again.json")
check(e.code == 1 and statuses(again) == ["measured", "measured", "crashed", "measured"], "resumed", e, [s["reason"] for s in again["series"]])
check(again["run"]["id"] == d["run"]["id"] and again["series"][:3] == d["series"][:3], "resumed: measured twice, or another run")

# the worker of another rank: mpirun ends the job, and rank 0 says what there is
e, d = lose_worker(1, signal.SIGKILL, "--quiet", "--journal", "lost.journal")
check(e.code not in (0, None) and "the worker of rank 1 was ended by SIGKILL (9)" in e.err, "rank 1", e)
check(statuses(d)[:2] == ["measured", "measured"] and "measured" not in statuses(d)[2:] and d["exit"]["code"] != 0, "rank 1", statuses(d), d["exit"])
check("rank 1" in (d["series"][2]["reason"] or ""), "rank 1", d["series"][2]["reason"])

# --- in cells of a model --------------------------------------------------------------------------------------------------------------

MODEL = """lanemark_model = 1
name = "pod"
nodes = %d
[devices]
count = 1
[[lane]]
bandwidth = "50 GB/s"
overhead = "%s"
[jitter]
kind = "normal"
cv = "1%%"
[pace]
clock = "real"
"""
CELLS = """lanemark = 1
[scenario]
name = "cells"
[target]
backend = "sim"
model = "pod.toml"
[defaults]
iterations = 5
wait = "2s"
timeout = "4s"
%s
"""
BETWEEN = '[[test]]\nname = "between"\nmeasure = "latency"\ndirection = "node"\nsize = "64"\n'


def run(nodes, fault, tests, *words, env=None, overhead="1 us", file="r.json"):
    write("pod.toml", MODEL % (nodes, overhead) + ("[[fault]]\n" + fault if fault else ""))
    write("cells.toml", CELLS % tests)
    pathlib.Path(file).unlink(missing_ok=True)
    e = mpirun("--oversubscribe", "-n", str(nodes), *RUN, "cells.toml", "--quiet", "--json", file, *words, env=env)
    return e, report(file)


def lost(d):
    return [(i, s["status"], s["reason"]) for i, s in enumerate(d["series"]) if s["status"] in ("crashed", "timed-out", "failed")]


# no journal: the process that waits has heard of every cell; it is there for vendors' commands, too
for env in ({"HOME": "", "XDG_STATE_HOME": ""}, {}):
    e, d = run(2, 'kind = "kill"\ncell = 2\n', BETWEEN + 'nodes = "0>1"\n[[test]]\nname = "inside"\ndirection = ["h2d", "d2h"]\nsize = ["4K", "64K"]\n', env=env)
    check(e.code == 1 and len(d["series"]) == d["counts"]["planned"] == 5 and d["counts"]["measured"] == 2, env, d["counts"], d["exit"])
    check(lost(d) == [(2, "crashed", "the worker of rank 0 was ended by SIGKILL (9) while this cell was under way")], env, lost(d))

# of a round the cell is blamed that rank 0 takes part in
e, d = run(4, 'kind = "kill"\ncell = 0\n', BETWEEN + 'nodes = "all"\nschedule = "rounds"\n')
check(e.code == 1 and [(i, how) for i, how, _ in lost(d)] == [(0, "crashed")] and d["counts"]["planned"] == 12, lost(d), d["counts"])
check(any("while others measured this cell" in (s["reason"] or "") for s in d["series"]), [s["reason"] for s in d["series"]])

# a driver that does not come back
e, d = run(2, 'kind = "stuck"\ncell = 1\n', '[[test]]\nname = "inside"\ndirection = "h2d"\nsize = ["4K", "64K", "1M"]\n')
check(e.code == 1 and statuses(d) == ["measured", "timed-out", "not-run"], statuses(d), e)
check("did not come back from copying within" in d["series"][1]["reason"], d["series"][1]["reason"])

# --- judged by earlier runs -----------------------------------------------------------------------------------------------------------

os.mkdir("past")
JUDGED = BETWEEN + "nodes = \"0>1\"\nseed = %d\n"
for n in range(9):
    e, d = run(2, "", JUDGED % n, file="past/%d.json" % n)
    check(e.code == 0, "a night", e)
for overhead, code in (("1 us", 0), ("2 us", 3)):
    e, d = run(2, "", JUDGED % 99, "--confirm-against", "past", overhead=overhead)
    check(e.code == code, "judged", overhead, e, d["exit"])
    check(any("1 series looked worse and were measured again, from the last to the first, by the same processes" in n for n in d["notes"]) == (code == 3), d["notes"])
    check(lines_of_ranks(e) == "" or code, e)
end()
