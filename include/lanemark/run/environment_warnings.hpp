// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/run/environment.hpp>
#include <lanemark/run/fingerprint.hpp>
#include <lanemark/run/link_warnings.hpp>
#include <lanemark/run/warning.hpp>

namespace lanemark {
namespace run_detail {
inline void warn_of_clock(environment const& e, std::vector<warning>& out) {
  auto add = [&](std::string text, bool certain = true) { out.push_back({"clock", std::move(text), certain}); };
  // Sources that are read without entering the kernel; the others cost up to a microsecond a reading.
  constexpr std::string_view fast[] = {
      "tsc",      "kvm-clock",         "arch_sys_counter", "hyperv_clocksource_tsc_page",
      "timebase", "riscv_clocksource", "stable counter"};
  if (e.clock.source.empty())
    add("the kernel's clock source is unknown, so the cost of reading the clock is too: look at the clock overhead in "
        "the "
        "records");
  else if (std::find(std::begin(fast), std::end(fast), e.clock.source) == std::end(fast))
    add("the kernel reads its clock from " + e.clock.source + ", which costs a system call or more each time: " +
        (std::find(e.clock.available.begin(), e.clock.available.end(), "tsc") == e.clock.available.end()
             ? "see the kernel log for why the tsc was rejected"
             : "boot with clocksource=tsc, or write tsc to "
               "/sys/devices/system/clocksource/clocksource0/current_clocksource"));
  if (e.clock.tsc_invariant == false)
    add("the time stamp counter is not invariant, it changes its rate or stops: use timer = \"steady\"");
}

inline void warn_of_cpus(environment const& e, std::vector<warning>& out) {
  auto add = [&](std::string text, bool certain = true) { out.push_back({"cpu", std::move(text), certain}); };
  std::vector<std::string> slow;
  for (auto const& g : e.cpu.governors)
    if (g != "performance") slow.push_back(g);
  if (!slow.empty())
    add("the frequency governor is " + joined(slow, " and ") +
        (slow.size() < e.cpu.governors.size() ? " on some CPUs" : "") +
        ", so the clock rate follows the load: cpupower frequency-set -g performance");
  std::vector<int> busy, stolen;
  for (auto const& c : e.busy) {
    auto const& mine = e.limits.cpus;
    if (mine && std::find(mine->begin(), mine->end(), c.cpu) == mine->end()) continue;
    if (c.busy > 0.1) busy.push_back(c.cpu);
    if (c.stolen > 0.01) stolen.push_back(c.cpu);
  }
  if (!busy.empty())
    add((busy.size() == 1 ? "CPU " : "CPUs ") + id_list(busy) + (busy.size() == 1 ? " was" : " were") +
        " more than 10 % busy before the run: stop what runs there (top -1), or keep it away with a cpuset");
  if (!stolen.empty())
    add("the host took time from CPU " + id_list(stolen) + " for other guests: measure on a host of your own");
  auto const cpus = static_cast<double>(e.cpu.online.size());
  if (e.busy.empty() && e.load && cpus > 0 && *e.load > std::max(0.1 * cpus, 0.5))
    add("the load average is " + fixed(*e.load, 2) + " on " + std::to_string(e.cpu.online.size()) +
            " CPUs: wait until the machine is idle (top -1)",
        false);
}

inline void warn_of_memory(environment const& e, std::vector<warning>& out) {
  auto add = [&](std::string text, bool certain = true) { out.push_back({"memory", std::move(text), certain}); };
  if (e.memory.transparent_huge_pages == "never")
    add("transparent huge pages are off, so pages = \"huge\" gets small ones: echo madvise > "
        "/sys/kernel/mm/transparent_hugepage/enabled");
  if (e.memory.numa_balancing == true && e.memory.nodes.size() > 1)
    add("the kernel moves pages between NUMA nodes by itself while a copy runs: sysctl kernel.numa_balancing=0");
}

inline void warn_of_limits(environment const& e, std::vector<warning>& out) {
  auto add = [&](std::string text, bool certain = true) { out.push_back({"limits", std::move(text), certain}); };
  auto const& l = e.limits;
  if (!l.cpus)
    add("the CPUs this process may use are unknown, so threads may not be pinned where they should: mount /proc");
  else if (l.cpus->size() < e.cpu.online.size())
    add("this process may use CPUs " + id_list(*l.cpus) + " of " + id_list(e.cpu.online) +
        " only, and the results tell of that part: start it without taskset, launcher binding or cpuset");
  if (l.memory_nodes && l.memory_nodes->size() < e.memory.nodes.size()) {
    std::vector<int> with_memory;
    for (auto const& n : e.memory.nodes)
      if (n.memory.value_or(0) != 0) with_memory.push_back(n.id);
    if (l.memory_nodes->size() < with_memory.size())
      add("this process gets memory from NUMA nodes " + id_list(*l.memory_nodes) + " of " + id_list(with_memory) +
          " only: widen cpuset.mems of its control group");
  }
  if (l.cpu_quota)
    add("a control group allows " + fixed(*l.cpu_quota, 2) +
        " CPUs' worth of time and stops every thread when it is used up: raise cpu.max (docker: --cpus)");
  if (l.memory && (!e.memory.total || *l.memory < *e.memory.total))
    add("a control group allows " + fixed(static_cast<double>(*l.memory) / (1 << 30), 2) +
            " GiB of memory: larger buffers end the process (memory.max, docker: --memory)",
        false);
}

inline void warn_of_system(environment const& e, std::vector<warning>& out) {
  if (e.system.virtual_machine == true)
    out.push_back({"system",
                   "this is a virtual machine" + (e.system.hypervisor.empty() ? "" : " (" + e.system.hypervisor + ")") +
                       ": other guests, and a topology that need not be the real one, are out of sight",
                   false});
  bool const translates =
      std::any_of(e.iommu_domains.begin(), e.iommu_domains.end(), [](auto const& d) { return d.starts_with("DMA"); });
  if (e.iommu == true && translates && !e.accelerators.empty())
    out.push_back({"iommu",
                   "the IOMMU translates every address a device uses, which can cost bandwidth: boot with iommu=pt",
                   false});
}
}  // namespace run_detail

/// Everything that may spoil a measurement on this machine, each with its remedy. What is normal gives no warning, and
/// what is unknown gives one only where a figure depends on it.
inline std::vector<warning> warnings_of(environment const& e) {
  std::vector<warning> out;
  run_detail::warn_of_clock(e, out);
  run_detail::warn_of_cpus(e, out);
  run_detail::warn_of_memory(e, out);
  run_detail::warn_of_limits(e, out);
  run_detail::warn_of_system(e, out);
  run_detail::warn_of_links(e, out);
  run_detail::warn_of_accelerators(e, out);
  return out;
}
}  // namespace lanemark
