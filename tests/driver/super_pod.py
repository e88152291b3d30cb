#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""super_pod.py PROGRAM: several ranks on one machine, joined by mpirun: what is measured, who writes, and what becomes of a rank that
disagrees, dies or stops."""
import os
import re
import signal
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, write
from ranks import SANITIZED, Job, lines_of_ranks, mpirun, need_mpi, report

# the variables of a launcher that is not this MPI's: each process would be alone and measure into the others
foreign = need_mpi()
check(foreign.code == 2 and foreign.out == "", "foreign launcher", foreign)
check("started by mpiexec (PMI) as one of 2 processes, and MPI sees 1: the launcher belongs to another MPI" in foreign.err, foreign)

# --- the vendor's command line -----------------------------------------------------------------------------------------------

VENDOR = ("-l", "-t", "p2p", "--sp", "-q")
BLOCK = r"Device Id: %s\nData Size: 512 B\nSuperPoD Peer to Peer Latency: (\d+(?:\.\d+)?) ns\n"


def vendor(*words, command=(PROGRAM, "ascend"), pair="0 -> 1"):
    e = mpirun("-n", "2", *command, *VENDOR, *words)
    check(e.code == 0 and lines_of_ranks(e) == "", words, e)
    if "json" not in words:
        got = re.fullmatch(BLOCK % pair, e.out)  # one block: rank 0 alone writes
        check(got and len(got[1].replace(".", "").lstrip("0")) <= 6 and float(got[1]) > 0, "block of", words, e)
    return e


PAIR = ("--ds", "0", "--dd", "1")
vendor(*PAIR, "--backend", "host")
vendor("--backend", "host", pair="0 -> 0")
os.symlink(PROGRAM, "ascend-dmi")
vendor(*PAIR, "--backend", "host", command=(os.path.abspath("ascend-dmi"),))
e = vendor(*PAIR, "--backend", "host", "--fmt", "json")
(pair,) = e.json()["Latency"]
check(float(pair.pop("latency").removesuffix(" ns")) > 0, e)
check(pair == {"src_device_id": "0", "dst_device_id": "1", "size": "512 Bytes", "type": "SuperPod Peer to Peer Test"}, pair)
e = vendor(*PAIR, "--model", "superpod-2x16")
check("Latency: 1726.06 ns\n" in e.out, e)
e = vendor(*PAIR, "--model", "superpod-2x16", "--fmt", "json")
check(e.json()["Latency"][0]["latency"] == "1726.060000 ns", e)

# --- every mechanism, mode and quantity -----------------------------------------------------------------------------------------

POD = """lanemark = 1
[scenario]
name = "pod"
[target]
backend = "host"
granularity = "core"
[defaults]
direction = "node"
wait = "60s"
copy = ["send", "put", "shared"]
samples = { min = 5, max = 10, time = "100ms" }
[[test]]
name = "one"
measure = ["latency", "bandwidth"]
size = ["8", "64K"]
nodes = ["0>1", "1>0"]
[[test]]
name = "both"
measure = ["latency", "bandwidth"]
mode = "bidirectional"
size = "64K"
[[test]]
name = "many"
measure = ["latency", "bandwidth"]
mode = "parallel"
size = "64K"
[[test]]
name = "signal"
measure = "sync"
copy = "auto"
[[test]]
name = "local"
direction = ["h2d", "d2h"]
copy = "auto"
size = "4K"
"""
pod = write("pod.toml", POD)


def measured_pod(ranks, *words):
    e = mpirun(*words, "-n", str(ranks), PROGRAM, "run", pod, "--quiet", "--json", "pod%d.json" % ranks, "--format", "json", seconds=240)
    check(e.code == 0 and lines_of_ranks(e) == "", ranks, "ranks", e)
    d = report("pod%d.json" % ranks)
    check(e.out and e.json() == d, ranks, "ranks: the document on standard output is not that of the file")
    check(d["counts"].get("planned") == len(d["series"]) > 0 and d["counts"].get("failed") == 0, d["counts"])
    for s in d["series"]:
        check(s["status"] == "measured" or (s["status"] == "skipped" and s["reason"]), s["id"], s["status"], s["reason"])
    return d


def cpus(series):
    return [cpu for lane in series["lanes"] for cpu in lane["cpus"]]


d = measured_pod(2)
seen = set()
for s in d["series"]:
    check(s["status"] == "measured", s["id"], s["status"], s["reason"])
    check(s["mechanism"] and s["timer"] and s["summary"]["n"] >= 5, s["id"], "lacks mechanism, timer or samples")
    check(not s["simulated"] and not any("verif" in w for w in s["warnings"]), s["id"], s["warnings"])
    if s["direction"] != "node":
        check(all("node" not in lane["source"] + lane["destination"] for lane in s["lanes"]), s["id"], "is a lane of node 0 alone")
        continue
    seen.add((s["measure"], s["mode"], s["mechanism"]))
    check(s["copy"] in (None, s["mechanism"]), s["id"], s["copy"], s["mechanism"])
    for lane in s["lanes"]:
        check(lane["source"][:5] in ("node0", "node1") and lane["source"][:5] != lane["destination"][:5], s["id"], lane)
        if s["measure"] != "sync":
            check(isinstance(lane["source_node"], int) and isinstance(lane["destination_node"], int), "NUMA nodes of", s["id"], lane)
        check(len(lane["cpus"]) >= 1, s["id"], "says no CPU")
    if s["mode"] != "single":
        check(len(set(cpus(s))) == 2, s["id"], "two ranks that spin share a core", cpus(s))
expected = {(m, mode, by) for m in ("latency", "bandwidth") for mode in ("single", "bidirectional", "parallel") for by in ("send", "put", "shared")}
check(seen == expected | {("sync", "single", "send")}, "measured:", seen ^ expected)
check({s["direction"] for s in d["series"]} == {"node", "h2d", "d2h"}, "directions")

# a third rank: each lane as before, and all together only where there is a CPU for every rank
d = measured_pod(3, "--oversubscribe")
for s in d["series"]:
    nodes = {end["source"][:5] for end in s["lanes"]} | {end["destination"][:5] for end in s["lanes"]}
    if s["mode"] != "parallel" or len(os.sched_getaffinity(0)) >= 3:
        check(s["status"] == "measured", s["id"], s["status"], s["reason"])
    elif len(nodes) == 3:
        check("two ranks that spin on one core" in (s["reason"] or ""), s["id"], s["status"], s["reason"])
lanes = {(lane["source"][:5], lane["destination"][:5]) for s in d["series"] if s["mode"] == "bidirectional" for lane in s["lanes"]}
check(len(lanes) == 6, "all pairs of three nodes", lanes)

# --- sixty-four ranks ---------------------------------------------------------------------------------------------------------------

many = 16 if SANITIZED else 64
write("rounds.toml", """lanemark = 1
[scenario]
name = "rounds"
[target]
backend = "sim"
model = "superpod-%dx1"
[[test]]
name = "pairs"
measure = "latency"
direction = "node"
nodes = "all"
schedule = "rounds"
""" % many)
e = mpirun("--oversubscribe", "-n", str(many), PROGRAM, "run", "rounds.toml", "--quiet", "--json", "rounds.json", "--output", "rounds.txt",
           seconds=60)
check(e.code == 0, many, "ranks", e)
pairs = many * (many - 1)  # 4032 of 64 nodes
check(report("rounds.json")["counts"] == {"planned": pairs, "measured": pairs, "skipped": 0, "failed": 0}, report("rounds.json")["counts"])

# --- ranks that disagree ------------------------------------------------------------------------------------------------------------


def refused(said, *words, times=1):
    """Exit code 2, the sentence once, and nothing on standard output."""
    e = mpirun(*words, seconds=60)
    check(e.code == 2 and e.out == "", words, e)
    check(lines_of_ranks(e).count(said) == times, "stderr lacks", repr(said), "or repeats it:", e)
    return e


RUN = (PROGRAM, "run")
write("other.toml", POD.replace('"64K"', '"32K"'))
refused("has another scenario than rank 0", "-n", "1", *RUN, pod, ":", "-n", "1", *RUN, "other.toml")
refused("has another scenario than rank 0", "-n", "1", *RUN, pod, ":", "-n", "1", *RUN, pod, "--set", "defaults.wait=9s")
e = refused("missing.toml: error: cannot read the scenario", "-n", "1", *RUN, pod, ":", "-n", "1", *RUN, "missing.toml")
check(lines_of_ranks(e).startswith("rank 1 ("), "the rank that lacks the file is named", e)
refused("missing.toml: error: cannot read the scenario", "-n", "1", *RUN, "missing.toml", ":", "-n", "1", *RUN, pod)
write("mistake.toml", POD.replace("direction =", "direktion =", 1))
refused('did you mean "direction"?', "-n", "2", *RUN, "mistake.toml")
write("two.toml", 'lanemark = 1\n[scenario]\nname = "two"\n[target]\nbackend = "sim"\nmodel = "superpod-2x1"\n[[test]]\nname = "a"\ndirection = "node"\n')
refused("the model superpod-2x1 has 2 node(s), and 3 ranks were started", "--oversubscribe", "-n", "3", *RUN, "two.toml")
e = mpirun("-n", "2", *RUN, "mistake.toml", "--format", "json", seconds=60)
check(e.code == 2 and e.json()["exit"]["code"] == 2 and "direktion" in " ".join(e.json()["problems"]), e)

# --- a rank that dies, stops or is sent home ------------------------------------------------------------------------------------------

# more samples than anybody waits for, so that the cell is under way whatever happens when
write("long.toml", """lanemark = 1
[scenario]
name = "long"
[target]
backend = "host"
[defaults]
wait = "4s"
timeout = "10min"
iterations = 10000000
[[test]]
name = "a"
measure = "latency"
direction = "node"
nodes = ["0>1", "1>0"]
size = "64K"
""")


def under_way(name, ranks=2):
    job = Job("mpirun", "--oversubscribe", "-n", str(ranks), *RUN, "long.toml", "--quiet", "--json", name)
    return job, job.rank(1)


def partial(name, e):
    """The report of what there is."""
    check(e.code != 0, name, e)
    d = report(name)
    check(d["counts"].get("planned") == len(d["series"]) == 2 and d["counts"]["measured"] == 0, name, d["counts"])
    check(d["exit"].get("code") not in (0, None), name, d["exit"])
    return d, " ".join(s["reason"] or "" for s in d["series"])


for ranks in (2, 3):
    job, pid = under_way("killed%d.json" % ranks, ranks)
    if pid:
        os.kill(pid, signal.SIGKILL)
    e = job.wait(30)
    d, reasons = partial("killed%d.json" % ranks, e)
    check("rank 1" in reasons, "killed rank: it is named", reasons, e)
    print("a killed rank of %d: ended after %.1f s, exit %d" % (ranks, job.seconds, e.code))

# of two ranks and of three: mpirun kills the rest when the first of them is gone, so rank 0 must have the time to write
for ranks in (2, 2, 3):
    if os.path.exists("terminated.json"):
        os.remove("terminated.json")
    job, pid = under_way("terminated.json", ranks)
    job.process.send_signal(signal.SIGTERM)
    e = job.wait(30)
    d, reasons = partial("terminated.json", e)
    check(d["exit"]["code"] == 143 and all(s["status"] == "not-run" for s in d["series"]) and "interrupted" in reasons,
          "SIGTERM to", ranks, "ranks", d["exit"], reasons)

job, pid = under_way("stopped.json")
if pid:
    os.kill(pid, signal.SIGSTOP)
e = job.wait(60)
d, reasons = partial("stopped.json", e)
check(d["exit"]["code"] == 1 and e.code == 1, "stopped rank", d["exit"], e)
check(d["series"] and d["series"][0]["status"] == "timed-out" and d["series"][1]["status"] == "not-run", [s["status"] for s in d["series"]], reasons)
check("node0/0>node1/0" in reasons and "rank 1" in reasons, "stopped rank: it is named", reasons)
print("a stopped rank: ended after %.1f s: %s" % (job.seconds, reasons))

# --- one core for two ranks -------------------------------------------------------------------------------------------------------------

core = str(min(os.sched_getaffinity(0)))
e = Job("taskset", "-c", core, "mpirun", "--oversubscribe", "-n", "2", "--bind-to", "none", *RUN, pod, "--quiet", "--json", "core.json",
        "--set", "defaults.direction=node").wait(120)
d = report("core.json")
between = [s for s in d["series"] if s["direction"] == "node"]
check(between and all(s["status"] == "skipped" and "two ranks that spin on one core measure the scheduler" in s["reason"] for s in between),
      "one core", [(s["status"], s["reason"]) for s in between])
end()
