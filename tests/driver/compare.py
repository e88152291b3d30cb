#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py PROGRAM: runs against runs and against histories, on simulated devices, as their user meets them."""
import json
import pathlib
import shutil
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import check, end, expect, run, write
from schemas import follows

MODEL = """lanemark_model = 1
name = "made-up"
source = "none"
[devices]
count = %d
label = "d{}"
product = "X"
each = [ %s ]
[[lane]]
match = { direction = ["h2d", "d2h", "d2d"] }
bandwidth = "%s GB/s"
overhead = "10 us"
[jitter]
kind = "lognormal"
cv = "0.5%%"
%s
"""
SLOW = '[[fault]]\nkind = "slow"\nmatch = { source = 1, destination = 2 }\nfactor = %s\n'
SCENARIO = """lanemark = 1
[scenario]
name = "nightly"
[target]
backend = "sim"
model = "model.toml"
[defaults]
iterations = 12
[[test]]
name = "pairs"
direction = ["h2d", "d2h", "d2d"]
size = ["64KiB", "64MiB"]
"""


def read(name):
    """A report that the program wrote here."""
    d = json.loads(pathlib.Path(name).read_text())
    follows("report", d, name)
    return d


def document(*words):
    """The one that `compare` or `trend` writes: as its schema says, and of the same exit code as the program."""
    e = run(*words, "--format", "json")
    d = e.json()
    check(d["schema"] == "lanemark-%s/1" % words[0] and d["exit"]["code"] == e.code and d["exit"]["reason"], words, d["exit"], e)
    follows(words[0], d, words)
    return d


def judge(code, *words, out="", err=""):
    """As text, which must say that, and as a document."""
    e = expect(code, *words, out=out, err=err)
    d = document(*words)
    check(d["exit"]["code"] == code and bool(d["problems"]) == (not e.out), words, "as JSON:", d["exit"], d["problems"])
    return e


def model(name, cards=("01", "02", "03", "04"), rate=50, more=""):
    return write(name, MODEL % (len(cards), ", ".join('{ pci = "0000:%s:00.0" }' % c for c in cards), rate, more))


def night(name, number, *words, file="nightly.toml", level=1.0):
    """One run, said to be of some day of January; `level` moves all its figures, as nights do."""
    expect(0, "run", file, "--json", name, "--quiet", "--set", "test.pairs.seed=%d" % number, *words)
    d = read(name)
    d["run"]["id"], d["run"]["started"] = "202601%02d-%d" % (number, number), "2026-01-%02dT02:00:00Z" % number
    for s in d["series"]:
        if s["summary"]:
            s["summary"]["median"] *= level
            s["samples"] = [x * level for x in s["samples"]]
    write(name, json.dumps(d))
    return name


model("model.toml")
model("slow.toml", more=SLOW % "1.5")
model("three.toml", cards=("01", "03", "04"))
write("nightly.toml", SCENARIO)
a, b = night("a.json", 1), night("b.json", 2, "--model", "./slow.toml")

# two runs: the lane is named, and the exit code is 3
e = judge(3, "compare", a, b, out="regressed: lane 1>2, 2 of 2 series")
check(e.out.splitlines()[0].endswith("series regressed: lane 1>2"), "the verdict comes first", e)
check("night to night is not known" in e.out, "one run says little", e)
check("; exit 3" in e.out.splitlines()[-1], "last line", e)
d = document("compare", a, b)
check(d["schema"] == "lanemark-compare/1" and d["exit"]["code"] == 3 and d["method"] == "samples", d["schema"], d["exit"])
check([f["what"] for f in d["findings"] if f["ruling"] == "regressed"] == ["lane 1>2"], d["findings"])
check(len(d["series"]) == d["counts"]["tested"] == len(json.loads(pathlib.Path(a).read_text())["series"]), d["counts"])
judge(0, "compare", a, night("a2.json", 3), out="none of 40 series regressed")
judge(0, "compare", b, a, out="improved: lane 1>2, 2 of 2 series")
judge(0, "compare", a, b, "--min-effect", "60%")
judge(2, "compare", a, a, err="are the same run")

# a history
pathlib.Path("nights").mkdir()
judge(4, "compare", "nights", a, err="no *.json file is there")
for day in range(1, 6):
    night("nights/%d.json" % day, day, level=1 + 0.002 * (day % 3))
