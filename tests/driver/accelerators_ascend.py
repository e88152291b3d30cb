#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accelerators_ascend.py PROGRAM BACKEND=LIBRARY...: backend ascend on a made-up runtime of NPUs."""
import os
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import check, end, expect
from made_up import Backend, driver_of, small

b = Backend("ascend")

b.ready(2)
b.ready(5, "devices=5")
b.absent("", "library not found: tried /nowhere/libacl_rt.so", ["--library", "ascend=/nowhere/libacl_rt.so"])
b.absent("", "driver too old, or another library of that name: ", ["--library", "ascend=libm.so.6"])
b.absent("devices=0", "no device: ")
b.absent("no-permission", "no permission to use the NPUs (no permission (ACL error 207006)): /dev/davinci* belong to the group HwHiAiUser")
b.absent("old", "aclInit failed: call not supported (ACL error 200001)")
b.absent("fail=init:1", "aclInit failed: internal error (ACL error 500000)")

e = expect(0, "list", "devices", "--backend", "ascend", *b.library)
check("npu0" in e.out and "Ascend910_made_up" in e.out and "0000:fe:00.0" in e.out and "1.0 GiB" in e.out, e)

d = b.everything({})
check(len(d["series"]) == 64, len(d["series"]))
gates = {s["gated"] for s in d["series"] if s["timer"] == "device" and s["mode"] != "single"}
check(gates == {False}, "there is no gate, and the report says so", gates)
check(all(lane["path"] == "direct" for s in d["series"] for lane in s["lanes"]), "paths")

for timer in ("device", "steady"):
    b.fault("fail=copy:1", 1, "failed", "ascend: filling failed: internal error (ACL error 500000)", timer, "d2h", "0>host")
    b.fault("fail=copy:9", 1, "failed", "ascend: a copy failed: internal error (ACL error 500000)", timer)
    b.fault("lost=copy:9", 1, "failed", "the connection between host and device is gone (ACL error 507901): EE9999: the device is gone", timer)
    b.fault("hang=copy:9", 1, "timed-out", "", timer)
    b.fault("corrupt=copy:1", 1, "failed", "byte", timer, "d2h", "0>host")
    b.fault("no-pin", 0, "measured", "", timer)
b.fault("fail=alloc:1", 1, "failed", "out of memory: ascend: no memory of 64KiB on device 0: out of device memory (ACL error 207018)")
b.fault("memory=4096", 1, "failed", "out of memory: ascend: no memory of 64KiB on device 0")
b.fault("fail=queue:1", 1, "failed", "ascend: no stream on device 0: internal error (ACL error 500000)")
b.fault("fail=event:2", 1, "failed", "ascend: no event on device 0: internal error (ACL error 500000)")
b.fault("no-event", 1, "failed", "ascend: no event on device 0: feature not supported (ACL error 207000)")
b.fault("no-peer", 4, "skipped", "device 0 has no access to the memory of device 1 (the driver refuses peer access)", "auto", "d2d", "0>1")
s = b.fault("no-pin", 0, "measured", "")
check(any("host memory stays pageable" in w and "feature not supported (ACL error 207000)" in w for w in s["warnings"]), s["warnings"])


check(b.run(small("device", "h2d", "host>0"))["series"][0]["clock_step_ns"] == 1000, "a step that nobody states")
check(b.run(small("device", "h2d", "host>0"), "a3")["series"][0]["clock_step_ns"] == 20, "50 million ticks a second")

# what a lane had on another device is given back on a thread whose device that is
s = b.run(small("auto", "d2d", "0>1").replace('size = "64KiB"', 'size = ["60KiB", "61KiB", "62KiB", "63KiB"]'), "memory=200000")["series"]
check([x["status"] for x in s] == 4 * ["measured"], s[-1]["reason"])

for priority, status, why in (("normal", "measured", ""), ("high", "skipped", "the runtime takes one for a stream and calls it reserved")):
    s = b.run(small("auto", "h2d", "host>0") + 'priority = "%s"\n' % priority, "", 4 if why else 0)["series"][0]
    check(s["status"] == status and why in (s["reason"] or ""), priority, s["status"], s["reason"])
s = b.run(small("auto", "h2d", "host>0") + "flags = 5\n", "", 4)["series"][0]
check("no context flags" in s["reason"], s["reason"])

# the vendor's command line: absent here, ready where the loader finds the library
os.mkdir("lib")
os.symlink(driver_of("ascend"), "lib/libacl_rt.so")
e = expect(1, "ascend", "-l", "-q", env={"LD_LIBRARY_PATH": None}, out="Error code [0x1e]")
check("library not found" in e.out and "choose --backend host, or --model NAME for a simulated machine" in e.out, e)
e = expect(0, "ascend", "-l", "-q", "-s", "512", env={"LD_LIBRARY_PATH": os.path.abspath("lib")}, out="Device to Host Latency: ")
e = expect(0, "ascend", "-l", "-t", "p2p", "-ds", "0", "-dd", "1", "-q", env={"LD_LIBRARY_PATH": os.path.abspath("lib")}, out="Device Id: 0 -> 1\n")
end()
