#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""files.py PROGRAM: output files are whole or not there, and no output fails in silence."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, expect, run, scenario

fine = scenario("fine")


def left_over():
    return [p for p in os.listdir(".") if ".json." in p or ".txt." in p]


expect(0, "run", fine, "--output", "r.txt")
check("measured" in pathlib.Path("r.txt").read_text(), "text in the file")
e = expect(0, "run", fine, "--format", "json", "--output", "r.json")
check(e.out == "" and pathlib.Path("r.json").read_text().startswith("{"), "document in the file, nothing on stdout", e)

# permissions: those of umask for a new file, the old ones for an old file; a link stays a link
check(os.stat("r.json").st_mode & 0o777 == 0o666 & ~(lambda m: (os.umask(m), m)[1])(os.umask(0)), oct(os.stat("r.json").st_mode))
os.chmod("r.json", 0o640)
os.symlink("r.json", "link.json")
expect(0, "run", fine, "--json", "link.json")
check(os.path.islink("link.json") and os.stat("r.json").st_mode & 0o777 == 0o640, "link and mode kept")

# what is no file is written, not replaced
expect(0, "run", fine, "--json", "/dev/null")
check(not os.path.isfile("/dev/null"), "/dev/null is still what it was")
e = expect(0, "run", fine, "--format", "json", "--output", "/dev/stdout")
check(e.json()["exit"]["code"] == 0, e)

# no room and nobody there
full = open("/dev/full", "wb")
for words in (["run", fine], ["run", fine, "--format", "json"], ["plan", fine], ["env"], ["list", "devices"], ["schema"], ["--help"], ["--version"]):
    e = run(*words, stdout=full)
    check(e.code == 1 and "No space left" in e.err, words, "to a full disk", e)
expect(1, "run", fine, "--json", "/dev/full", err="No space left", out="exit 1")
e = run("run", fine, "--format", "json", "--json", "/dev/full")
check(e.code == 1 and e.json()["exit"]["code"] == 1 and "No space" in e.json()["exit"]["reason"], e)
e = run("run", fine, "--format", "json", "--output", "/dev/full")
check(e.code == 1 and e.json()["exit"]["code"] == 1, "the result goes to stdout when its file fails", e)
for words in (["plan", fine], ["check", fine], ["list", "tests", fine], ["list", "models"]):
    whole = expect(0, *words).out
    expect(1, *words, "--output", "/no/x", err="cannot write to", out=whole)
for words in (["plan", fine], ["run", fine]):
    reader, writer = os.pipe()
    os.close(reader)
    p = subprocess.run([PROGRAM, *words], stdout=writer, stderr=subprocess.PIPE, timeout=60)
    os.close(writer)
    check(p.returncode == 1 and b"closed the pipe" in p.stderr, words, "to a closed pipe", p.returncode, p.stderr)
p = subprocess.run([PROGRAM, "run", fine], stdout=subprocess.DEVNULL, stderr=open("/dev/full", "wb"), timeout=60)
check(p.returncode == 0, "a full standard error does not spoil a run", p.returncode)

# a limit on file sizes is an error, not a crash; the old file stays whole
before = pathlib.Path("r.json").read_text()
p = subprocess.run(["bash", "-c", 'ulimit -f 1; exec "$0" run %s --json r.json --set "test.up.size=[%s]"' % (fine, ",".join(str(4096 + 64 * i) for i in range(20))),
                    PROGRAM], capture_output=True, timeout=120)
check(p.returncode == 1 and b"cannot write to" in p.stderr, "file size limit", p.returncode, p.stderr)
check(pathlib.Path("r.json").read_text() == before, "the old report is whole")
check(left_over() == [], "temporary files left:", left_over())

if os.geteuid() != 0:  # root may write anywhere
    os.mkdir("locked", 0o500)
    expect(1, "run", fine, "--json", "locked/x.json", err="Permission denied")

# a closed standard stream is an error where it is needed, and no other file takes its number
for closed, code in ((">&-", 1), ("2>&-", 0), ("<&-", 0), (">&- 2>&- <&-", 1)):
    p = subprocess.run(["bash", "-c", 'exec "$0" run %s %s' % (fine, closed), PROGRAM], stdout=subprocess.PIPE, timeout=60)
    check(p.returncode == code, closed, "exit", p.returncode)

# a scenario is never overwritten by its own result
text = pathlib.Path(fine).read_text()
expect(2, "run", fine, "--output", "./" + fine, err="would overwrite")
expect(2, "run", fine, "--json", fine, err="would overwrite")
check(pathlib.Path(fine).read_text() == text, "the scenario is whole")

# the same name twice, an empty one
expect(2, "run", fine, "--json", "a", "--output", "a", err="the same file")
expect(2, "run", fine, "--json", "-", err="standard output")
expect(2, "run", fine, "--json", "", err="is empty")
expect(2, "run", fine, "--output=", err="needs a value")
expect(2, "run", "", err="is empty")
expect(2, "run", fine, "--profile", "a", "--profile", "b", err="--profile is given more than once")
expect(2, "run", "-", "-", err="once only")
end()