e = judge(0, "compare", "nights", night("tonight.json", 20, "--model", "./slow.toml"), out="learning")
check("5 of the 8 runs" in e.out, "learning says how far it is", e)
for day in range(6, 13):
    night("nights/%d.json" % day, day, level=1 + 0.002 * (day % 3))
e = judge(3, "compare", "nights", "tonight.json", out="regressed: lane 1>2, 2 of 2 series")
check("could not have seen less than" in e.out and "not confirmed by a rerun" in e.out, "what is known", e)
e = judge(3, "compare", "nights", "tonight.json", "--confirmed", night("again.json", 21, "--model", "./slow.toml"), out=", confirmed by a rerun")
e = judge(0, "compare", "nights", "tonight.json", "--confirmed", night("well.json", 21), out="unstable: lane 1>2")
d = document("compare", "nights", "tonight.json")
check(d["method"] == "history" and len(d["base"]) == 12 and len(d["candidates"]) == 2, d["method"], d["candidates"])

# the judged run in the folder, broken files, other documents: named, and not in the way
shutil.copy("tonight.json", "nights/tonight.json")
shutil.copy("nights/3.json", "nights/copy.json")
write("nights/cut.json", pathlib.Path("nights/1.json").read_text().replace("20260101-1", "20260101-2")[:2000])
write("nights/compare.json", json.dumps(d))
e = judge(3, "compare", "nights", "tonight.json", out="12 runs from")
for said in ("the judged run itself", "the same run again", "cut.json", "lanemark-compare/1"):
    check(said in e.out, said, e)
for name in ("tonight", "copy", "cut", "compare"):
    pathlib.Path("nights/%s.json" % name).unlink()
pathlib.Path("broken").mkdir()
write("broken/1.json", "{")
judge(1, "compare", "broken", a, err="broken/1.json")
judge(1, "compare", "broken/1.json", a, err="no JSON")
judge(5, "compare", write("x.json", '{"schema": "lanemark-report/2"}'), a, err="lanemark-report/2")
judge(1, "compare", a, "broken/1.json", err="no JSON")

# a lost card renames nobody: what remains is compared, its own series are missing
e = judge(4, "compare", a, night("three.json", 4, "--model", "./three.toml"), out="device 1 (d1, 0000:02:00.0) is gone")
d = document("compare", a, "three.json")
check(d["counts"]["missing"] == 16 and d["counts"]["new"] == 0 and d["counts"]["tested"] == 24, d["counts"])
check(any("(0000:02:00.0)" in s["id"] for s in d["series"] if s["ruling"] == "missing"), "the lost card is named by its slot")
judge(0, "compare", a, "three.json", "--allow-missing")
e = judge(0, "compare", "three.json", a, out="new: device 1")

# other machines and damaged figures
r = json.loads(pathlib.Path(b).read_text())
r["run"]["simulated"] = False
judge(5, "compare", a, write("real.json", json.dumps(r)), err="measured figures cannot be held against simulated ones")
r = json.loads(pathlib.Path(a).read_text())
r["run"]["id"] = "other"
for s, (median, unit) in zip(r["series"], ((0, "B/s"), (-1, "B/s"), (None, "B/s"))):
    s["summary"]["median"], s["unit"] = median, unit
d = document("compare", a, write("odd.json", json.dumps(r)))
check(d["exit"]["code"] == 4 and d["counts"]["missing"] == 3, d["exit"], d["counts"])
r["series"][3]["unit"] = "ns"
d = document("compare", a, write("odd.json", json.dumps(r)))
check(d["exit"]["code"] == 5 and d["counts"]["incomparable"] == 1, d["exit"], d["counts"])
r["series"].append(r["series"][4])  # one id twice
d = document("compare", a, write("odd.json", json.dumps(r)))
check(d["exit"]["code"] == 5 and d["counts"]["incomparable"] == 2, d["exit"], d["counts"])
d = document("trend", a, "real.json")
check(len(d["runs"]) == 1 and any("another machine" in n for n in d["notes"]), d["runs"], d["notes"])
d = document("trend", a, "odd.json")
check(d["exit"]["code"] == 0 and any(s["without_figure"] for s in d["series"]) and any(s["other_unit"] for s in d["series"]), d["exit"], d["notes"])

