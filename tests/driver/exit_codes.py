#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""exit_codes.py PROGRAM: every exit code, with the sentence that explains it in text and JSON."""
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import check, end, expect, run, scenario

UP = '[[test]]\nname = "up"\ndirection = "h2d"\nsize = "4KiB"\n'


def both(code, file, reason, *more):
    """The same code and reason as text and as JSON."""
    text = run("run", file, *more)
    check(text.code == code, "text", file, text)
    if text.out:
        check(text.out.rstrip().splitlines()[-1].find("; exit %d" % code) > 0, "last line of", file, text)
        check(reason in text.out.rstrip().splitlines()[-1], "reason of", file, text)
    else:
        check(reason in text.err, "reason of", file, text)
    e = run("run", file, "--format", "json", *more)
    check(e.code == code, "json", file, e)
    d = e.json()
    check(d["exit"]["code"] == code and reason in d["exit"]["reason"], "exit of", file, d["exit"])
    return d


d = both(0, scenario("fine"), "")
check(all(s["status"] == "measured" for s in d["series"]), d)
check(d["counts"]["measured"] == d["counts"]["planned"] > 0, d["counts"])

# skipped cells do not spoil the code, unless the test says that they do
chiplets = '[[test]]\nname = "chip"\ndirection = "d2h"\nlanes = ["0.3"]\nsize = "4KiB"\n'
d = both(0, scenario("skips", UP + chiplets), "")
check(d["counts"]["skipped"] == 1, d["counts"])
check([s["reason"] for s in d["series"] if s["status"] == "skipped"][0], "a skip has a reason")
both(4, scenario("required", UP + chiplets + 'missing = "fail"\n'), "missing")

# nothing measured is never success
both(4, scenario("nothing", chiplets), "nothing was measured")

# an expectation is looked at before anything runs
d = both(4, scenario("expects", UP, "expect = { devices = 999 }"), "expected 999 devices")
check(d["series"] == [] and d["counts"]["planned"] > 0 and d["counts"]["measured"] == 0, d["counts"])

# limits
limit = '[[limit]]\nmatch = { direction = "h2d" }\nmin = "%s"\n'
d = both(0, scenario("within", UP + limit % "1 B/s"), "")
check(d["series"][0]["verdict"]["ruling"] == "ok", d["series"][0]["verdict"])
d = both(3, scenario("below", UP + limit % "900000 GB/s"), "below the minimum")
check(d["series"][0]["verdict"]["ruling"] == "below-limit", d["series"][0]["verdict"])

# a cell that cannot have its memory fails, the rest goes on
huge = '[[test]]\nname = "huge"\ndirection = "h2d"\nsize = "4T"\nlanes = ["host>0"]\n'
d = both(1, scenario("fails", huge + UP), "1 cell failed")
check(d["series"][0]["status"] == "failed" and "memory" in d["series"][0]["reason"], d["series"][0]["reason"])
check(d["series"][1]["status"] == "measured", d["series"][1]["reason"])

# 2 for whatever keeps a run from beginning
for words, said in [((), "no command"), (("rum",), "did you mean run?"), (("run",), "needs a scenario file"),
                    (("run", "fine.toml", "--frmat", "json"), "did you mean --format?"),
                    (("run", "missing.toml"), "missing.toml: error: cannot read"),
                    (("run", "fine.toml", "--set", "test.up.sise=1"), 'did you mean "size"?'),
                    (("run", "fine.toml", "--profile", "x"), "has no profiles"),
                    (("run", "fine.toml", "--devices", "99"), "unknown device 99"),
                    (("run", "fine.toml", "--max-cells", "0"), "no number of cells"),
                    (("run", "fine.toml", "fine.toml"), "is taken"),
                    (("plan", "missing.toml"), "cannot read"), (("check", "missing.toml"), "cannot read"),
                    (("list",), "list what?"), (("list", "devises"), "did you mean devices?"),
                    (("compare", "a"), "needs BASE and NEW"), (("compare", "a", "b"), 'cannot read "b"'), (("trend",), "needs a folder"),
                    (("trend", "x"), 'cannot read "x"'), (("run", "fine.toml", "--fdr", "by"), "give --confirm-against DIR, too"),
                    (("run", "fine.toml", "--confirm-against", "no"), "there is no such folder")]:
    e = expect(2, *words, err=said)
    check(e.out == "", "nothing on stdout for", words, e)
e = expect(2, "run", scenario("wide", '[[test]]\nname = "a"\ndirection = ["h2d", "d2h"]\nsize = [1, 2, 3, 4]\n'), "--max-cells", "3", err="--max-cells")

# 1 for a backend whose driver is not there
e = expect(1, "run", "fine.toml", "--backend", "cuda", "--library", "cuda=/no/such.so", err="backend cuda cannot be used here: library not found: tried /no/such.so")

# 1 for what cannot be written
expect(1, "run", "fine.toml", "--json", "no/such/folder/x.json", err='cannot write to "no/such/folder/x.json"')
expect(1, "run", "fine.toml", "--output", "/", err="it is a directory")
# the host has one execution group, 0: of another nothing is seen, and nothing measured is never success
both(4, scenario("grouped", UP), "nothing was measured", "--set", "target.group=3")

# a model beside its scenario is found from anywhere; what is wrong with one is said a line each, in its place
import os
os.mkdir("pod")
MODEL = 'lanemark_model = 1\nname = "own"\n[devices]\ncount = 2\n[[lane]]\nbandwidth = "%s"\n'
open("pod/own.toml", "w").write(MODEL % "10 GB/s")
open("pod/bad.toml", "w").write(MODEL % "10 GB" + 'overhaed = "1 us"\n')
for name in ("own", "bad"):
    open("pod/%s-run.toml" % name, "w").write('lanemark = 1\n[scenario]\nname = "m"\n[target]\nbackend = "sim"\nmodel = "./%s.toml"\n' % name + UP)
both(0, "pod/own-run.toml", "")
e = expect(2, "run", "pod/bad-run.toml", err='did you mean "overhead"?')
lines = e.err.splitlines()
check(len(lines) == 2 and all(line.startswith("pod/./bad.toml:") for line in lines), lines)
end()
