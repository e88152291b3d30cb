#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ascend.py PROGRAM: the latency test of the ascend-dmi command line, on its models and on this machine."""
import json
import os
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, expect, run, write

A3 = ["--model", "atlas-900-a3-x16"]

# the blocks of the vendor's page
e = expect(0, "ascend", "-l", "-q", *A3)
check(e.out == "Device Id: 0\nData Size: 512 B\nDevice to Host Latency: 802.421 ns\nHost to Device Latency: 766.108 ns\n", e)
e = expect(0, "ascend", "-l", "-t", "h2d", "-s", "1024", "-d", "0", "-q", *A3)
check(e.out == "Device Id: 0\nData Size: 1024 B\nHost to Device Latency: 760.847 ns\n", e)
d = expect(0, "ascend", "-l", "-t", "h2d", "-s", "1024", "-d", "0", "--fmt", "json", *A3).json()
check(d == {"Latency": [{"device_id": "0", "latency": "760.847000 ns", "size": "1024 Bytes", "type": "Host to Device Test"}]}, d)
e = expect(0, "ascend", "-l", "-t", "p2p", "-q", *A3)
rows = [line.split() for line in e.out.splitlines()]
check(e.out.startswith("Peer to Peer Test Latency Matrix(ns) DataSize: 512B\nD\\D 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n"), e)
check(rows[2][:4] == ["0", "***", "325.16", "969.35"] and rows[17][-2:] == ["324.26", "***"], rows)
check(len(rows) == 18 and all(len(r) == 17 for r in rows[1:]), rows)
d = expect(0, "ascend", "-l", "-t", "p2p", "-q", "--fmt", "json", *A3).json()
check(len(d["Latency"]) == 240, len(d["Latency"]))
check(d["Latency"][0] == {"src_device_id": "0", "dst_device_id": "1", "latency": "325.160000 ns", "size": "512 Bytes",
                          "type": "Peer to Peer Test"}, d["Latency"][0])
e = expect(0, "ascend", "-l", "-t", "p2p", "--ds", "0", "--dd", "1", "-q", "--model", "ascend-950-x2")
check(e.out == "Device Id: 0 -> 1\nData Size: 512 B\nPeer to Peer Latency: 800.144 ns\n", e)

# a super-pod in one process: the vendor's block and JSON; without a pair 0 to 0, as the page says
POD = ["--model", "superpod-2x16"]
e = expect(0, "ascend", "-l", "-t", "p2p", "--sp", "--ds", "0", "--dd", "1", "-q", *POD)
check(e.out == "Device Id: 0 -> 1\nData Size: 512 B\nSuperPoD Peer to Peer Latency: 1726.06 ns\n", e)
d = expect(0, "ascend", "-l", "-t", "p2p", "--sp", "--ds", "0", "--dd", "1", "-q", "--fmt", "json", *POD).json()
check(d == {"Latency": [{"src_device_id": "0", "dst_device_id": "1", "latency": "1726.060000 ns", "size": "512 Bytes",
                         "type": "SuperPod Peer to Peer Test"}]}, d)
for words in (["--sp"], ["-sp"], ["--super-pod"], ["--super-pod", "--device-src", "0", "-dd", "0"]):
    e = expect(0, "ascend", "-l", "-t", "p2p", *words, "-q", *POD)
    check(e.out.startswith("Device Id: 0 -> 0\nData Size: 512 B\nSuperPoD Peer to Peer Latency: "), e)