# levels: every night is held against the one that was left, until somebody accepts it
for day in range(13, 23):
    night("nights/%d.json" % day, day, "--model", "./slow.toml", level=1 + 0.002 * (day % 3))
night("later.json", 25, "--model", "./slow.toml")
judge(3, "compare", "nights", "later.json", out="worse since run 20260113-13")
e = judge(3, "trend", "nights", out="worse from 2026-01-13T02:00:00Z (nights/13.json), run 20260113-13, 2 series, not accepted")
check("lane 1>2, 2 of 2 series" in e.out and "[[accept]]" in e.out, "trend", e)
d = document("trend", "nights")
check(d["schema"] == "lanemark-trend/1" and d["exit"]["code"] == 3 and len(d["steps"]) == 1, d["exit"])
write("accepted.toml", '[[accept]]\nseries = "*/1>2/*"\nrun = "20260113-13"\nby = "Kim"\nwhy = "cable"\n')
judge(0, "compare", "nights", "later.json", "--accepted", "accepted.toml")
judge(0, "trend", "nights", "--accepted", "accepted.toml", out="accepted by Kim: cable")
judge(2, "compare", "nights", a, "--accepted", write("bad.toml", "[[accept]]\nserie = 1\n"), err="bad.toml:2:1: error: unknown key")
judge(0, "trend", "nights", "--history", "5", out="learning")

# an output that cannot be written: all of it goes to standard output, and says how it ended
for words in (("compare", "nights", "later.json"), ("trend", "nights")):
    whole = expect(3, *words).out
    e = expect(1, *words, "--output", "/no/x", err="cannot write to")
    check(e.out == whole.replace("; exit 3\n", "; exit 1\n"), words, "the text is whole", e)
    e = expect(1, *words, "--output", "/no/x", "--format", "json", err="cannot write to")
    d = e.json()
    check(d["exit"]["code"] == 1 and "cannot write to" in d["exit"]["reason"] and d["series"], words, d["exit"])
    follows(words[0], d, words, "--output")

# a run that judges itself
pathlib.Path("past").mkdir()
for day in range(1, 13):
    shutil.copy("nights/%d.json" % day, "past/%d.json" % day)
e = expect(3, "run", "nightly.toml", "--quiet", "--model", "./slow.toml", "--set", "test.pairs.seed=99", "--confirm-against", "past", "--json", "run.json",
           out="2 series looked worse and were measured again, from the last to the first")
r = read("run.json")
check([s["id"].split("/")[5] for s in r["series"] if s["verdict"]["ruling"] == "regressed"] == ["1>2", "1>2"], "verdicts of the run")
expect(0, "run", "nightly.toml", "--quiet", "--set", "test.pairs.seed=98", "--confirm-against", "past")
pathlib.Path("empty").mkdir()
expect(0, "run", "nightly.toml", "--quiet", "--confirm-against", "empty", out="to judge by yet")

# usage
for words, said in [((a, b, "--min-effect", "3"), "no percent sign"), ((a, b, "--min-effect", "speed=3%"), "unknown measure"),
                    ((a, b, "--fdr", "x"), "known are bh and by"), ((a, b, "--history", "0"), "no number of runs"), ((a, b, "--max-confirm", "x"), "--max-confirm"),
                    ((a, "no.json"), "cannot read"), (("no", a), "no such file or folder"), ((a, b, "--output", b), "would overwrite")]:
    e = run("compare", *words)
    check(e.code == 2 and said in e.err and e.out == "", "usage", words, e)
    check(document("compare", *words)["exit"]["code"] == 2, "usage as JSON", words)
for command in ("compare", "trend"):
    for words in ((), ("--nonsense",), ("--history",), ("--help",)):
        d = document(command, *words)
        check("text" in d and bool(d["text"]) == (words == ("--help",)), "an answer", command, words, d)
judge(4, "trend", "empty", err="empty holds no report")
judge(4, "trend", "nights", "--scenario", "other", err="holds no report of scenario other")
judge(2, "trend", "no", err="no such file or folder")
judge(1, "trend", "broken", err="broken/1.json")
judge(5, "trend", "x.json", err="lanemark-report/2")
judge(2, "trend", "nights", "--accepted", "bad.toml", err="bad.toml:2:1: error: unknown key")
end()
