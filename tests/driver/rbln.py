# SPDX-License-Identifier: MIT
"""rbln.py PROGRAM: the rblnBandwidthLatencyTest command line, end to end: blocks of the vendor's page, exit codes, bad input, what a
printed scenario measures, and every test case on this machine."""
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/support")
from driver import PROGRAM, check, end, expect, run, write

SCENARIOS = pathlib.Path(__file__).resolve().parent.parent.parent / "scenarios" / "rbln"
CR13, CA25 = ("--model", "rbln-cr13-x8"), ("--model", "rbln-ca25-x32")
PAIR = (*CR13, "--npu_id_list", "0,1", "--skip_test_env_info")


def rbln(*words, **how):
    return run("rbln", *words, **how)


def has_lines(e, block, what):
    """The lines of an excerpt stand in the output in their order; where one ends in ..., it is the beginning that must be there."""
    rest = iter(e.out.splitlines())
    for line in block.strip("\n").splitlines():
        if line.strip() == "...":
            continue
        cut = line.rstrip().endswith("...")
        wanted = re.sub(r"\s*\.\.\.$", "", line.rstrip())
        check(any(got.startswith(wanted) if cut else got == wanted for got in rest), what, "lacks", repr(line), e.out[:1500])


# --- the blocks of the vendor's page. Deviations are in docs/rbln.md ---------------------------------------------------------------
e = rbln(*CR13)
check(e.code == 0, "default run", e)
has_lines(e, """
CPU : AMD EPYC 9355 32-Core Processor, Vendor ID : AuthenticAMD
Device :
0000:00:01.1/01:00.0
    0000:03:00.0 NODE 0, rbln0, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 63
    0000:04:00.0 NODE 1, rbln1, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 64
    ...
P2P Connectivity Distance
rbln0       0   4   4   4   8   8   8   8
rbln1       4   0   4   4   8   8   8   8
...

Device Write bandwidth (GB/s)
S \\ D     HOST   rbln0   rbln1   rbln2   rbln3 ...
HOST      0.00   57.32   57.45   57.41   57.41 ...
rbln0    58.92    0.00   58.58   58.74   58.76 ...

Device P2P sync latency (us)
S \\ D     HOST   rbln0   rbln1   rbln2   rbln3 ...
rbln0     0.00    0.00    2.76    2.76    2.78 ...
""", "default run on CR13")
check("simulated by the model rbln-cr13-x8" in e.err, "a simulated run says so", e.err)
e = rbln(*CA25)
has_lines(e, """
CPU : AMD EPYC 9355 32-Core Processor, Vendor ID : AuthenticAMD
Device :
0000:00:01.1/01:00.0
    0000:05:00.0 NODE 0, rbln0, RBLN-CA25(rev-03), pciDevID: 0x1250, NUMA: 0, IOMMU: 88
    0000:06:00.0 NODE 1, rbln1, RBLN-CA25(rev-03), pciDevID: 0x1250, NUMA: 0, IOMMU: 89
    ...
P2P Connectivity Distance
rbln0       0   4   4   4   8   8   8   8 ...
rbln1       4   0   4   4   8   8   8   8 ...
...

Device Write bandwidth (GB/s)
S \\ D     HOST   rbln0   rbln1   rbln2   rbln3 ...
HOST      0.00   50.04   50.13   50.14   50.12 ...
rbln0    59.13    0.00   58.74   58.94   58.93 ...

Device P2P sync latency (us)
S \\ D     HOST   rbln0   rbln1   rbln2   rbln3 ...
rbln0     0.00    0.00    2.24    2.24    2.24 ...
""", "default run on CA25")
has_lines(rbln(*CR13, "--test_env_info"), """
CPU : AMD EPYC 9355 32-Core Processor, Vendor ID : AuthenticAMD
Device :
0000:00:01.1/01:00.0
    0000:03:00.0 NODE 0, rbln0, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 63
                                PCIe full bandwidth 64.0 GB/s (MAX: 64.0), PCIe Gen 5 (MAX: 5), 16 lane (MAX: 16)
                                MaxPayload 512 bytes, MaxReadReq 512 bytes
    0000:04:00.0 NODE 1, rbln1, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 64
0000:50:01.1/51:00.0
    0000:55:00.0 NODE 2, rbln2, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 39
""", "environment of CR13")
has_lines(rbln(*CA25, "--test_env_info"), """
Device :
0000:00:01.1/01:00.0 PCI bridge: Broadcom / LSI PEX890xx PCIe Gen 5 Switch (rev b0)
    0000:05:00.0 NODE 0, rbln0, RBLN-CA25(rev-03), pciDevID: 0x1250, NUMA: 0, IOMMU: 88
                                PCIe full bandwidth 64.0 GB/s (MAX: 64.0), PCIe Gen 5 (MAX: 5), 16 lane (MAX: 16)
                                MaxPayload 512 bytes, MaxReadReq 512 bytes
...
    0000:ce:00.0 NODE 30, rbln30, RBLN-CA25(rev-03), pciDevID: 0x1250, NUMA: 1, IOMMU: 136
                                PCIe full bandwidth 64.0 GB/s (MAX: 64.0), PCIe Gen 5 (MAX: 5), 16 lane (MAX: 16)
                                MaxPayload 512 bytes, MaxReadReq 512 bytes
    0000:cf:00.0 NODE 31, rbln31, RBLN-CA25(rev-03), pciDevID: 0x1250, NUMA: 1, IOMMU: 137
                                PCIe full bandwidth 64.0 GB/s (MAX: 64.0), PCIe Gen 5 (MAX: 5), 16 lane (MAX: 16)
                                MaxPayload 512 bytes, MaxReadReq 512 bytes
""", "environment of CA25")
BAR, RULE = "=" * 78 + "\n", "-" * 33 + "\n"
DISTANCE = "P2P Connectivity Distance\nrbln0       0   4   4   4   8   8   8   8\nrbln1       4   0   4   4   8   8   8   8\n"
e = rbln("--tc", "3", "--iteration_cnt", "1", "--test_size", "1M", *PAIR)
check(e.out == "This test will run with size (0x100000)\n" + BAR + "[      Run ] : RBLN_PERF_BANDWIDTH_TEST\n" + BAR + """
[Measure Iteration cnt : 1]
[Measure Buffer Size : 0x100000]

""" + DISTANCE + "\n" + RULE + "Device bandwidth (GB/s) *Write\n" + RULE + """[H2D] HOST -> rbln0 : MAX 14.71, MIN 14.71, AVG 14.71
[D2D] rbln0 -> rbln1 : MAX 10.29, MIN 10.29, AVG 10.29
[D2H] rbln1 -> HOST : MAX 19.41, MIN 19.41, AVG 19.41

""" + BAR + "[     PASS ] : RBLN_PERF_BANDWIDTH_TEST\n" + BAR, "test case 3", e)
e = rbln("--tc", "4", *PAIR)
check(e.out == BAR + "[      Run ] : RBLN_PERF_LATENCY_TEST\n" + BAR + """
[Measure Iteration cnt : 1]
[Measure Buffer Size : 0x20000000]

""" + DISTANCE + "\n" + RULE + "Device P2P sync latency (us)\n" + RULE + "rbln0 -> rbln1 2.76 (us)\n\n" + BAR
      + "[     PASS ] : RBLN_PERF_LATENCY_TEST\n" + BAR, "test case 4", e)
