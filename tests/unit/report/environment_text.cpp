// SPDX-License-Identifier: MIT
#include <lanemark/report/environment_text.hpp>

#include <made_up_machine.hpp>
#include <lanemark/run/environment_read.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("the environment of a two-socket server, for people") {
  made_up_root const root;
  write_two_socket_machine(root);
  CHECK("\n" + report::environment_text(read_environment({.root = root.path()})) == R"(
Machine aaf26c8c410bedbe (fnv1a-64 over CPU model, sockets, nodes, memory and accelerators)
CPU
  model         AMD EPYC 9354 32-Core Processor
  sockets       2, 4 cores
  online        0-7
  caches        L1 32.0 KiB for 2 CPUs, L2 1.0 MiB for 2 CPUs, L3 32.0 MiB for 4 CPUs
  governor      powersave, performance (acpi-cpufreq)
  boost         on, up to 3.80 GHz
  load          0.52
Memory
  installed     320.0 GiB
  managed       314.0 GiB, 286.1 GiB available, swap none
  huge pages    transparent: never
                512 of 2.0 MiB, 500 free
                0 of 1.0 GiB, 0 free
  balancing     on
NUMA
  node  CPUs  memory     distance
  0     0-3   125.0 GiB  10 21 17
  1     4-7   125.0 GiB  21 10 28
  3     none  64.0 GiB   17 28 10
Clock
  source        hpet (of hpet, acpi_pm, tsc)
  TSC           invariant
System
  host          node7
  kernel        6.1.0-18-amd64
  system        Debian GNU/Linux 12 (bookworm)
  board         Dell Inc. PowerEdge R7625
  virtual       no
  IOMMU         on, DMA-FQ
Limits
  CPUs          0-3
  memory nodes  0,3
  CPU quota     3.50 CPUs
  memory        64.0 GiB
  group         /slice/job
Accelerators
  pci0000:00
    0000:00:01.1  1022:14ab, Gen5 x16
      0000:01:00.0  1000:c030, Gen5 x16
        0000:02:00.0  1000:c030, Gen5 x16
          0000:03:00.0  Rebellions RBLN-CA25-SE [1eff:1250], NUMA 0, IOMMU 70
                        driver rebellions 1.2.3, D0
                        link to the host 63.02 GB/s now (Gen5 x16), 63.02 GB/s at most (Gen5 x16)
                        MaxPayload 256, MaxReadReq 512
        0000:02:01.0  1000:c030, Gen5 x8
          0000:04:00.0  Rebellions RBLN-CA25 [1eff:1250], NUMA 0, IOMMU 71
                        driver rebellions 1.2.3, D0
                        link to the host 31.51 GB/s now (Gen5 x8), 63.02 GB/s at most (Gen5 x16)
                        MaxPayload 256, MaxReadReq 512
        0000:02:02.0  1000:c030, Gen1 x16
          0000:05:00.0  Rebellions RBLN-CA25 [1eff:1250], NUMA 0, IOMMU 72
                        driver rebellions 1.2.3, D3hot
                        link to the host 4.00 GB/s now (Gen1 x16), 63.02 GB/s at most (Gen5 x16)
                        MaxPayload 256, MaxReadReq 512
  pci0000:80
    0000:80:01.0  1022:14ab, Gen4 x16
      0000:81:00.0  NVIDIA H200 [10de:2330], NUMA 1, IOMMU 12
                    driver nvidia 1.2.3, firmware 96.00.89.00.01
                    link to the host 31.51 GB/s now (Gen4 x16), 31.51 GB/s at most (Gen4 x16)
                    MaxPayload 512, MaxReadReq 4096
    0000:80:02.0  1022:14ab, unknown
      0000:82:00.0  Huawei Ascend 910B [19e5:d802], NUMA unknown, IOMMU none
                    driver none
                    link to the host unknown
                    MaxPayload and MaxReadReq unknown (reading them needs root)
Warnings
  ! clock: the kernel reads its clock from hpet, which costs a system call or more each time: boot with clocksource=tsc, or write tsc to /sys/devices/system/clocksource/clocksource0/current_clocksource
  ! cpu: the frequency governor is powersave on some CPUs, so the clock rate follows the load: cpupower frequency-set -g performance
  ! memory: transparent huge pages are off, so pages = "huge" gets small ones: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled
  ! memory: the kernel moves pages between NUMA nodes by itself while a copy runs: sysctl kernel.numa_balancing=0
  ! limits: this process may use CPUs 0-3 of 0-7 only, and the results tell of that part: start it without taskset, launcher binding or cpuset
  ! limits: this process gets memory from NUMA nodes 0,3 of 0-1,3 only: widen cpuset.mems of its control group
  ! limits: a control group allows 3.50 CPUs' worth of time and stops every thread when it is used up: raise cpu.max (docker: --cpus)
  ? limits: a control group allows 64.00 GiB of memory: larger buffers end the process (memory.max, docker: --memory)
  ? iommu: the IOMMU translates every address a device uses, which can cost bandwidth: boot with iommu=pt
  ! 0000:04:00.0: link 0000:02:01.0 - 0000:04:00.0 runs at Gen5 x8, its ends can do Gen5 x16: reseat the card, and look at its riser and at the slot's bifurcation in the firmware
  ? 0000:05:00.0: link 0000:02:02.0 - 0000:05:00.0 runs at Gen1 x16, its ends can do Gen5 x16: the device is asleep, look again under load; if it stays, reseat the card and look at the slot's speed in the firmware
  ? 0000:03:00.0: packets carry 256 bytes, every port on its path takes 512: boot with pci=pcie_bus_perf, or raise MaxPayload in the firmware
  ? 0000:04:00.0: packets carry 256 bytes, every port on its path takes 512: boot with pci=pcie_bus_perf, or raise MaxPayload in the firmware
  ? 0000:05:00.0: packets carry 256 bytes, every port on its path takes 512: boot with pci=pcie_bus_perf, or raise MaxPayload in the firmware
  ! 0000:81:00.0: this process may use no CPU of its NUMA node 1, so near threads run on another one: widen its cpuset or launcher binding
  ! 0000:82:00.0: the firmware states no NUMA node for it, so near and far memory cannot be told apart: set affinity = "node:N", or look for the ACPI _PXM entry in a firmware update
  ? 0000:82:00.0: no kernel driver is bound to it: load the vendor's driver
  (? may be as it should be)
)");
}

