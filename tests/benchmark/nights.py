#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nights.py FOLDER [NIGHTS [SERIES [SAMPLES]]]: a folder of made-up reports, and one of tonight in which device 3 is 10 % slower.

For the speed of `compare` and `trend`: /usr/bin/time -v build/lanemark compare FOLDER/nights FOLDER/tonight.json
"""
import datetime
import json
import pathlib
import random
import sys

folder = pathlib.Path(sys.argv[1])
nights, series, samples = (int(sys.argv[i]) if len(sys.argv) > i else default for i, default in ((2, 365), (3, 1000), (4, 40)))
(folder / "nights").mkdir(parents=True, exist_ok=True)
dice = random.Random(1)
devices = [{"id": d, "label": "d%d" % d, "product": "made-up", "pci": "0000:%02x:00.0" % d, "numa": 0, "chiplets": 1} for d in range(8)]
lanes = [(a, b) for a in range(8) for b in range(8) if a != b]
cells = [(a, b, 4096 << k) for k in range(18) for a, b in lanes][:series]


def one(a, b, size, slow):
    level = 50e9 * dice.gauss(1, 0.005) * (0.9 if slow and 3 in (a, b) else 1)
    xs = sorted(level * dice.gauss(1, 0.005) for _ in range(samples))
    middle = xs[samples // 2]
    s = {"n": samples, "median": middle, "ci_low": xs[samples // 3], "ci_high": xs[2 * samples // 3], "min": xs[0], "max": xs[-1], "mean": sum(xs) / samples,
         "p05": xs[1], "p95": xs[-2]}
    lane = {"source": str(a), "destination": str(b), "summary": s, "issuer": "source", "path": None, "pages": None, "source_node": None,
            "destination_node": None, "cpus": [0]}
    return {"id": "nightly/pairs/bandwidth/d2d/single/%d>%d/size=%d/timer=device" % (a, b, size), "test": "pairs", "measure": "bandwidth",
            "direction": "d2d", "mode": "single", "lanes": [lane], "size_requested": size, "size_bytes": size, "affinity": "near", "timer": "device",
            "clock_step_ns": 10.0, "issuer": "source", "copy": "copy-engine", "pages": None, "unit": "B/s", "better": "higher", "status": "measured",
            "reason": None, "stop": "precision", "samples": xs, "summary": s, "verdict": None, "warnings": [], "threads": 1, "simulated": False}


def night(day, slow=False):
    start = datetime.datetime(2025, 1, 1, 2) + datetime.timedelta(days=day)
    head = {"schema": "lanemark-report/1",
            "run": {"id": start.strftime("%Y%m%dT%H%M%SZ-") + "%08x" % day, "started": start.strftime("%Y-%m-%dT%H:%M:%SZ"), "duration_ns": 1, "version": "0.1.0",
                    "command": ["lanemark"], "backend": "cuda", "simulated": False, "seed": "1",
                    "scenario": {"name": "nightly", "path": "nightly.toml", "sha256": None, "description": None, "values": []}},
            "machine": {"fingerprint": None, "devices": devices, "nodes": None, "granularity": None, "environment": None},
            "counts": {"planned": len(cells), "measured": len(cells), "skipped": 0, "failed": 0}, "exit": {"code": 0, "reason": ""}}
    text = json.dumps(head)[:-1] + ',\n "series": [\n  ' + ",\n  ".join(json.dumps(one(*c, slow)) for c in cells) + "\n ]}\n"
    return text


for day in range(nights):
    (folder / "nights" / ("%04d.json" % day)).write_text(night(day))
(folder / "tonight.json").write_text(night(nights, True))