check(rbln("--test_list").out == """List of tests:
-----------------

RBLN_PERF_TEST_ALL
RBLN_PERF_BANDWIDTH_TEST_ALL
RBLN_PERF_LATENCY_TEST_ALL
RBLN_PERF_BANDWIDTH_TEST
RBLN_PERF_LATENCY_TEST
RBLN_PERF_BIDIR_BANDWIDTH_TEST
RBLN_PERF_PARALLEL_BANDWIDTH_TEST
""", "--test_list")

# --- troubleshooting: skipped, failed, nothing there ---------------------------------------------------------------------------------
e = expect(4, "rbln", *CA25, "--src_cl", "1", "--tc", "3", out="\nDevice 0 has 1 chiplet(s), affinity unsupported, skipping\n")
check(e.out.endswith(BAR + "[     SKIP ] : RBLN_PERF_BANDWIDTH_TEST\n" + BAR), "skipped", e)
e = expect(1, "rbln", "--dst_cl", "4", "--tc", "3", *PAIR, out="\nchiplet index out of range\n")
check(e.out.endswith(BAR + "[     FAIL ] : RBLN_PERF_BANDWIDTH_TEST\n" + BAR), "failed", e)
for off in "15", "0xF", "0xf", "0", "0x3":
    expect(0, "rbln", "--src_cl", off, "--dst_cl", off, "--tc", "3", *PAIR, out="PASS")
