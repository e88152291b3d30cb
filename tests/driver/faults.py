#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py PROGRAM sim|BACKEND=LIBRARY...: each fault once in the middle of a plan of 48 cells: all others are measured, the faulty one is named,
the exit code is right and no process is left behind. What goes wrong around a run, its disks, its pipe, its clock, costs no cell at all."""
import json
import os
import pathlib
import sys
import time

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from around import SANITIZED, closed_pipe, meanwhile, nobody_left, set_back, small_disk
from driver import FOLDER, check, end, expect, made_up, write
from driver import run as program

PLANNED = 48
LONG = 'samples = { min = 4, max = 1000000, precision = "0.0001%", time = "60ms" }'  # the time decides, so that the run lasts
SICK = 29  # counted from 0: 24 cells go up, then those that come down
PLAN = """lanemark = 1
[scenario]
name = "faults"
[target]
backend = "%s"
%s
[defaults]
%s
wait = "%s"
[[test]]
name = "copies"
direction = ["h2d", "d2h"]
size = ["4KiB", "8KiB", "12KiB", "16KiB", "20KiB", "24KiB", "28KiB", "32KiB", "36KiB", "40KiB", "44KiB", "48KiB"]
"""
MODEL = """lanemark_model = 1
name = "two"
[devices]
count = 2
[[lane]]
bandwidth = "50 GB/s"
overhead = "1 us"
[pace]
clock = "real"
"""
# a sanitizer catches SIGSEGV, says so, and ends the process by itself
BY_SIGSEGV = "%s while copying; a fresh one went on" % ("" if SANITIZED else "the worker was ended by SIGSEGV (11)")
BY_SIGABRT = "the worker was ended by SIGABRT (6) while copying; a fresh one went on"
BY_SIGKILL = "the worker was ended by SIGKILL (9) while copying; a fresh one went on"
LATE = "did not finish within 4.00 s"
ONCE = FOLDER.name + "/once"

# What asks for a fault, the status of its cell, and a part of the reason.
ON_SIM = {
    "fail": ('kind = "fail"', "failed", "the copy failed"),
    "hang": ('kind = "hang"', "timed-out", LATE),
    "segfault": ('kind = "crash"', "crashed", BY_SIGSEGV),
    "abort": ('kind = "abort"', "crashed", BY_SIGABRT),
    "kill": ('kind = "kill"', "crashed", BY_SIGKILL),
    "corrupt": ('kind = "corrupt"', "failed", "data corrupt"),
    "device lost": ('kind = "disappear"', "failed", "the device is gone"),
    "slow start": ('kind = "slow-start"\ntime = "3s"', "measured", ""),
}


def on_driver(failed, lost):
    """Each cell allocates once, so that a copy is one of the cell that is to be sick: copy 2 is verified, copy 9 is in the timed part."""
    here = " after=alloc:%d once=%s" % (SICK + 1, ONCE)
    return {
        "fail": ("fail=copy:9" + here, "failed", failed),
        "hang": ("hang=copy:9" + here, "timed-out", LATE),
        "segfault": ("crash=copy:9" + here, "crashed", BY_SIGSEGV),
        "abort": ("abort=copy:9" + here, "crashed", BY_SIGABRT),
        "kill": ("kill=copy:9" + here, "crashed", BY_SIGKILL),
        "corrupt": ("corrupt=copy:2" + here, "failed", "data corrupt"),
        "device lost": ("lost=copy:9" + here, "failed", lost),
        "slow start": ("slow=init:1", "measured", ""),
    }


FAULTS = {
    "sim": ON_SIM,
    "cuda": on_driver("CUDA_ERROR_UNKNOWN (999)", "CUDA_ERROR_LAUNCH_FAILED (719)"),
    "hip": on_driver("hipErrorUnknown (999)", "hipErrorLaunchFailure (719)"),
    "level-zero": on_driver("ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)", "ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)"),
    "ascend": on_driver("internal error (ACL error 500000)", "the connection between host and device is gone (ACL error 507901)"),
    "rbln": on_driver("RBLNRetCode_FAILURE (1)", "RBLNRetCode_FAILURE (1)"),
}


class Backend:
    def __init__(self, name, library):
        self.name, self.measured, self.named, self.runs = name, 0, 0, 0
        self.words = ["--library", name + "=" + library] if library else []

    def plan(self, fault="", wait="60s", samples="iterations = 4"):
        """The words that run it, and its environment."""
        pathlib.Path(ONCE).unlink(missing_ok=True)
        if self.name == "sim":
            write("model.toml", MODEL + ("[[fault]]\ncell = %d\n%s\n" % (SICK, fault) if fault and "slow-start" not in fault
                                         else "[[fault]]\ncell = 0\n%s\n" % fault if fault else ""))
        target = 'model = "model.toml"' if self.name == "sim" else ""
        file = write("faults.toml", PLAN % (self.name, target, samples, wait))
        return ("run", file, "--quiet", *self.words), made_up(fault if self.name != "sim" else "")

    def count(self, d, fault, measured):
        """All cells are accounted for; those that were not measured."""
        lost = [s for s in d["series"] if s["status"] != "measured"]
        got = sum(s["status"] == "measured" and s["summary"]["median"] > 0 for s in d["series"])
        check(d["counts"]["planned"] == len(d["series"]) == PLANNED and got == d["counts"]["measured"] == measured, self.name, fault, d["counts"],
              [(s["id"], s["status"], s["reason"]) for s in lost])
        self.runs, self.measured = self.runs + 1, self.measured + got
        return lost

    def in_a_cell(self, fault, asked, status, reason):
        """One cell is sick; slowness is not."""
        sick = status != "measured"
        words, env = self.plan(asked, "4s" if fault == "hang" else "60s")
        begun = time.monotonic()
        e = expect(1 if sick else 0, *words, "--json", "report.json", env=env)
        took = time.monotonic() - begun
        nobody_left(self.name, fault)
        d = json.loads(pathlib.Path("report.json").read_text())
        lost = self.count(d, fault, PLANNED - sick)
        if not sick:
            check(took >= 3, self.name, fault, "did not happen:", took, "s")
            print("  %-11s %-11s all measured" % (self.name, fault))
            return
        s = d["series"][SICK]
        named = lost == [s] and s["status"] == status and reason in s["reason"]
        check(named, self.name, fault, "is", s["status"], repr(s["reason"]), "not", status, repr(reason))
        check(self.name == "sim" or os.path.exists(ONCE), self.name, fault, "did not happen")
        check(d["exit"]["code"] == 1 and "1 cell failed" in d["exit"]["reason"], self.name, fault, d["exit"])
        check(s["reason"] in e.out and s["id"] in e.out, self.name, fault, "is not in the text", e)
        self.named += named
        print("  %-11s %-11s %s: %s" % (self.name, fault, s["status"], s["reason"]))

    def beside(self, fault, code, error, *more, **how):
        """Something else is wrong than the device, which is said; what may be measured is."""
        words, env = self.plan()
        return self.said(program(*words, *more, env=env, **how), fault, code, error)

    def amid(self, happens, fault, code, error, *more):
        """The same, once the run is under way; None: that cannot be done here."""
        words, env = self.plan(samples=LONG)
        e = happens(*words, *more, env=env)
        return self.said(e, fault, code, error) if e else None

    def said(self, e, fault, code, error):
        nobody_left(self.name, fault)
        said = e.code == code and error in e.err
        check(said, self.name, fault, "does not say", repr(error), "and exit", code, e)
        self.named += said and error != ""
        return e

    def complete(self, e, fault):
        """All was measured, by the text of the run."""
        whole = "measured %d of %d planned" % (PLANNED, PLANNED) in e.out
        check(whole, self.name, fault, e)
        self.runs, self.measured = self.runs + 1, self.measured + PLANNED * whole


def disks(b):
    with small_disk("8k") as mount:
        if not mount:
            return
        what = "journal on a full disk"
        e = b.beside(what, 1, 'the journal "mount/j" cannot be written: No space left on device', "--journal", "mount/j", "--format", "json")
        b.count(e.json(), what, PLANNED)
        pathlib.Path("mount/j").unlink()
        what = "report on a full disk"
        e = b.beside(what, 1, 'cannot write to "mount/r.json": No space left on device', "--json", "mount/r.json")
        b.complete(e, what)
        check(not os.path.exists("mount/r.json"), b.name, what)

        # a folder that becomes read-only costs the file, and the result is on standard output
        def folder_becomes_read_only(*words, env):
            def read_only():
                mount("ro")

            return meanwhile(read_only, *words, env=env, before=lambda: mount("rw"))

        what = "report in a folder that becomes read-only"
        if e := b.amid(folder_becomes_read_only, what, 1, 'cannot write to "mount/r.json": Read-only file system', "--json", "mount/r.json"):
            b.complete(e, what)
        # one that is known to be read-only is refused before the first cell; where nobody named the folder, it is a warning
        mount("ro")
        for option, file in (("--journal", "mount/j"), ("--json", "mount/r.json")):
            e = b.beside(option + " in a read-only folder", 1, "Read-only file system", option, file)
            check("measured" not in e.out, b.name, option, e)
        words, env = b.plan()
        e = expect(0, *words, "--format", "json", env={**env, "XDG_STATE_HOME": FOLDER.name + "/mount"})
        d = e.json()
        b.count(d, "read-only home", PLANNED)
        check(any("no journal is kept" in w and "Read-only file system" in w for w in d["warnings"]), b.name, "read-only home", d["warnings"])


for word in sys.argv[2:]:
    b = Backend(*word.partition("=")[::2])
    check(b.name in FAULTS, "FAULTS in this file has no row for", b.name, "- it says what its sentences are")
    for fault, (asked, status, reason) in FAULTS.get(b.name, {}).items():
        b.in_a_cell(fault, asked, status, reason)
    disks(b)
    closed_pipe(lambda **how: b.beside("closed pipe", 1, "the reader has closed the pipe", "--json", "report.json", **how))
    b.count(json.loads(pathlib.Path("report.json").read_text()), "closed pipe", PLANNED)
    if e := b.amid(set_back, "clock set back", 0, "", "--format", "json"):
        d = e.json()
        b.count(d, "clock set back", PLANNED)
        check(0 < d["run"]["duration_ns"] < 120e9 and all(0 < s["seconds"] < 60 for s in d["series"]), b.name, "clock set back", d["run"]["duration_ns"])
    print("%s: %d runs of %d cells, %d cells measured, %d of what was wrong named" % (b.name, b.runs, PLANNED, b.measured, b.named))
end()
