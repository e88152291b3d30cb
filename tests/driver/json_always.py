#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json_always.py PROGRAM: with --format json standard output is one JSON document, whatever happens, and nothing else."""
import json
import os
import pathlib
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import check, end, expect, run, scenario, write
from schemas import DOCS, follows

fine = scenario("fine")
other = scenario("other")
mixed = scenario("mixed", '[[test]]\nname = "all"\nmeasure = ["bandwidth", "latency", "sync"]\ndirection = ["h2d", "d2h", "d2d"]\nmode = ["single", "bidirectional"]\n'
                          'size = ["512B", "64KiB"]\n[[test]]\nname = "chip"\ndirection = "d2h"\nlanes = ["0.3"]\nsize = "4KiB"\n')
pod = str(DOCS.parent / "scenarios/superpod/latency.toml")
broken = write("broken.toml", "lanemark = [\n")
SCHEMAS = {path.name.split(".")[0]: path.read_text() for path in sorted(DOCS.glob("*.schema.json"))}
KEYS = ["schema", "run", "machine", "counts", "exit", "series", "warnings"]

for words in [["run", fine], ["run", fine, other], ["run", broken], ["run", "missing.toml"], ["run", "/"], ["run"], ["run", fine, "--nonsense"],
              ["run", fine, "--profile"], ["run", "--set", "--profile", "x"], ["run", fine, "--csv", "x"], ["run", fine, "--json", "/no/x.json"], ["run", fine, "--output", "/no/x"],
              ["run", fine, "--devices", "99"], ["run", fine, "--max-cells", "1e"], ["plan", fine], ["plan", fine, other], ["plan", broken],
              ["plan", fine, "--output", "/no/x"], ["plan", "--help"], ["plan"], ["plan", mixed], ["plan", pod, "--model", "superpod-2x16"], ["env", "--output", "/no/x"], ["env", "x"],
              ["check", fine], ["check", broken, fine], ["env"], ["list", "devices"], ["list", "backends"], ["list", "tests", fine], ["list", "models"],
              ["list", "timers"], ["list", "copies"], ["list", "nonsense"], ["compare", "a", "b"], ["nonsense"], ["--help"], ["--version"],
              ["run", "--help"], []]:
    for format_words in (["--format", "json"], ["--format=json"]):
        e = run(*words, *format_words)
        try:
            d = e.json()
        except json.JSONDecodeError as why:
            check(False, words, "no JSON:", why, e)
            continue
        check(d["exit"]["code"] == e.code, words, "code in document", d["exit"], "and of the process", e.code)
        check(d["exit"]["reason"], words, "has no reason")
        check(d["schema"].startswith("lanemark-"), words, d["schema"])
        name = d["schema"][len("lanemark-"):-len("/1")].replace("reports", "report")
        if name in SCHEMAS:
            follows(name, d, words)
        check(e.code == 0 or (d.get("problems") or d["exit"]["code"] in (3, 4)), words, "names no problem", d.get("problems"))
        if words[:1] == ["run"] and d["schema"] == "lanemark-report/1":
            check([k for k in d if k in KEYS] == KEYS, words, "keys", list(d))
            check(d["run"]["version"], words, "has no version")

# several files are one document with all reports
d = run("run", fine, other, "--format", "json").json()
check(d["schema"] == "lanemark-reports/1" and [r["run"]["scenario"]["name"] for r in d["reports"]] == ["fine", "other"], list(d))
check(all(r["exit"]["code"] == 0 for r in d["reports"]), [r["exit"] for r in d["reports"]])

# a text run can write JSON beside, and both say the same
e = run("run", fine, "--json", "beside.json")
check(e.code == 0 and "measured" in e.out, e)
d = json.loads(pathlib.Path("beside.json").read_text())
check(d["exit"]["code"] == 0 and d["counts"]["measured"] == len(d["series"]), d["counts"])
check(run("run", fine, "--quiet").err == "", "--quiet says nothing")

# foreign locales, no HOME, no PATH, a dumb terminal, no colour
for env in [{"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}, {"LC_ALL": "nonsense"}, {"HOME": None, "TERM": None, "PATH": ""}, {"TERM": "dumb", "NO_COLOR": "1"},
            {"TZ": "Asia/Tokyo"}]:
    e = run("run", fine, "--format", "json", env=env)
    check(e.code == 0 and e.json()["series"][0]["summary"]["median"] > 1, env, e)
    check("\x1b" not in e.out + e.err, env, "colour")
    check(e.json()["run"]["started"].endswith("Z"), env)

# scenario text from standard input, names that are no UTF-8
d = run("run", "-", "--format", "json", stdin=pathlib.Path(fine).read_bytes()).json()
check(d["exit"]["code"] == 0, d["exit"])
raw = b"caf\xe9.toml"
os.link(fine, raw)
e = run("run", raw, "--format", "json")
check(e.json()["run"]["scenario"]["path"] == "caf\ufffd.toml", e)

# the schemas: printed as published, with a word on each key, where that is not left to the page on scenarios or to a report's environment
for name, text in SCHEMAS.items():
    check(expect(0, "schema", name).out == text, "lanemark schema", name)
    schema = json.loads(text)
    parts = [schema] if name in ("compare", "plan", "trend") else []
    while parts:
        part = parts.pop()
        parts += part.values() if isinstance(part, dict) else part if isinstance(part, list) else []
        for key, says in part.get("properties", {}).items() if isinstance(part, dict) else ():
            what = schema["$defs"][says["$ref"].rsplit("/", 1)[1]] if "$ref" in says else says
            check("description" in says or what.get("description"), name, "says nothing of", key)
report, env = (json.loads(SCHEMAS[name])["$defs"]["environment"] for name in ("report", "env"))
check(report == env, "the environment of a report is that of lanemark env")
expect(2, "schema", "trent", err="did you mean trend?")
expect(2, "schema", "comparison", err="known are scenario, %s" % ", ".join(n for n in SCHEMAS if n != "scenario"))
end()