expect(0, "rbln", *CA25, "--src_cl", "15", "--dst_cl", "0xF", "--tc", "4", out="PASS")
near, far = (rbln("--tc", "3", "--src_cl", chiplet, "--dst_cl", chiplet, *PAIR).out for chiplet in "02")
check(near != far, "near and far chiplets differ")
ERR = """[RBLN_UMD_ioctl_ERR] rbln_rsd_get_dev_id_str: logical_dev_id is greater than device count(logical 0 dev_cnt 0)
[RBLN_UMD_api_ERR] rblnCreateContext: failed to init device
[RBLN_RSD_PERF_ERR] rbln_rsd_perf_create_ctx: failed to create rsd context (rc -22)
"""
expect(4, "rbln", *CR13, "-g", "3", "--tc", "3", out="Device :\n" + ERR)
check(expect(4, "rbln", *CR13, "--group_id", "3", "--test_env_info").out.endswith("Device :\n"), "an empty group shows no device")
expect(4, "rbln", "--backend", "host", "-g", "1", out=ERR)
expect(4, "rbln", *CR13, "-n", "2", out="asks for ATOM, skipping")
expect(4, "rbln", "--backend", "host", "-n", "5", "--tc", "4", out="SKIP")
e = expect(1, "rbln", "--tc", "3", "-t", "100", *PAIR, out="[     FAIL ] : RBLN_PERF_BANDWIDTH_TEST")
check("timed-out" in e.out and "--timeout" in e.out, "a timeout names its option", e)
e = expect(1, "rbln", "--tc", "1", "--timeout", "100", *PAIR, out="[     FAIL ] : RBLN_PERF_BANDWIDTH_TEST_ALL")
check("rbln0    " in e.out and "n/a: rbln0 -> rbln1 timed-out" in e.out, "a table says why", e)
for words, size in [(("--tc", "3", "--test_size", "4G"), "0x20000000"), (("--tc", "3", "--test_size", "3.5G"), "0xe0000000"),
                    (("--tc", "6", "--test_size", "5G"), "0x140000000")]:
    e = expect(0, "rbln", *words, *PAIR, out="[Measure Buffer Size : %s]" % size)
    check(("is not below 4G" in e.err) == ("4G" in words), "a size that falls back is told", e)
expect(4, "rbln", "--backend", "host", "--tc", "3", "--priority", "2", out="no priority high")
expect(4, "rbln", "--backend", "host", "--tc", "3", "--flags", "1", out="SKIP")
expect(4, "rbln", *CR13, "--tc", "2", "--npu_id_list", "3", out="d2d needs two devices")
for tc in "016":
    e = expect(0, "rbln", *CR13, "--tc", tc, "--npu_id_list", "3")
    check("SKIP" not in e.out, "one device needs no other in test case", tc, e)

# --- spellings and bad input ---------------------------------------------------------------------------------------------------------
same = rbln("--tc", "3", "--iteration_cnt", "3", "--timeout", "30000000", "--hdma_read", "1", "--flags", "0x1", "--group_id", "0", "--device_name", "5", *PAIR)
check(same.code == 0 and "*Read" in same.out, "long spellings", same)
for words in [("--tc=3", "-i3", "-t", "30000000", "-r", "1", "-f", "1", "-g", "0", "-n", "5"), ("--tc", "0x3", "-i3", "-r1", "-f1", "-g0", "-n5")]:
    e = rbln(*words, *PAIR)
    check(e.out == same.out, "short spellings", words, e)
for words in [("--warmup",), ("--get_perf", "7"), ("--get_perf=-1",), ("--priority", "4"), ("--numa_node", "1"), ("--numa_node=-1",), ("--data_pattern", "0x5A")]:
    expect(0, "rbln", "--tc", "3", *words, *PAIR, out="PASS")
for flag in "-h", "--help":
    expect(0, "rbln", flag, out="--npu_id_list")
for flag in "-V", "--version":
    expect(0, "rbln", flag, out="rblnBandwidthLatencyTest of lanemark")
for words, said in [(("--frob",), "unknown option --frob"), (("--npu_id_lst", "0"), "did you mean --npu_id_list?"), (("--tc",), "--tc needs a value"),
                    (("--tc", "x"), "is no whole number"), (("--tc", "7"), "--tc 7 is out of range: 0 to 6"), (("--tc", "-1"), "out of range"),
                    (("--tc", "3", "--tc", "4"), "given more than once"), (("stray",), "no argument is taken"), (("--priority", "5"), "0 to 4"),
                    (("-r", "2"), "0 to 1"), (("-i", "0"), "out of range"), (("-t", "0"), "out of range"), (("-g", "64"), "0 to 63"), (("-g", "-1"), "0 to 63"),
                    (("-n", "3"), "0 (any), 2 (ATOM) or 5 (Rebel100)"), (("--data_pattern", "256"), "0 to 255"), (("--numa_node", "-2"), "out of range"),
                    (("-f", "-1"), "out of range"), (("--src_cl", "-1"), "out of range"), (("--test_size", "0"), "moves nothing"),
                    (("--test_size", "8MB"), "ambiguous"), (("--test_size", "-1"), "negative"), (("--test_size", ""), "needs a value"),
                    (("--npu_id_list", ","), "an id is empty"), (("--npu_id_list", "0,0"), "twice"), (("--npu_id_list", "0,x"), "is no id"),
                    (("--npu_id_list", "0,9", *CR13), "names device 9, and there are 8"), (("--npu_id_list", ",".join(map(str, range(33)))), "33 ids"),
                    (("--tc", "3", "--npu_id_list", "0"), "needs two ids"), (("--tc", "5", "--npu_id_list", "0"), "needs two ids"),
                    (("--model", "rbln-cr13-x9"), 'did you mean "rbln-cr13-x8"?'), (("--model", "no/such.toml"), "cannot read the model"),
                    (("--model", "rbln-cr13-x8", "--backend", "host"), "contradicts"), (("--backend", "sim"), "needs --model"),
                    (("--backend", "cuda"), "known are rbln, host and sim"), (("--json", "-"), "name a file")]:
    e = expect(2, "rbln", *words, err=said)
    check(e.out == "", "nothing on stdout for", words, e)
