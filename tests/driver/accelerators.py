#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accelerators.py PROGRAM BACKEND=LIBRARY...: the accelerator backends over made-up drivers, whose devices are memory of this process
and whose queues really run behind the call: every way to copy, and every fault that a driver can have."""
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import check, end, expect, made_up, run, write



class backend:
    """What tells one from another: pieces of sentences, by the words of LANEMARK_MADE_UP. None: it has no such thing."""

    def __init__(self, none, old, failed, lost, memory="no memory", gate=True, peers=True, pins=True, priorities=True):
        self.none, self.old, self.failed, self.lost, self.memory = none, old, failed, lost, memory
        self.gate, self.peers, self.pins, self.priorities = gate, peers, pins, priorities


BACKENDS = {
    "cuda": backend("CUDA_ERROR_NO_DEVICE (100)", "is of CUDA 10.2; CUDA 11.0 is needed", "CUDA_ERROR_UNKNOWN (999)", "CUDA_ERROR_LAUNCH_FAILED (719)"),
    "hip": backend("hipErrorNoDevice (100)", "is of HIP 4.5; HIP 5.0 is needed", "hipErrorUnknown (999)", "hipErrorLaunchFailure (719)"),
    "level-zero": backend("1 Level Zero driver(s) without one", "zeInit failed: ZE_RESULT_ERROR_UNSUPPORTED_VERSION (0x78000002)", "ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)",
                          "ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)", "out of memory: level-zero", gate=False, peers=False, pins=False),
    "ascend": backend("finds no NPU", "aclInit failed: call not supported (ACL error 200001)", "internal error (ACL error 500000)",
                      "the connection between host and device is gone (ACL error 507901)", "out of memory: ascend", gate=False, peers=False, priorities=False),
}  # rbln has neither queues nor marks, and a test of its own

LIBRARIES = dict(word.split("=", 1) for word in sys.argv[2:])
HEAD = 'lanemark = 1\n[scenario]\nname = "a"\n[target]\nbackend = "%s"\n[defaults]\niterations = %d\nwait = "%s"\n'
PATIENT, SHORT = "60s", "4s"  # a busy machine may stop for seconds; what never ends is given up soon
EVERY = """
[[test]]
name = "every"
measure = ["bandwidth", "latency"]
direction = ["h2d", "d2h", "d2d"]
mode = ["single", "bidirectional", "parallel"]
timer = ["device", "steady"]
size = "64KiB"
[[test]]
name = "inside"
direction = "d2d"
lanes = "self"
size = "64KiB"
"""
# In a cell up, the first copy prepares the destination, the second is the one that is verified, the third reads it back.
UP = '[[test]]\nname = "up"\ndirection = "h2d"\nlanes = ["host>0"]\nsize = "%s"\ntimer = "%s"\n'
DOWN = UP.replace("h2d", "d2h").replace("host>0", "0>host")


def over(name, script, tests, code):
    """Runs tests on a backend whose driver follows a script."""
    # a copy that hangs is of the first sample, however few samples a busy machine leaves time for
    file = write("a.toml", HEAD % (name, *((16, SHORT) if "hang" in script else (2, PATIENT))) + tests)
    e = run("run", file, "--format", "json", "--library", name + "=" + LIBRARIES[name], env=made_up(script))
    d = e.json()
    ended = [(s["id"], s["status"], s["reason"]) for s in d["series"] if s["status"] != "measured"]
    check(e.code == code, name, script, "exit", e.code, "not", code, ended, e.err[-2000:])
    return d


def ends(name, script, tests, status, reason):
    """The one cell of the tests ends so, its series is marked as simulated and the run exits with 1."""
    d = over(name, script, tests, 1)
    got = [(s["status"], s["reason"]) for s in d["series"]]
    check(len(got) == 1 and got[0][0] == status and reason in (got[0][1] or ""), name, script, "is", got, "not", (status, reason))
    check(all(s["simulated"] for s in d["series"]), name, script, "is marked simulated")


def absent(name, script, reason):
    """There is nothing to measure on, and both ways to ask say why."""
    env = made_up(script)
    library = ("--library", name + "=" + LIBRARIES[name])
    e = expect(0, "list", "backends", *library, env=env)
    line = [l for l in e.out.splitlines() if l.startswith(name + " ")]
    check(len(line) == 1 and " absent " in line[0] and reason in line[0], name, script, e)
    expect(1, "run", write("a.toml", HEAD % (name, 2, PATIENT) + EVERY), *library, env=env, err=reason)


check(LIBRARIES, "no library was given")
for name in set(LIBRARIES) - set(BACKENDS):
    check(False, "BACKENDS in this file has no row for", name, "- it says what its sentences are")
for name, library in LIBRARIES.items():
    b = BACKENDS[name]
    e = expect(0, "list", "backends", "--library", name + "=" + library)
    line = [l.split() for l in e.out.splitlines() if l.startswith(name + " ")]
    check(line and line[0][1:3] == ["ready", "2"] and "made-up driver" in " ".join(line[0]), "listed", name, e)

    e = expect(0, "list", "devices", "--backend", name, "--library", name + "=" + library)
    check(len(e.out.splitlines()) == 3, "devices of", name, e)

    for script in ("", "devices=3") + (("no-peer",) if b.peers else ()):
        d = over(name, script, EVERY, 0)
        check(d["run"]["simulated"], name, script, "a run over a made-up driver is simulated")
        check(d["counts"]["measured"] == d["counts"]["planned"] >= 50, name, script, d["counts"])
        check(all(s["status"] == "measured" and s["simulated"] and s["gated"] == (b.gate or s["timer"] != "device")
                  for s in d["series"]), name, script, [(s["id"], s["status"], s["reason"], s["gated"]) for s in d["series"]][:4])
        paths = {lane["path"] for s in d["series"] for lane in s["lanes"] if s["direction"] == "d2d" and "inside" not in s["id"]}
        check(paths == {"staged" if script == "no-peer" else "direct"}, name, script, "paths", paths)

    absent(name, "devices=0", b.none)
    absent(name, "old", b.old)
    absent(name, "fail=init:1", b.failed)
    absent(name, "crash=init:1", "its driver crashed while it was opened (the process that tried ")

    ends(name, "memory=4096", UP % ("64KiB", "device"), "failed", b.memory)
    ends(name, "fail=alloc:1", UP % ("64KiB", "device"), "failed", b.memory)
    ends(name, "fail=queue:1", UP % ("64KiB", "device"), "failed", b.failed)
    ends(name, "fail=event:1", UP % ("64KiB", "device"), "failed", b.failed)
    ends(name, "no-event", UP % ("64KiB", "device"), "failed", "event")
    for timer in ("device", "steady"):
        up, down = UP % ("64KiB", timer), DOWN % ("64KiB", timer)
        for n in (1, 2, 3, 9):
            ends(name, "fail=copy:%d" % n, up, "failed", b.failed)
            ends(name, "lost=copy:%d" % n, up, "failed", b.lost)
            ends(name, "crash=copy:%d" % n, up, "crashed", "; a fresh one went on")
        ends(name, "fail=copy:2", down, "failed", b.failed)
        ends(name, "corrupt=copy:2", up, "failed", "data corrupt")
        ends(name, "corrupt=copy:2", down, "failed", "data corrupt")
        ends(name, "hang=copy:1", up, "timed-out", "did not end within 10 s")
        ends(name, "hang=copy:2", up, "timed-out", "did not finish within 4")
        ends(name, "hang=copy:9", down, "timed-out", "did not finish within 4")
        # what is behind a lost cell is measured, on the other device and on this
        d = over(name, "hang=copy:2", up + up.replace('"up"', '"other"').replace("host>0", "host>1") + up.replace('"up"', '"again"'), 1)
        got = {s["test"]: s["status"] for s in d["series"]}
        check(got == {"up": "timed-out", "other": "measured", "again": "measured"}, name, timer, "after a hang:", got)

    for priority in "min", "normal", "high", "kernel", "realtime":
        status = "measured" if priority == "normal" or (b.priorities and priority in ("min", "high")) else "skipped"
        d = over(name, "", UP % ("64KiB", "device") + 'priority = "%s"\n' % priority, 0 if status == "measured" else 4)
        got = [(s["status"], s["reason"]) for s in d["series"]]
        check(len(got) == 1 and got[0][0] == status and (status == "measured" or "no queue priority" in got[0][1]), name, priority, got)

    # without a gate the lanes start one after the other, and the record says so; nothing waits for ever behind one
    two = '[[test]]\nname = "two"\ndirection = "h2d"\nmode = "parallel"\nsize = "64KiB"\ntimer = "device"\n'
    across = two.replace('"h2d"\nmode = "parallel"', '"d2d"\nmode = "bidirectional"')
    for script, tests in (("no-gate", two), ("staging-waits", across)) + ((("no-pin", two),) if b.pins else ()):
        d = over(name, script, tests, 0)
        check(d["series"] and all(s["gated"] is False and any("start gate" in w for w in s["warnings"]) for s in d["series"]), name, script, d["series"])
        check(script != "no-pin" or all("stays pageable" in "".join(s["warnings"]) for s in d["series"]), name, script, d["series"])
end()
