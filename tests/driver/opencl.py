#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""opencl.py PROGRAM: real copies between OpenCL devices. PoCL (Debian: pocl-opencl-icd) makes devices of threads; skipped without it."""
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import FOLDER, PROGRAM, check, end, expect, run, write

# PoCL forgets some bytes when its devices are unloaded: under the address sanitizer that is no leak of ours.
ENV = {"POCL_DEVICES": "pthread pthread", "POCL_CACHE_DIR": FOLDER.name,
       "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}
HEAD = 'lanemark = 1\n[scenario]\nname = "%s"\n[target]\nbackend = "opencl"\n[defaults]\niterations = 3\nwarmup = 1\n'

listed = expect(0, "list", "backends", "--format", "json", env=ENV)
row = [b for b in json.loads(listed.out)["backends"] if b["name"] == "opencl"][0]
devices = json.loads(run("list", "devices", "--backend", "opencl", "--format", "json", env=ENV).out)["devices"]
if row["state"] != "ready" or not all("pthread" in d["product"] for d in devices):
    print("skipped: no PoCL here:", row["reason"])
    sys.exit(77)
check(row["devices"] == 2 and "libOpenCL" in row["reason"], row)

# every direction, mode, measure and timer; every byte is verified
write("all.toml", HEAD % "all" + """
[[test]]
name = "bandwidth"
direction = ["h2d", "d2h", "d2d"]
mode = ["single", "bidirectional", "parallel"]
size = ["1B", "4097B", "1MiB"]
timer = ["device", "steady"]
[[test]]
name = "issuer"
direction = "d2d"
issuer = ["source", "destination"]
size = "64KiB"
[[test]]
name = "inside"
direction = "d2d"
lanes = "self"
size = "64KiB"
[[test]]
name = "latency"
measure = "latency"
direction = ["h2d", "d2h", "d2d"]
timer = ["device", "tsc", "steady"]
""")
report = expect(0, "run", "all.toml", "--format", "json", env=ENV).json()
check(report["counts"]["measured"] == report["counts"]["planned"], report["counts"])
check(report["run"]["backend"] == "opencl" and report["run"]["simulated"] is False, report["run"])
for s in report["series"]:
    check(s["status"] == "measured" and s["copy"] == "copy-engine" and len(s["samples"]) == 3, s["id"], s["status"], s["reason"])
    check(s["timer"] in s["id"], s["id"], s["timer"])
    for l in s["lanes"]:  # a device's engine issues; of two devices either
        issuer = "destination" if l["source"].startswith("host") else "source"
        check(l["issuer"] == issuer or "issuer=destination" in s["id"], s["id"], l)

# what it cannot do is skipped with the reason, and nothing measured is no success
write("cannot.toml", HEAD % "cannot" + """
[[test]]
name = "sync"
measure = "sync"
direction = "d2d"
[[test]]
name = "urgent"
direction = "h2d"
size = "4KiB"
priority = "high"
[[test]]
name = "chiplet"
direction = "h2d"
size = "4KiB"
lanes = ["host>0.2"]
[[test]]
name = "posted"
direction = "h2d"
size = "4KiB"
semantics = "queue"
""")
report = expect(4, "run", "cannot.toml", "--format", "json", env=ENV).json()
reasons = " ".join(s["reason"] or "" for s in report["series"])
for words in ("does not measure sync", 'no queue priority "high"', "chiplet", "semantics"):
    check(words in reasons, words, "not in", reasons)

# a buffer larger than a device gives fails that cell with its size; the run goes on
write("huge.toml", HEAD % "huge" + '[[test]]\nname = "huge"\ndirection = "d2d"\nlanes = "0>1"\nsize = ["4KiB", "1TiB"]\n')
report = expect(1, "run", "huge.toml", "--format", "json", env=ENV).json()
check([s["status"] for s in report["series"]] == ["measured", "failed"], report["series"])
check("1TiB" in report["series"][1]["reason"] and "opencl device" in report["series"][1]["reason"], report["series"][1]["reason"])

# absent, each with its reason
bare = {**ENV, "OCL_ICD_VENDORS": "/nonexistent"}
e = expect(0, "list", "backends", out="no OpenCL platform", env=bare)
e = expect(1, "run", "all.toml", err="backend opencl cannot be used here: no device", env=bare)
e = expect(0, "list", "backends", "--library", "opencl=/nonexistent/libOpenCL.so", out="library not found: tried /nonexistent/libOpenCL.so", env=ENV)
e = expect(1, "run", "all.toml", "--library", "opencl=/lib/x86_64-linux-gnu/libm.so.6", err="has no clGetPlatformIDs", env=ENV)
for bad in ("opencl", "opencl=", "nosuch=/x", "host=/x"):
    expect(2, "run", "all.toml", "--library", bad, err="BACKEND=PATH", env=ENV)
    expect(2, "list", "backends", "--library", bad, err="BACKEND=PATH", env=ENV)
expect(2, "run", "all.toml", "--library", "", err="", env=ENV)

# between nodes a device's memory is staged through the host, and the record says so; the other ways are for hosts' memory
if shutil.which("mpirun") and "needs two nodes" in run("run", write("alone.toml", HEAD % "alone" + '[[test]]\nname = "n"\ndirection = "node"\nsize = "4KiB"\n'), env=ENV).out:
    write("nodes.toml", HEAD % "nodes" + """
[[test]]
name = "nodes"
measure = ["latency", "bandwidth", "sync"]
mode = ["single", "bidirectional"]
direction = "node"
lanes = "0>1"
size = ["1B", "4097B", "1MiB"]
[[test]]
name = "put"
direction = "node"
size = "4KiB"
copy = "put"
""")
    p = subprocess.run(["mpirun", "-n", "2", PROGRAM, "run", "nodes.toml", "--format", "json"], capture_output=True, timeout=120, stdin=subprocess.DEVNULL,
                       env={**os.environ, **ENV, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    if b"built without MPI" not in p.stderr:
        report = json.loads(p.stdout)
        for s in report["series"]:
            if s["test"] == "put":
                check(s["status"] == "skipped" and "staged through the host" in s["reason"], s["status"], s["reason"])
                continue
            check(s["status"] == "measured" and s["mechanism"] == "send", s["id"], s["status"], s["reason"])
            check(all(l["path"] == ("direct" if s["measure"] == "sync" else "staged") for l in s["lanes"]), s["id"], s["lanes"])

# auto takes no OpenCL that is this machine's CPU
write("auto.toml", 'lanemark = 1\n[scenario]\nname = "auto"\n[[test]]\nname = "t"\ndirection = "h2d"\nsize = "4KiB"\niterations = 1\n')
report = expect(0, "run", "auto.toml", "--format", "json", env=ENV).json()
check(report["run"]["backend"] != "opencl", report["run"]["backend"])
end()