TEST_CASE("a root with nothing in it is told as such") {
  made_up_root const root;
  CHECK("\n" + report::environment_text(read_environment({.root = root.path()})) == R"(
Machine 01cf899885631ecf (fnv1a-64 over CPU model, sockets, nodes, memory and accelerators)
CPU
  model         unknown
  sockets       unknown, unknown cores
  online        unknown
  caches        unknown
  governor      unknown
  boost         unknown
  load          unknown
Memory
  installed     unknown
  managed       unknown, unknown available, swap unknown
  huge pages    transparent: unknown
  balancing     unknown
NUMA
  unknown
Clock
  source        unknown
  TSC           unknown
System
  host          unknown
  kernel        unknown
  system        unknown
  board         unknown
  virtual       unknown
  IOMMU         unknown
Limits
  CPUs          unknown
  memory nodes  unknown
  CPU quota     unknown
  memory        unknown
Accelerators
  unknown: there is no PCI bus in /sys
Warnings
  ! clock: the kernel's clock source is unknown, so the cost of reading the clock is too: look at the clock overhead in the records
  ! limits: the CPUs this process may use are unknown, so threads may not be pinned where they should: mount /proc
)");
}

TEST_CASE("what a driver or a file says cannot reach the terminal as control") {
  environment e;
  e.pci.readable = true;
  e.pci.functions = {{.address = "0000:01:00.0", .root = "pci\x1b[2J"}};
  e.accelerators = {{.address = "0000:01:00.0", .vendor = "\x1b[31m", .product = "\xff", .driver = "\x07"}};
  auto const text = report::environment_text(e);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
  CHECK(text.find('\xff') == std::string::npos);
}

TEST_CASE("a guest, busy CPUs and no accelerator") {
  environment e;
  e.system.virtual_machine = true;
  e.system.hypervisor = "QEMU";
  e.busy = {{0, 0.25, 0}, {3, 0.75, 0}};
  e.pci.readable = true;
  auto const text = report::environment_text(e);
  CHECK(text.find("  virtual       yes, QEMU\n") != std::string::npos);
  CHECK(text.find("  busiest       CPU 3, 75 %\n") != std::string::npos);
  CHECK(text.find("  none on the PCI bus\n") != std::string::npos);
}
