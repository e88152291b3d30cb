#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nightly.py PROGRAM: what is shipped to run lanemark unattended, examples/nightly/. The scripts are run, with the program and with others
in its place; units and pipelines are read by the tools that are here for that."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import HEAD, PROGRAM, check, end, run, write

TOP = pathlib.Path(__file__).resolve().parents[2]
SHIPPED = TOP / "examples" / "nightly"
os.mkdir("bin")


def tool(name, *words):
    """Runs a tool that need not be here."""
    if not shutil.which(name):
        print("not checked, there is no", name)
        return
    p = subprocess.run([name, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    check(p.returncode == 0 and not p.stderr, name, *words, p.stdout, p.stderr)


def program(name, script):
    path = pathlib.Path("bin") / name
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o755)
    return str(path.resolve())


def script(name, *words, **env):
    p = subprocess.run([SHIPPED / name, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100,
                       env={**os.environ, "PATH": os.path.abspath("bin") + ":" + os.environ["PATH"], **env})
    return p.returncode, p.stdout, p.stderr


scripts = sorted(SHIPPED.glob("*.sh"))
check(len(scripts) == 2, scripts)
for path in scripts:
    tool("bash", "-n", str(path))
    tool("shellcheck", str(path))

# the prolog
program("logger", "exit 0\n")
program("scontrol", 'printf "%s\\n" "$@" >scontrol.said\n')
FIT = write("fit.toml", HEAD % ("fit", "") + '[[test]]\nname = "up"\ndirection = "h2d"\nsize = "4KiB"\n[profile.smoke]\ndefaults = { iterations = 3 }\n')
SLOW = write("slow.toml", pathlib.Path(FIT).read_text().replace('"fit"', '"%s"' % ("slow" * 16)) + '[[limit]]\nmatch = { direction = "h2d" }\nmin = "9000 GB/s"\n')
GONE = write("gone.toml", pathlib.Path(FIT).read_text().replace('"core"', '"core"\nexpect = { devices = 4096 }'))
WRONG = write("wrong.toml", "lanemark = 1\n[[tset]]\n")


def prolog(scenario, code, reason="", lanemark=PROGRAM, **env):
    said = pathlib.Path("scontrol.said")
    said.unlink(missing_ok=True)
    got, out, err = script("slurm-prolog.sh", LANEMARK=lanemark, LANEMARK_SCENARIO=scenario, SLURMD_NODENAME="node7", **env)
    check(got == code and not err, "prolog exit", got, "not", code, out, err)
    check(out.startswith(reason) and len(out.rstrip("\n")) <= 80 and out.count("\n") == (code != 0), "prolog said", out)
    words = said.read_text() if said.exists() else ""
    check(words == ("update\nnodename=node7\nstate=drain\nreason=%s" % out if code else ""), "prolog told Slurm", words)


prolog(FIT, 0)
prolog(SLOW, 1, "lanemark: exit 3: ")
prolog(GONE, 1, "lanemark: exit 4: ")
prolog(WRONG, 0)                         # no fault of the node
prolog(FIT, 0, lanemark="/nowhere/lanemark")
prolog(FIT, 1, "lanemark: no end within 1 s", lanemark=program("stuck", "sleep 30\n"), LANEMARK_PATIENCE="1")
prolog(FIT, 1, "lanemark: Segmentation", lanemark=program("broken", "echo Segmentation fault\nexit 139\n"))

# node_exporter
os.mkdir("textfile")
got, out, err = script("node-exporter.sh", SLOW, "--profile", "smoke", LANEMARK=PROGRAM, TEXTFILE_FOLDER="textfile")
check((got, out, err) == (3, "", ""), got, out, err)
check(os.listdir("textfile") == ["lanemark.prom"], os.listdir("textfile"))
metrics = pathlib.Path("textfile/lanemark.prom").read_text()
for told in re.findall(r"^# +.*?(lanemark_\w+) ", (SHIPPED / "node-exporter.sh").read_text(), re.M):
    check("\n%s{" % told in metrics, "an alert is on what is not there:", told)
check(script("node-exporter.sh")[0] == 2, "no scenario is a mistake of usage")

# systemd, with the program where the unit looks for it
os.mkdir("units")
for path in SHIPPED.glob("lanemark-nightly.*"):
    pathlib.Path("units", path.name).write_text(path.read_text().replace("/usr/local/bin/lanemark", PROGRAM))
check(len(os.listdir("units")) == 2, os.listdir("units"))
tool("systemd-analyze", "--man=no", "verify", *(os.path.abspath("units/" + name) for name in os.listdir("units")))

# GitLab
try:
    import yaml

    job = yaml.safe_load((SHIPPED / "gitlab-ci.yml").read_text())["lanemark"]
    check(all(isinstance(line, str) for part in ("script", "after_script") for line in job[part]), job)
    check(job["script"][1].startswith("lanemark run scenarios/nightly.toml --quiet --json results/ "), job["script"])
except ImportError:
    print("not checked, there is no yaml for Python")

# what is told to lanemark is what it takes
known = set(re.findall(r"--[a-z-]+", run("run", "--help").out))
for path in [*SHIPPED.iterdir(), TOP / "docs" / "nightly.md"]:
    text = re.sub(r"\\\n|\n +--", lambda m: " --" if "-" in m[0] else " ", re.sub(r"(?m)^ *#.*", "", path.read_text()))
    for command in re.findall(r"(?:lanemark\"?|\$lanemark\"?) run ([^\n|<>]*)", text):
        for option in re.findall(r"(?<!\S)--[a-z-]+", command):
            check(option in known, path.name, "has", option, "in", command)
end()