e = run("rbln")  # without the vendor's driver; where there is one, its devices are measured
check(e.code != 1 or "choose --backend host, or --model NAME" in e.err, e)
broken = write("broken.toml", 'lanemark_model = 1\nname = "b"\ndevices = { cuont = 2, count = 2 }\n[distance]\nmatrix = [[0, 1]]\n')
e = expect(2, "rbln", "--model", "./" + broken, err='broken.toml:3:13: error: unknown key "cuont" in [devices]; did you mean "count"?')
check("matrix in [distance] must be square" in e.err, "all problems of a model at once", e)

# called by the vendor's name
os.symlink(PROGRAM, "rblnBandwidthLatencyTest")
import subprocess

called = subprocess.run(["./rblnBandwidthLatencyTest", "--test_list"], capture_output=True, text=True)
check(called.returncode == 0 and called.stdout.startswith("List of tests:"), "called rblnBandwidthLatencyTest", called)


# --- the printed scenario measures the same ---------------------------------------------------------------------------------------------
def series(file):
    report = json.loads(pathlib.Path(file).read_text())
    check(report["run"]["simulated"], "marked simulated in", file)
    return [{k: v for k, v in s.items() if k != "seconds"} for s in report["series"]]


for words in [("--tc", "0"), ("--tc", "1", "--npu_id_list", "5,2,7"), ("--tc", "2"), ("--tc", "3", "--npu_id_list", "1,0", "--test_size", "1000", "-i", "5", "--warmup"),
              ("--tc", "3", "-r", "1", "--numa_node", "1", "--priority", "4", "-f", "0xff", "--data_pattern", "7"), ("--tc", "4"),
              ("--tc", "5", "--src_cl", "15", "--dst_cl", "2"), ("--tc", "6", "--test_size", "5G", "--only_d2d"), ("--tc", "6", "--npu_id_list", "4"), ("--tc", "3", "-t", "5"), ("-n", "5")]:
    code = rbln(*CR13, *words, "--json", "there.json").code
    write("printed.toml", expect(0, "rbln", *CR13, *words, "--print-scenario").out)
    check(run("check", "printed.toml").code == 0, "a printed scenario is sound", words)
    check(run("run", "printed.toml", "--json", "here.json").code == code, "same exit code", words)
    check(series("there.json") == series("here.json") != [], "same records", words)

# --- jitter: by seed, alike in every run -------------------------------------------------------------------------------------------------
shaky = write("shaky.toml", 'lanemark_model = 1\nname = "shaky"\ndevices = { count = 2 }\n[jitter]\nkind = "lognormal"\ncv = "5%"\n[[lane]]\nbandwidth = "50 GB/s"\n[[sync]]\ntime = "2 us"\n')
one, two = (rbln("--model", "./" + shaky, "--tc", "3", "-i", "20").out for _ in range(2))
check(one == two and re.search(r"MAX (\S+), MIN (?!\1)", one), "jitter varies, and alike", one)

# --- real copies on this machine -----------------------------------------------------------------------------------------------------------
for tc in range(7):
    e = expect(0, "rbln", "--backend", "host", "--tc", str(tc), "--test_size", "64K", "-i", "2")
    figures = [float(f) for f in re.findall(r"(?:AVG |-> \S+ |\s)(\d+\.\d\d)\b", e.out)]
    check(any(f > 0 for f in figures) and "n/a" not in e.out, "figures of test case", tc, e)
for model in ((), CR13, CA25):
    e = run("run", str(SCENARIOS / "all.toml"), "--profile", "smoke", "--format", "json", *model)
    check(e.code == 0 and e.json()["counts"]["failed"] == 0, "all.toml", model, e)
end()
