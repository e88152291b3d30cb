#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ascend.py PROGRAM: the latency test of the ascend-dmi command line, on its models and on this machine."""
import json
import os
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, expect, run

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
expect(2, "ascend", "-l", "-q", out="--backend host")  # the vendor's own driver is not in this build

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
