#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_scenario.py DRIVER FILE.toml: a shipped scenario must check, plan and run. It runs briefly: by its profile `smoke` where it has
one, else with one sample a cell. The report must be one JSON document in which every planned cell is accounted for. Launch lines of
its comments that name a model are run too, and must measure."""
import json
import pathlib
import re
import subprocess
import sys
import tomllib

driver, path = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()


def keys(file):
    """Tables and profiles of the file and of those it extends."""
    scenario = tomllib.loads(file.read_text())
    found = set(scenario) | {f"profile.{name}" for name in scenario.get("profile", {})}
    for other in scenario.get("scenario", {}).get("extends", []):
        found |= keys(file.parent / other)
    return found


def lanemark(*words, wanted=(0,)):
    # Not in the folder of the file: `extends` and models are relative to the file, not to where lanemark is started.
    run = subprocess.run([driver, *words], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="backslashreplace")
    if run.returncode not in wanted:
        print(run.stdout[-4000:], run.stderr[-4000:], sep="\n")
        sys.exit(f"lanemark {' '.join(words)}: exit status {run.returncode}, wanted {' or '.join(map(str, wanted))}")
    return run


lanemark("check", str(path))
lanemark("plan", str(path))
has = keys(path)
brief = ["--profile", "smoke"] if "profile.smoke" in has else ["--set", "defaults.iterations=1", "--set", 'defaults.size="64KiB"']
# 3: a slow machine may miss a limit. 4: this machine may have nothing that the scenario measures.
launches = [([], (0, 3, 4) if "limit" in has else (0, 4))]
for file, model in re.findall(r"lanemark run (\S+) --model (\S+)", path.read_text()):
    if not path.samefile(pathlib.Path(__file__).resolve().parents[2] / file):
        sys.exit(f"the launch line of {path.name} names another file, {file}")
    launches.append((["--model", model], (0, 3) if "limit" in has else (0,)))
for words, wanted in launches:
    run = lanemark("run", str(path), *words, *brief, "--format", "json", "--quiet", wanted=wanted)
    report = json.loads(run.stdout)
    counts = report["counts"]
    if report["exit"]["code"] != run.returncode:
        sys.exit(f"the report says exit code {report['exit']['code']}, the process said {run.returncode}")
    if counts["failed"] or counts["measured"] + counts["skipped"] != counts["planned"] or len(report["series"]) != counts["planned"]:
        sys.exit(f"not every cell is accounted for: {counts}, {len(report['series'])} series")
    print(*words, counts, run.returncode)
