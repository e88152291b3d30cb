#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accelerators_rbln.py PROGRAM BACKEND=LIBRARY...: backend rbln on made-up libraries."""
import os
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import check, end, expect
from made_up import Backend, driver_of, small

b = Backend("rbln")

b.ready(2)
b.ready(5, "devices=5")
b.absent("", "library not found: tried /nowhere/librbln.so", ["--library", "rbln=/nowhere/librbln.so"])
b.absent("", "driver too old, or another library of that name: ", ["--library", "rbln=libm.so.6"])
b.absent("devices=0", "finds no NPU")
b.absent("old", "for NPUs failed: RBLNRetCode_INVALID (2); is the kernel driver loaded, and may this user use /dev/rbln*?")
b.absent("fail=init:1", "for NPUs failed: RBLNRetCode_FAILURE (1)")

# what the management library knows; without it devices have no name
d = expect(0, "list", "devices", "--backend", "rbln", *b.library, "--format", "json").json()["devices"]
check(d[0]["label"] == "rbln0" and d[0]["product"] == "RBLN-CA25-made-u" and d[0]["pci"] == "0000:e3:00.0" and d[0]["numa"] == 0, d[0])
check(d[0]["uuid"] == "uuid-of-0" and d[0]["memory"] == 1 << 30 and d[1]["numa"] is None and d[1]["pci"] == "0000:e4:00.0", d)
for words in ("no-permission", "ml-devices=3"):
    d = expect(0, "list", "devices", "--backend", "rbln", *b.library, "--format", "json", env={"LANEMARK_MADE_UP": words}).json()["devices"]
    check([(x["label"], x["pci"]) for x in d] == [("rbln0", None), ("rbln1", None)] and not d[0]["product"], words, d)

d = b.everything({"timer=device": "has no timer device for ", "across/": "rbln: librbln.so copies inside one device, and has no call for two"})
check(len(d["series"]) == 64 and d["counts"]["measured"] == 24, d["counts"])
check(all(any("host memory stays pageable" in w for w in s["warnings"]) for s in d["series"] if "host" in s["id"] and s["status"] == "measured"), "pageable memory is said")
d = b.run(small("auto", "h2d", "host>0").replace('direction = "h2d"\nlanes = "host>0"', 'direction = "d2d"\nmeasure = "sync"').replace('size = "64KiB"\n', ""), "", 4)
check(all(s["status"] == "skipped" and "backend rbln does not measure sync" in s["reason"] for s in d["series"]) and d["series"], d["series"])
d = b.run(small("auto", "h2d", "host>0.1"), "chiplets=4", 4)
check("librbln.so has no say in which chiplet's memory is used" in d["series"][0]["reason"], d["series"][0]["reason"])
d = b.run(small("auto", "h2d", "host>0.1"), "", 4)
check(d["series"][0]["reason"] == "Device 0 has 1 chiplet(s), affinity unsupported, skipping", d["series"][0]["reason"])

b.fault("fail=copy:1", 1, "failed", "rbln: filling failed: RBLNRetCode_FAILURE (1)", "steady", "d2h", "0>host")
b.fault("fail=copy:9", 1, "failed", "rbln: a copy failed: RBLNRetCode_FAILURE (1)", "steady")
b.fault("lost=copy:9", 1, "failed", "RBLNRetCode_FAILURE (1)", "steady")
b.fault("hang=copy:9", 1, "timed-out", "", "steady")
b.fault("corrupt=copy:1", 1, "failed", "byte", "steady", "d2h", "0>host")
b.fault("corrupt=copy:1", 1, "failed", "byte", "steady", "d2d", "0>0")
b.fault("fail=alloc:1", 0, "measured", "", "steady")  # the second try, after the cache was emptied, gives it
b.fault("memory=4096", 1, "failed", "out of memory: rbln: no memory of 64KiB on device 0: RBLNRetCode_FAILURE (1)")
b.fault("held", 1, "failed", "rbln: device 0 cannot be had: RBLNRetCode_FAILURE (1); another process may hold it")
s = b.run(small("steady", "d2d", "0>0").replace('size = "64KiB"', 'size = ["64KiB", "128KiB"]'), "caching memory=300000")["series"]
check([x["status"] for x in s] == ["measured", "measured"], s[-1]["reason"])
for key, why in (('priority = "high"', "librbln.so has no queue priority"), ("flags = 5", "librbln.so takes no context flags")):
    s = b.run(small("auto", "h2d", "host>0") + key + "\n", "", 4)["series"][0]
    check(s["status"] == "skipped" and why in s["reason"], s["reason"])

# the vendor's command line where the loader finds the library: the devices, groups, and a test
os.mkdir("lib")
os.symlink(driver_of("rbln"), "lib/librbln.so")
here = {"LD_LIBRARY_PATH": os.path.abspath("lib"), "LANEMARK_MADE_UP": ""}
e = expect(0, "rbln", "--test_env_info", env=here)
for text in ("0000:e3:00.0 NODE 0, rbln0, RBLN-CA25-made-u(rev-03), pciDevID: 0x1250, NUMA: 0, IOMMU: 71\n",
             "PCIe full bandwidth 16.0 GB/s (MAX: 64.0), PCIe Gen 4 (MAX: 5), 8 lane (MAX: 16)\n", "MaxPayload 512 bytes, MaxReadReq 4096 bytes\n",
             "0000:e4:00.0 NODE 1, rbln1, "):
    check(text in e.out, repr(text), e)
e = expect(4, "rbln", "--tc", "0", "--group_id", "3", env=here)
e = expect(0, "rbln", "--tc", "0", "--npu_id_list", "0", "--test_size", "65536", "--iteration_cnt", "2", env=here, err="made-up")
end()
