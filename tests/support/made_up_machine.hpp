// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <made_up_pci.hpp>
#include <made_up_root.hpp>

/// Writes the two-socket server that the PCI functions of `two_sockets_of_pci` belong to: 8 CPUs (4 cores of 2
/// threads), node 0 and node 1 with 4 CPUs each and node 3 of memory alone, frequency scaling, huge pages, control
/// groups. It has much to warn of: the powersave governor, NUMA balancing, a cpuset and a quota, the hpet as its clock.
inline void write_two_socket_machine(made_up_root const& root) {
  write_two_sockets_of_pci(root);
  std::string cpuinfo, stat = "cpu  800 0 800 6400 0 0 0 0 0 0\n";
  for (int cpu = 0; cpu < 8; ++cpu) {
    auto const id = std::to_string(cpu);
    cpuinfo += "processor\t: " + id +
               "\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC 9354 32-Core Processor\n"
               "physical id\t: " +
               std::to_string(cpu / 4) + "\nflags\t\t: fpu tsc msr constant_tsc nonstop_tsc rdtscp\n\n";
    stat += "cpu" + id + " 100 0 100 800 0 0 0 0 0 0\n";
    auto const at = "/sys/devices/system/cpu/cpu" + id + "/";
    root.write(at + "topology/physical_package_id", std::to_string(cpu / 4) + "\n");
    root.write(at + "topology/die_id", "0\n");
    root.write(at + "topology/core_id", std::to_string(cpu % 4 / 2) + "\n");
    root.write(at + "cpufreq/scaling_governor", cpu == 7 ? "performance\n" : "powersave\n");
    root.write(at + "cpufreq/scaling_driver", "acpi-cpufreq\n");
    root.write(at + "cpufreq/cpuinfo_max_freq", "3800000\n");
  }
  root.write("/proc/cpuinfo", cpuinfo);
  root.write("/proc/stat", stat + "intr 1 2 3\n");
  root.write("/sys/devices/system/cpu/online", "0-7\n");
  root.write("/sys/devices/system/cpu/isolated", "\n");
  root.write("/sys/devices/system/cpu/cpufreq/boost", "1\n");
  struct {
    char const *level, *type, *size, *shared;
  } const caches[] = {{"1", "Data", "32K", "0-1"},
                      {"1", "Instruction", "32K", "0-1"},
                      {"2", "Unified", "1024K", "0-1"},
                      {"3", "Unified", "32768K", "0-3"}};
  int index = 0;
  for (auto const& c : caches) {
    auto const at = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index++) + "/";
    root.write(at + "level", c.level + std::string("\n"));
    root.write(at + "type", c.type + std::string("\n"));
    root.write(at + "size", c.size + std::string("\n"));
    root.write(at + "shared_cpu_list", c.shared + std::string("\n"));
  }
  root.write("/sys/devices/system/node/online", "0-1,3\n");
  struct {
    char const *id, *cpus, *kib, *distances;
  } const nodes[] = {
      {"0", "0-3", "131072000", "10 21 17"}, {"1", "4-7", "131072000", "21 10 28"}, {"3", "", "67108864", "17 28 10"}};
  for (auto const& n : nodes) {
    auto const at = "/sys/devices/system/node/node" + std::string(n.id) + "/";
    root.write(at + "cpulist", n.cpus + std::string("\n"));
    root.write(at + "distance", n.distances + std::string("\n"));
    root.write(at + "meminfo", "Node " + std::string(n.id) + " MemTotal:       " + n.kib + " kB\nNode " + n.id +
                                   " MemFree:        1000 kB\n");
  }
  root.write("/proc/meminfo",
             "MemTotal:       329252864 kB\nMemFree: 1 kB\nMemAvailable:   300000000 kB\nSwapTotal:      0 kB\n");
  root.write("/sys/devices/system/memory/block_size_bytes", "1000000000\n");  // 64 GiB
  for (int i = 0; i < 5; ++i) root.write("/sys/devices/system/memory/memory" + std::to_string(i) + "/online", "1\n");
  root.write("/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
  root.write("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "512\n");
  root.write("/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "500\n");
  root.write("/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages", "0\n");
  root.write("/proc/sys/kernel/numa_balancing", "1\n");
  root.write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
  root.write("/sys/devices/system/clocksource/clocksource0/available_clocksource", "hpet acpi_pm tsc \n");
  root.write("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  root.write("/proc/sys/kernel/hostname", "node7\n");
  root.write("/etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  root.write("/sys/class/dmi/id/sys_vendor", "Dell Inc.\n");
  root.write("/sys/class/dmi/id/product_name", "PowerEdge R7625\n");
  root.write("/proc/loadavg", "0.52 0.40 0.30 1/345 6789\n");
  root.write("/proc/self/status",
             "Name:\tlanemark\nCpus_allowed:\t0f\nCpus_allowed_list:\t0-3\nMems_allowed_list:\t0,3\n");
  root.write("/proc/self/cgroup", "0::/slice/job\n");
  root.write("/proc/self/mountinfo",
             "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
             "41 31 0:38 / /sys/fs/cgroup rw,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  root.write("/sys/fs/cgroup/slice/job/cpu.max", "max 100000\n");
  root.write("/sys/fs/cgroup/slice/job/memory.max", "68719476736\n");
  root.write("/sys/fs/cgroup/slice/cpu.max", "350000 100000\n");
  root.write("/sys/fs/cgroup/slice/memory.max", "max\n");
  root.write(
      "/proc/driver/nvidia/gpus/0000:81:00.0/information",
      "Model: \t\t NVIDIA H200\nIRQ:   \t\t 160\nVideo BIOS: \t 96.00.89.00.01\nBus Location: \t 0000:81:00.0\n");
  root.write("/sys/class/rebellions/rbln0/pci_addr", "0000:03:00.0\n");
  root.write("/sys/class/rebellions/rbln0/card_name", "RBLN-CA25-SE\n");
}