expect(0, "ascend", "-l", "-t", "p2p", "-sp", "-ds", "15", "-dd", "3", "-s", "1048576", "-q", "--model", "superpod-4x16", out="Device Id: 15 -> 3\nData Size: 1048576 B\n")
e = expect(0, "ascend", "-l", "-t", "p2p", "-q", *POD)  # the matrix within a node is that of one node
check(e.out == run("ascend", "-l", "-t", "p2p", "-q", *A3).out, e)
for where, text in ((A3, "the model atlas-900-a3-x16 has one"), (["--backend", "host"], "there is one: start under mpirun -n 2"), (["--model", "superpod-1x2"], "has one")):
    e = expect(2, "ascend", "-l", "-t", "p2p", "-sp", "-q", *where, out="Error code [0x22] is displayed. ")
    check(text in e.out and "mpirun -n 2" in e.out, e)
    d = expect(2, "ascend", "-l", "-t", "p2p", "-sp", "-q", "--fmt", "json", *where).json()
    check(d["error"]["code"] == 0x22 and text in d["error"]["description"], d)
for device in ("-ds", "-dd"):
    expect(2, "ascend", "-l", "-t", "p2p", "-sp", device, "16", "-dd" if device == "-ds" else "-ds", "0", "-q", *POD, out="Error code [0xa]")
for model, why in (("superpod-1025x1", "1 to 1024 nodes, not 1025"), ("superpod-2x65", "1 to 64 devices, not 65"), ("superpod-NxM", "write for example superpod-48x16")):
    expect(2, "ascend", "-l", "-t", "p2p", "-sp", "-q", "--model", model, out=why)
    expect(2, "run", write("pod.toml", 'lanemark = 1\n[scenario]\nname = "pod"\n[[test]]\nname = "t"\ndirection = "node"\n'), "--model", model, err=why)

# nodes in a scenario: what is expected of them, each pair once both ways, and one sentence where there is one node
POD_FILE = write("nodes.toml", """lanemark = 1
[scenario]
name = "nodes"
[target]
backend = "sim"
model = "superpod-4x2"
expect = { nodes = 4, devices = 2 }
[defaults]
iterations = 1
size = "1MiB"
schedule = "rounds"
[[test]]
name = "pairs"
direction = "node"
measure = ["bandwidth", "latency", "sync"]
mode = ["single", "bidirectional", "parallel"]
copy = ["put", "send", "shared"] # simulated nodes have one way
""")
d = expect(0, "run", POD_FILE, "--format", "json", "--quiet").json()
count = lambda mode, measure: sum(s["mode"] == mode and s["measure"] == measure for s in d["series"])
check([count(m, q) for m in ("single", "bidirectional", "parallel") for q in ("bandwidth", "latency", "sync")] == [12, 12, 12, 6, 6, 0, 1, 1, 0], d["counts"])
check(all("copy=" not in s["id"] for s in d["series"]), d["series"][0]["id"])
d = expect(4, "run", POD_FILE, "--format", "json", "--quiet", "--model", "superpod-3x2", err="expected 4 nodes, and there are 3").json()
check(d["counts"]["measured"] == 0, d["counts"])
expect(4, "run", POD_FILE, "--quiet", "--model", "rbln-cr13-x8", err="take a model of several, such as superpod-4x16")
d = expect(4, "run", "pod.toml", "--backend", "host", "--format", "json", "--quiet").json()
check({s["reason"] for s in d["series"]} == {"node needs two nodes, and there is one: start under mpirun -n N"}, d["series"])
check("superpod-NxM      N      M each" in run("list", "models").out, run("list", "models"))
models = {m["name"]: m for m in run("list", "models", "--format", "json").json()["models"]}
check(not [m for m in models.values() if (m["source"] or "").startswith("broken")], models)
check(models["superpod-NxM"]["nodes"] is None and models["superpod-2x16"]["nodes"] == 2, models)

# three spellings are one option
same = [run("ascend", "-l", "-t", "p2p", a, "0", b, "1", "-q", *A3).out
        for a, b in (("-ds", "-dd"), ("--ds", "--dd"), ("--device-src", "--device-dst"), ("-ds", "--device-dst"))]
check(len(set(same)) == 1 and "0 -> 1" in same[0], same)
check(run("ascend", "--latency", "--type", "h2d", "-fmt=json", *A3).json()["Latency"], "-fmt=json")

