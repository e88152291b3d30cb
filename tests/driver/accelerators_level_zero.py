#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accelerators_level_zero.py PROGRAM BACKEND=LIBRARY...: backend level-zero on a made-up loader."""
import os
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import check, end, expect
from made_up import Backend, small

b = Backend("level-zero")

b.ready(2)
b.ready(5, "devices=5")
b.absent("", "library not found: tried /nowhere/libze_loader.so.1", ["--library", "level-zero=/nowhere/libze_loader.so.1"])
b.absent("", "driver too old, or another library of that name: ", ["--library", "level-zero=libm.so.6"])
b.absent("no-driver", "finds no Level Zero driver behind it (ZE_RESULT_ERROR_UNINITIALIZED (0x78000001)); Intel's for GPUs is libze_intel_gpu.so.1")
b.absent("devices=0", "no device: 1 Level Zero driver(s) without one")
b.absent("no-copy-engine", "no device: 1 Level Zero driver(s) without one")
b.absent("no-permission", "no permission to use the devices (ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS (0x70010000)): /dev/dri/render* belong to the group render")
b.absent("old", "zeInit failed: ZE_RESULT_ERROR_UNSUPPORTED_VERSION (0x78000002)")
b.absent("fail=init:1", "zeInit failed: ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)")

d = expect(0, "list", "devices", "--backend", "level-zero", *b.library, "--format", "json").json()
one = d["devices"][0]
check(one["label"] == "ze0" and one["product"] == "Made-up GPU" and one["pci"] == "0000:fd:00.1" and one["memory"] == 1 << 30, one)
check(one["uuid"] == "ab" + 28 * "0" + "00" and d["devices"][1]["uuid"].endswith("01") and d["devices"][1]["pci"] is None, d["devices"])

d = b.everything({})
check(len(d["series"]) == 64, len(d["series"]))
gates = {s["gated"] for s in d["series"] if s["timer"] == "device" and s["mode"] != "single"}
check(gates == {False}, "there is no gate, and the report says so", gates)
check({s["clock_step_ns"] for s in d["series"] if s["timer"] == "device"} == {80.0}, "12.5 million ticks a second")
check(all(any("host memory stays pageable" in w for w in s["warnings"]) for s in d["series"] if "host" in s["id"]), "pageable memory is said")

lost = "ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)"
for timer in ("device", "steady"):
    b.fault("fail=copy:1", 1, "failed", "level-zero: filling failed: ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)", timer, "d2h", "0>host")
    b.fault("fail=copy:9", 1, "failed", "level-zero: a copy failed: ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)", timer)
    b.fault("lost=copy:9", 1, "failed", lost, timer)
    b.fault("hang=copy:9", 1, "timed-out", "", timer)
    b.fault("corrupt=copy:1", 1, "failed", "byte", timer, "d2h", "0>host")
    b.fault("no-list-wait", 0, "measured", "", timer)
    b.fault("no-list-wait lost=copy:9", 1, "failed", lost, timer)
    b.fault("compute-first", 0, "measured", "", timer)
b.fault("fail=alloc:1", 1, "failed", "out of memory: level-zero: no memory of 64KiB on device 0: ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY (0x70000003)")
b.fault("memory=4096", 1, "failed", "out of memory: level-zero device 0 gives at most 4KiB at once, and 64KiB are asked for")
b.fault("fail=queue:1", 1, "failed", "level-zero: no command list on device 0: ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)")
b.fault("fail=event:2", 1, "failed", "level-zero: no event on device 0: ZE_RESULT_ERROR_UNKNOWN (0x7ffffffe)")
b.fault("no-event", 1, "failed", "level-zero: no event on device 0: ZE_RESULT_ERROR_UNSUPPORTED_FEATURE (0x78000003)")
b.fault("no-peer", 4, "skipped", "device 0 has no access to the memory of device 1 (the driver refuses peer access)", "auto", "d2d", "0>1")

# device time that begins again every 5 ms: no copy lasts longer by the device's clock than by the host's. Under the
# thread sanitizer a sample is longer than that.
if "TSAN_OPTIONS" not in os.environ:
    s = b.run(small("device", "h2d", "host>0").replace("iterations = 2", "iterations = 60"), "wrap")["series"][0]
    check(s["status"] == "measured" and min(s["samples"]) > 65536 * s["repeats"] / 0.00525, s["status"], s["reason"])

for priority, status, why in (("min", "measured", ""), ("high", "measured", ""), ("realtime", "skipped", "there are min, normal, high")):
    s = b.run(small("auto", "h2d", "host>0") + 'priority = "%s"\n' % priority, "", 4 if why else 0)["series"][0]
    check(s["status"] == status and why in (s["reason"] or ""), priority, s["status"], s["reason"])
s = b.run(small("auto", "h2d", "host>0") + "flags = 5\n", "", 4)["series"][0]
check("no context flags" in s["reason"], s["reason"])
end()
