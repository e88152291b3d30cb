#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reports.py PROGRAM [BACKEND=LIBRARY]: every format that a run writes beside its result, read by readers of that format; and `report`,
which writes the same files again from the JSON report."""
import csv
import io
import json
import math
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import xml.etree.ElementTree as xml

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, expect, made_up, optional, run, scenario, write
from schemas import follows

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARIES = dict(word.split("=", 1) for word in sys.argv[2:])


def prometheus():
    from prometheus_client import openmetrics, parser
    import prometheus_client.openmetrics.parser
    return openmetrics.parser.text_string_to_metric_families, parser.text_string_to_metric_families


parsers = optional("parsers of OpenMetrics (python3-prometheus-client)", prometheus)

FILES = {"json": "r.json", "csv": "r.csv", "junit": "r.xml", "openmetrics": "r.prom", "google-benchmark": "g.json", "bigger-is-better": "big.json",
         "smaller-is-better": "small.json"}
WORDS = [word for name, file in FILES.items() for word in ("--" + name, file)]


def load(name):
    """Strict JSON: no NaN, and text in UTF-8."""
    return json.loads(pathlib.Path(name).read_bytes().decode("utf-8"), parse_constant=lambda x: check(False, name, "holds", x))


def decided(series):
    return series["verdict"]["ruling"] if series["verdict"] else ""


def csv_holds(text, runs):
    check("\r" not in text and text.endswith("\n"), "lines of CSV end in LF")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    wanted = [(r, s, x) for r in runs for s in r["series"] for x in (enumerate(s["samples"]) if s["samples"] else [(None, None)])]
    check(len(rows) == len(wanted) == text.count("\n") - 1, "rows of CSV", len(rows), "not", len(wanted))
    for row, (r, s, (number, sample)) in zip(rows, wanted):
        value, other = (row["bandwidth_bytes_per_second"], row["latency_ns"])[::1 if s["unit"] == "B/s" else -1]
        same = None not in row and row["status"] == s["status"] and row["sample"] == ("" if number is None else str(number + 1)) and other == ""
        same = same and (value == "" if sample is None else float(value) == sample) and row["verdict"] == decided(s)
        check(same, "row of", s["id"], row)
        if s["size_bytes"]:
            check(row["size_bytes"] == str(s["size_bytes"]), row)


def measured(series):
    return series["status"] == "measured" and series["summary"] and series["summary"]["median"] is not None


def junit_holds(data, runs):
    suites = xml.fromstring(data)
    allowed = {"testsuites": ({"testsuite"}, {"name", "tests", "failures", "errors", "skipped", "time"}),
               "testsuite": ({"properties", "testcase"}, {"name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname"}),
               "properties": ({"property"}, set()), "property": (set(), {"name", "value"}), "testcase": ({"failure", "error", "skipped", "system-out"}, {"classname", "name", "time"}),
               "failure": (set(), {"type", "message"}), "error": (set(), {"type", "message"}), "skipped": (set(), {"message"}), "system-out": (set(), set())}
    for e in suites.iter():
        children, attributes = allowed[e.tag]
        check({c.tag for c in e} <= children and set(e.attrib) <= attributes, e.tag, "has", {c.tag for c in e}, set(e.attrib))
        if "time" in e.attrib:
            check(re.fullmatch(r"\d+(\.\d+)?", e.attrib["time"]), e.tag, "time", e.attrib["time"])
        if "timestamp" in e.attrib:
            check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", e.attrib["timestamp"]), e.attrib["timestamp"])
    check(len(suites) == len(runs), "suites", len(suites), "of", len(runs), "runs")
    cases = list(suites.iter("testcase"))
    check(len({c.attrib["name"] for c in cases}) == len(cases), "names of test cases are unique")
    for e in [suites, *suites]:
        for tag, name in (("testcase", "tests"), ("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            check(int(e.attrib[name]) == len(list(e.iter(tag))), e.tag, name, e.attrib)
    for suite, r in zip(suites, runs):
        ours = suite.findall("testcase")
        check(len(ours) == len(r["series"]) + 1, "test cases of", r["run"]["scenario"])
        for case, s in zip(ours, r["series"]):
            ruling = decided(s)
            failed = s["status"] not in ("measured", "skipped")
            wanted = ("error" if failed else "failure" if ruling in ("regressed", "below-limit", "above-limit") else "error" if ruling in ("unmet", "missing", "incomparable")
                      else "skipped" if s["status"] == "skipped" else None if measured(s) else "error")
            found = [c for c in case if c.tag != "system-out"]
            check([c.tag for c in found] == ([wanted] if wanted else []), s["id"], s["status"], ruling, "is", found)
            check(all(c.attrib["message"] for c in found), s["id"], "says why")
        wrong = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
        check((wrong > 0) == (r["exit"]["code"] != 0), "the suite says whether the run went well", r["exit"], suite.attrib)


def unescaped(text):
    return re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), text)


def openmetrics_holds(text, runs, exact=True):
    check(text.endswith("\n# EOF\n") or text == "# EOF\n", "the end of OpenMetrics")
    check("\r" not in text, "lines end in LF")
    plain = {m[1] for line in text.split("\n") if (m := re.match(r'lanemark_(?:bandwidth_bytes_per_second|latency_seconds)\{.*?series="((?:[^"\\]|\\.)*)"', line))}
    newest = {r["run"]["scenario"]["name"]: r for r in runs}
    count = sum(1 for r in newest.values() for s in r["series"] if measured(s))
    check(len(plain) == count, "series of OpenMetrics", len(plain), "not", count)
    if not parsers:
        return
    for parse in parsers:
        samples = {(s.name, tuple(sorted(s.labels.items()))): s.value for family in parse(text) for s in family.samples}
        check(len(samples) == sum(1 for line in text.split("\n") if line and line[0] != "#"), "every line of OpenMetrics is a sample of its own")
        if not exact:
            continue
        for r in newest.values():
            name = r["run"]["scenario"]["name"]
            of = (("scenario", name),) if name else ()
            check(samples[("lanemark_exit_code", of)] == r["exit"]["code"], "exit code", r["exit"])
            check(sum(v for (n, labels), v in samples.items() if n == "lanemark_cells" and set(of) <= set(labels)) == len(r["series"]), "cells")
            values = {dict(labels)["series"]: v for (n, labels), v in samples.items() if n in ("lanemark_bandwidth_bytes_per_second", "lanemark_latency_seconds")}
            for s in filter(measured, r["series"]):
                check(math.isclose(values[s["id"]], s["summary"]["median"] / (1 if s["unit"] == "B/s" else 1e9)), s["id"], values[s["id"]])


def others_hold(runs):
    g = load(FILES["google-benchmark"])
    check(g["context"]["json_schema_version"] == 1 and re.fullmatch(r".*\+00:00|", g["context"]["date"]), g["context"])
    wanted = [s for r in runs for s in r["series"] if measured(s)]
    check([b["name"] for b in g["benchmarks"]] == [s["id"] for s in wanted], "rows of Google Benchmark")
    for b, s in zip(g["benchmarks"], wanted):
        ns = s["summary"]["median"] if s["unit"] == "ns" else int(s["size_bytes"]) * len(s["lanes"]) / s["summary"]["median"] * 1e9
        check(math.isclose(b["real_time"], ns) and b["run_type"] == "iteration" and b["time_unit"] == "ns", b)
    newest = {r["run"]["scenario"]["name"]: r for r in runs}.values()
    for name, unit in (("bigger-is-better", "B/s"), ("smaller-is-better", "ns")):
        rows = load(FILES[name])
        check([x["name"] for x in rows] == [s["id"] for r in newest for s in r["series"] if measured(s) and s["unit"] == unit], name)
        check(all(set(x) <= {"name", "unit", "value", "range", "extra"} and isinstance(x["value"], (int, float)) for x in rows), rows[:1])


def hold(what, exact=True):
    """All files that WORDS names hold what the JSON report says. exact: names are such that OpenMetrics holds them unchanged."""
    document = load(FILES["json"])
    follows("report", document, what)
    runs = document["reports"] if "reports" in document else [document]
    for wrong in (lambda: csv_holds(pathlib.Path(FILES["csv"]).read_bytes().decode("utf-8"), runs),
                  lambda: junit_holds(pathlib.Path(FILES["junit"]).read_bytes(), runs),
                  lambda: openmetrics_holds(pathlib.Path(FILES["openmetrics"]).read_bytes().decode("utf-8"), runs, exact),
                  lambda: others_hold(runs)):
        try:
            wrong()
        except Exception as why:  # a reader that refuses the file
            check(False, what, type(why).__name__, why)
    return document


def contents():
    return {name: pathlib.Path(file).read_bytes() for name, file in FILES.items() if name != "openmetrics"}  # which remembers


def whole(code, *words, what=None, **how):
    """A run with every file: they hold what they should, and `report` makes the same of the JSON report."""
    for file in FILES.values():
        pathlib.Path(file).unlink(missing_ok=True)
    e = run("run", *words, *WORDS, **how)
    check(e.code == code, words, "exit", e.code, "not", code, e)
    document = hold(what or words)
    before = contents()
    shutil.copy(FILES["json"], "given.json")
    again = run("report", "given.json", *WORDS)
    several = "reports" in document
    check(again.code == e.code, "exit of report", again, "not", e.code)
    check(again.out == e.out or not document.get("machine", {}).get("devices"), "report says what the run said", words, again.out, e.out)
    after = contents()
    for name in after:
        check(after[name] == before[name] or (several and name == "json"), "report writes the same", name, words)
        if name != "json":
            check(run("report", "given.json", "--format", name).out.encode() == after[name], "--format", name, words)
    if not several:
        check(run("report", "-", "--format", "json", stdin=before["json"]).out.encode() == before["json"], "--format json", words)
    return document


# --- runs of every kind -------------------------------------------------------------------------------------------------------

UP = '[[test]]\nname = "up"\ndirection = "h2d"\nsize = "4KiB"\n'
fine, other = scenario("fine"), scenario("other", UP.replace("4KiB", "8KiB"))
both = '[[test]]\nname = "all"\nmeasure = ["bandwidth", "latency", "sync"]\ndirection = ["h2d", "d2h", "d2d"]\nmode = ["single", "bidirectional"]\nsize = ["512B", "64KiB"]\n'
for model in [m["name"].replace("NxM", "4x2") for m in run("list", "models", "--format", "json").json()["models"]]:
    e = run("run", str(ROOT / "scenarios/quickstart.toml"), "--model", model, "--profile", "smoke", "--json", "m.json")
    check(e.code in (0, 4), model, e)
    follows("report", load("m.json"), model)
    check(run("report", "m.json").out == e.out, model, "report says what the run said")
whole(0, str(ROOT / "scenarios/quickstart.toml"), "--model", "atlas-350-x8")
whole(0, str(ROOT / "scenarios/superpod/latency.toml"), "--model", "superpod-2x16", what="a super-pod")
whole(0, scenario("every", both))
for n in (1, 2, 6):
    d = whole(0, fine, "--set", "test.up.iterations=%d" % n)
    check(all(len(s["samples"]) == n for s in d["series"]), n, "samples")
chiplets = '[[test]]\nname = "chip"\ndirection = "d2h"\nlanes = ["0.3"]\nsize = "4KiB"\n'
huge = '[[test]]\nname = "huge"\ndirection = "h2d"\nsize = "4T"\nlanes = ["host>0"]\n'
limit = '[[limit]]\nmatch = { direction = "%s" }\nmin = "%s"\n'
d = whole(1, scenario("mixed", UP + chiplets + huge))
check({s["status"] for s in d["series"]} == {"measured", "skipped", "failed"}, d["counts"])
whole(4, scenario("nothing", chiplets))
whole(4, scenario("required", UP + chiplets + 'missing = "fail"\n'))
whole(0, scenario("within", UP + limit % ("h2d", "1 B/s")))
whole(3, scenario("below", UP + limit % ("h2d", "900000 GB/s")))
d = whole(4, scenario("unmet", UP + chiplets + limit % ("d2h", "1 GB/s")))
whole(4, scenario("expects", UP, "expect = { devices = 999 }"))
whole(1, fine, "--backend", "cuda", "--library", "cuda=/nowhere/libcuda.so", what="a library that is not there")
whole(1, fine, scenario("fails", huge), what="two scenarios")
whole(0, fine, other)
for name, library in LIBRARIES.items():
    whole(1, write("u.toml", 'lanemark = 1\n[scenario]\nname = "u"\n[target]\nbackend = "%s"\n[defaults]\niterations = 2\nwait = "2s"\n' % name + UP),
          "--library", name + "=" + library, env=made_up("corrupt=copy:2"), what="a driver that spoils bytes")
whole(0, fine, env={"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"})

# interrupted: what there is, in every format
long_run = scenario("long", '[[test]]\nname = "a"\ndirection = "h2d"\nsize = ["1MiB", "2MiB"]\niterations = 10000000\n')
p = subprocess.Popen([PROGRAM, "run", long_run, *WORDS], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                     preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
time.sleep(1.5)  # into the sampling; no bound
p.send_signal(signal.SIGTERM)
check(p.wait(timeout=60) == 143, "interrupted", p.returncode)
d = hold("interrupted")
check(d["exit"]["code"] == 143 and any(s["status"] == "not-run" for s in d["series"]), d["exit"], d["counts"])
check(run("report", FILES["json"]).code == 143, "report ends as the run did")

# what kept a run from its beginning leaves the files as they were
before = contents()
expect(2, "run", "missing.toml", *WORDS)
check(contents() == before, "a usage error writes nothing")

# --- names that nobody should trust ---------------------------------------------------------------------------------------------

HOSTILE = "=<a href=\"x\">&amp;'\\,;\t\r\n]]>\x01\x1b[31m\x7f\u202e\u05e9\uffff\ufffe\U0001f680\u0085\u2028 "
run("run", scenario("mixed", UP + chiplets + huge + limit % ("h2d", "900000 GB/s")), "--json", "mixed.json")


def poisoned(value, key=""):
    if isinstance(value, dict):
        return {k: poisoned(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [poisoned(v, key) for v in value]
    fixed = ("schema", "source", "destination", "unit", "better", "status", "ruling", "started", "seed", "issuer", "measure", "threads")
    return value + HOSTILE if isinstance(value, str) and key not in fixed else value


pathlib.Path("hostile.json").write_text(json.dumps(poisoned(load("mixed.json"))))
e = run("report", "hostile.json", *WORDS)
check(e.code == 1 and "\x1b" not in e.out + e.err and "\u202e" in e.out, "hostile names", e)
hold("hostile names", exact=False)
check(load(FILES["json"])["run"]["id"].endswith(HOSTILE), "JSON keeps names as they are")
os.mkdir("in")
e = expect(1, "report", "hostile.json", "--json", "in/", "--csv", "in")
check(len(os.listdir("in")) == 2 and all(re.fullmatch(r"[A-Za-z0-9_.-]+", n) for n in os.listdir("in")), os.listdir("in"))
pathlib.Path("climb.json").write_text(pathlib.Path("mixed.json").read_text().replace('"name":"mixed"', '"name":"../../climbed"'))
expect(1, "report", "climb.json", "--json", "in")
check(not list(pathlib.Path("..").glob("climbed*")) and len(os.listdir("in")) == 3, os.listdir("in"))

# --- node_exporter ---------------------------------------------------------------------------------------------------------------


def scraped(folder):
    """What node_exporter makes of a folder."""
    program = shutil.which("prometheus-node-exporter") or shutil.which("node_exporter")
    if not program:
        print("without a scrape: prometheus-node-exporter is not installed")
        return None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        at = "127.0.0.1:%d" % free.getsockname()[1]
    p = subprocess.Popen([program, "--collector.disable-defaults", "--collector.textfile", "--collector.textfile.directory=" + os.path.abspath(folder),
                          "--web.listen-address=" + at], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        for _ in range(300):
            try:
                return urllib.request.build_opener(urllib.request.ProxyHandler({})).open("http://%s/metrics" % at, timeout=10).read().decode()
            except OSError:
                if p.poll() is not None:
                    check(False, "node_exporter ended:", p.stderr.read().decode())
                    return None
                time.sleep(0.1)
        check(False, "node_exporter does not answer")
    finally:
        p.kill()
        p.communicate()


os.mkdir("scrape")
expect(0, "run", str(ROOT / "scenarios/quickstart.toml"), "--model", "atlas-350-x8", "--openmetrics", "scrape/quickstart.prom")
expect(1, "report", "hostile.json", "--openmetrics", "scrape/hostile.prom")
check(all(os.stat("scrape/" + f).st_mode & 0o777 == 0o666 & ~(lambda m: (os.umask(m), m)[1])(os.umask(0)) for f in os.listdir("scrape")), "readable files")
answer = scraped("scrape")
if answer is not None:
    check("\nnode_textfile_scrape_error 0\n" in answer, "node_exporter takes the files", re.findall("node_textfile.*", answer))
    wanted = sum(1 for f in os.listdir("scrape") for line in pathlib.Path("scrape", f).read_text().split("\n") if line and line[0] != "#")
    check(len(re.findall(r"^lanemark_", answer, re.M)) == wanted, "samples scraped", len(re.findall(r"^lanemark_", answer, re.M)), "not", wanted)
    pathlib.Path("scrape/broken.prom").write_text("lanemark_cells 1 2 3\n")
    check("\nnode_textfile_scrape_error 1\n" in scraped("scrape"), "a broken file is seen, so the test sees one")

# the time of the last success outlives failures
last = re.compile(r"^lanemark_last_success_timestamp_seconds\S* (\S+)$", re.M)
expect(0, "run", scenario("nightly"), "--openmetrics", "nightly.prom")
success = last.search(pathlib.Path("nightly.prom").read_text())[1]
expect(3, "run", scenario("nightly", UP + limit % ("h2d", "900000 GB/s")), "--openmetrics", "nightly.prom")
expect(3, "run", scenario("nightly", UP + limit % ("h2d", "900000 GB/s")), "--openmetrics", "nightly.prom")
check(last.search(pathlib.Path("nightly.prom").read_text())[1] == success, "the last success is kept")

# --- report: what it takes and how it ends -----------------------------------------------------------------------------------------

expect(0, "run", fine, "--json", "fine.json")
report = pathlib.Path("fine.json").read_text()
write("broken.json", report[:len(report) // 2])
write("newer.json", report.replace("lanemark-report/1", "lanemark-report/2"))
write("foreign.json", '{"benchmarks": []}')
expect(2, "report", err="needs a JSON report")
expect(2, "report", "missing.json", err="missing.json: error: cannot be read: No such file")
expect(2, "report", "broken.json", err="the file is cut short")
expect(2, "report", "foreign.json", err='has no "schema"')
expect(2, "report", "/", err="it is a directory")
expect(2, "report", "-", err="standard input: error: it is empty")
expect(2, "report", "-", "-", err="once only")
e = expect(5, "report", "newer.json", "--csv", "never.csv", err='its schema is "lanemark-report/2"')
check(not os.path.exists("never.csv") and e.out == "", "nothing is written of what cannot be read", e)
expect(5, "report", "fine.json", "newer.json")
expect(2, "report", "newer.json", "broken.json", err="broken.json:")
run("plan", fine, "--format", "json", "--output", "plan.json")
expect(5, "report", "plan.json", err='"lanemark-plan/1"')
for words in (["report"], ["report", "missing.json"], ["report", "broken.json"], ["report", "newer.json"], ["report", "--help"], ["report", "fine.json", "--nonsense"],
              ["report", "fine.json"], ["report", "fine.json", "mixed.json"]):
    e = run(*words, "--format", "json")
    d = e.json()
    check(d["exit"]["code"] == e.code and d["exit"]["reason"], words, d["exit"])
    if d["schema"].startswith("lanemark-report"):
        follows("report", d, words)
    else:
        check(words == ["report", "--help"], words, d["schema"])

# the worst of several decides: a signal, 2, 1, 5, 3, 4, 0
order = [0, 4, 3, 5, 1, 2, 130]
for code in order:
    write("e%d.json" % code, re.sub(r'"exit": \{"code":0,"reason":"[^"]*"', '"exit": {"code":%d,"reason":"because %d"' % (code, code), report))
for a, b in zip(order, order[1:]):
    for words in (("e%d.json" % a, "e%d.json" % b), ("e%d.json" % b, "e%d.json" % a)):
        d = expect(b, "report", *words, "--format", "json").json()
        check(d["exit"]["reason"] == "because %d" % b and d["schema"] == "lanemark-reports/1", d["exit"])
# a document of several says more than its reports
expect(1, "run", fine, other, "--json", "two.json", "--csv", "/no/x.csv")
expect(1, "report", "two.json")

# outputs that are one file, that overwrite what is read, that cannot be written
for words, said in [(["--csv", "a", "--junit", "a"], "the same file"), (["--csv", "a", "--junit", "./a"], "the same file"), (["--csv", "a", "--output", "a"], "the same file"),
                    (["--csv", "-"], "standard output"), (["--csv", "-", "--junit", "-", "--output", "x"], "standard output")]:
    expect(2, "report", "fine.json", *words, err=said)
    expect(2, "run", fine, *words, err=said)
os.symlink("fine.json", "link.json")
expect(2, "report", "fine.json", "--json", "fine.json", err="would overwrite")
expect(2, "report", "fine.json", "--csv", "link.json", err="would overwrite")
check(pathlib.Path("fine.json").read_text() == report, "the report is whole")
for words in (["--csv", "no/x"], ["--junit", "no/"], ["--openmetrics", "/dev/full"]):
    e = expect(1, "run", fine, *words, err="cannot write to", out="")
    e = expect(1, "report", "fine.json", *words, err="cannot write to", out="measured")
    check(e.err.count("\n") == 1, "said once", e)
e = expect(0, "report", "fine.json", "--csv", "/dev/null", "--junit", "/dev/null", "--output", "/dev/null")
check(expect(0, "report", "fine.json", "--csv", "-", "--output", "x.txt").out.startswith("run_id,"), "CSV on standard output")
expect(2, "report", "fine.json", "--format", "csw", err="did you mean csv?")
expect(2, "run", fine, "--format", "csv", err="unknown format")
e = expect(0, "report", "fine.json", "fine.json", "--openmetrics", "x.prom", err="holds the newest run of each scenario alone, 1 of 2")
with open("/dev/full", "wb") as full:
    e = run("report", "fine.json", "--format", "junit", stdout=full)
check(e.code == 1 and "No space left" in e.err, e)

# --- two at once into one folder -----------------------------------------------------------------------------------------------------

os.mkdir("many")
quick = write("quick.toml", 'lanemark = 1\n[scenario]\nname = "quick"\n[target]\nbackend = "sim"\nmodel = "rbln-cr13-x8"\n[defaults]\niterations = 2\n[[test]]\nname = "up"\ndirection = "h2d"\n'
              'lanes = ["host>0"]\nsize = "4KiB"\n')
loop = 'for i in $(seq 50); do "$0" run quick.toml --quiet --json many --csv many/ --junit many --output /dev/null || exit; done'
both = [subprocess.Popen(["bash", "-c", loop, PROGRAM]) for _ in range(2)]
check([p.wait(timeout=250) for p in both] == [0, 0], "100 runs")
names = os.listdir("many")
check(len(names) == 300 and all(re.fullmatch(r"quick-\d{8}T\d{6}Z-[0-9a-f]{16}\.(json|csv|xml)", n) for n in names), len(names), "files", names[:3])
check(len({load("many/" + n)["run"]["id"] for n in names if n.endswith(".json")}) == 100, "100 reports")
e = expect(0, "report", *("many/" + n for n in names if n.endswith(".json")), "--junit", "all.xml", "--google-benchmark", "all.json")
check(len(list(xml.parse("all.xml").iter("testcase"))) == 200, "all of them in one")
check({b["repetitions"] for b in load("all.json")["benchmarks"]} == {100}, "repetitions of one series")
# a run that came to nothing leaves a file of its own, too
expect(1, "run", fine, "--backend", "cuda", "--library", "cuda=/nowhere/libcuda.so", "--junit", "many/")
check(len([n for n in os.listdir("many") if n.startswith("fine-2")]) == 1, "a file for a run that could not begin")

# --- the schema ----------------------------------------------------------------------------------------------------------------------

check(run("schema", "report").out == (ROOT / "docs/report.schema.json").read_text(), "lanemark schema report")
check(run("schema").out == run("schema", "scenario").out == (ROOT / "docs/scenario.schema.json").read_text(), "lanemark schema")
expect(2, "schema", "reprot", err="did you mean report?")
end()