# a size is rounded up, said on standard error, and both are in the report
e = expect(0, "ascend", "-l", "-t", "h2d", "-s", "700", "-q", "--json", "r.json", *A3, err="-s 700 is rounded up to 1024 bytes")
check("Data Size: 1024 B" in e.out, e)
series = json.load(open("r.json"))["series"][0]
check(series["size_requested"] == 700 and series["size_bytes"] == 1024, series)

# what is refused: the vendor's form, never exit code 0
refused = [
    ([], "Error code [0x3]"),
    (["-l", "-t", "d2d"], "Error code [0x3]"),
    (["-l", "-t", "p2p", "-ds", "0"], "-dd is missing"),
    (["-l", "-t", "p2p", "-ds", "0", "-dd", "1", "-d", "0"], "exclude each other"),
    (["-l", "-t", "p2p", "-ds", "0", "-dd", "99"], "Error code [0xa]"),
    (["-l", "-d", "16"], "Error code [0xa]"),
    (["-l", "-d", "x"], "Error code [0xa]"),
    (["-l", "-s", "511"], "Error code [0x14]"),
    (["-l", "-s", "1048577"], "Error code [0x14]"),
    (["-l", "-s", "4K"], "Error code [0x14]"),
    (["-l", "-sp"], "Error code [0x22]"),
    (["-l", "-t", "h2d", "-sp", "-d", "0"], "Error code [0x22]"),
    (["-l", "-t", "h2d", "-ds", "0", "-dd", "1"], "need -t p2p"),
    (["-l", "-t", "p2p", "-dd", "0"], "-ds is missing"),
    (["-l", "-t", "p2p", "-ds", "1", "-dd", "1"], "both device 1"),
    (["-l", "-t", "p2p", "-ms", "urma"], "takes URMA or UBMemory"),
    (["-l", "-s", "0"], "Error code [0x14]"),
    (["-l", "-t", "p2p", "-ms", "URMA"], "Error code [0x10]"),
    (["-l", "--sise", "4"], "did you mean --size?"),
    (["-l", "-t"], "needs a value"),
    (["-l", "--fmt", "xml"], "normal or json"),
]
for words, text in refused:
    e = expect(2, "ascend", *words, "-q", *A3, out=text)
    d = run("ascend", *words, "-q", "--fmt", "json", *A3)
    if "--fmt" not in words:
        check(d.code == 2 and d.json()["error"]["description"], words, d)
expect(2, "ascend", "-l", "-q", "--model", "ascend-950-x2", out="-t p2p only")
expect(2, "ascend", "-l", "-t", "p2p", "-ms", "URMA", "-q", "--model", "atlas-350-x8", out="does not support -ms URMA")
expect(2, "ascend", "-l", "-t", "p2p", "-ds", "3", "-dd", "4", "-q", "--model", "atlas-350-x8", out="within a group")
e = expect(0, "ascend", "-l", "-t", "p2p", "-q", "--model", "atlas-350-x8", out="n/a")
check("and 28 more without a figure" in e.out, e)
for words in ((), ("--fmt", "json")):  # without the vendor's driver; where there is one, its devices are measured
    e = run("ascend", "-l", "-q", *words)
    check(e.code == 0 or (e.code == 1 and "choose --backend host, or --model NAME" in e.out), e)

# real copies of this machine; and the program by the vendor's name
e = expect(0, "ascend", "-l", "-q", "--backend", "host", out="Device to Host Latency: ")
os.symlink(PROGRAM, "ascend-dmi")
import subprocess
check(b"0 -> 1" in subprocess.run(["./ascend-dmi", "-l", "-t", "p2p", "-ds", "0", "-dd", "1", "-q", *A3], capture_output=True).stdout, "by name")
# --print-scenario runs as a file, with the same figures
text = run("ascend", "-l", "--print-scenario", *A3).out
open("printed.toml", "w").write(text)
d = expect(0, "run", "printed.toml", "--format", "json").json()
check(sorted(round(s["summary"]["median"], 3) for s in d["series"]) == [766.108, 802.421], d["series"])
end()
