// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lanemark/report/label.hpp>
#include <lanemark/report/list_text.hpp>
#include <lanemark/run/environment.hpp>
#include <lanemark/run/environment_warnings.hpp>
#include <lanemark/run/fingerprint.hpp>

namespace lanemark::report {
namespace environment_detail {
inline std::string or_unknown(std::string const& text) { return text.empty() ? "unknown" : text; }
inline std::string count(std::optional<int> n, std::string_view one) {
  return n ? counted(static_cast<std::size_t>(*n), one) : fmt::format("unknown {}s", one);
}
inline std::string amount(std::optional<std::uint64_t> n) {
  return !n ? "unknown" : *n == 0 ? "none" : memory_text(*n);
}
inline std::string whether(std::optional<bool> b) { return !b ? "unknown" : *b ? "on" : "off"; }
inline std::string ids_or(std::vector<int> const& ids, std::string_view otherwise) {
  return ids.empty() ? std::string(otherwise) : id_list(ids);
}

inline void line(std::string& out, std::string_view what, std::string_view value) {
  out += fmt::format("  {:<13} {}\n", what, value);
}

inline void cpu_section(environment const& e, std::string& out) {
  auto const& c = e.cpu;
  out += "CPU\n";
  line(out, "model", or_unknown(c.model));
  line(out, "sockets",
       fmt::format("{}, {}", c.sockets ? std::to_string(*c.sockets) : "unknown", count(c.cores, "core")));
  line(out, "online", ids_or(c.online, "unknown") + (c.isolated.empty() ? "" : ", isolated " + id_list(c.isolated)));
  std::string caches;
  for (auto const& cache : c.caches)
    caches += fmt::format("{}L{} {} for {}", caches.empty() ? "" : ", ", cache.level, memory_text(cache.size),
                          counted(static_cast<std::size_t>(cache.shared_by), "CPU"));
  line(out, "caches", or_unknown(caches));
  line(out, "governor",
       or_unknown(run_detail::joined(c.governors, ", ")) +
           (c.scaling_driver.empty() ? "" : " (" + c.scaling_driver + ")"));
  line(out, "boost",
       whether(c.boost) + (c.most_hz ? fmt::format(", up to {:.2f} GHz", static_cast<double>(*c.most_hz) / 1e9) : ""));
  line(out, "load", e.load ? fmt::format("{:.2f}", *e.load) : "unknown");
  if (!e.busy.empty()) {
    auto const most =
        std::max_element(e.busy.begin(), e.busy.end(), [](auto const& a, auto const& b) { return a.busy < b.busy; });
    line(out, "busiest", fmt::format("CPU {}, {:.0f} %", most->cpu, most->busy * 100));
  }
}

inline void memory_section(environment const& e, std::string& out) {
  auto const& m = e.memory;
  out += "Memory\n";
  line(out, "installed", amount(m.installed));
  line(out, "managed", fmt::format("{}, {} available, swap {}", amount(m.total), amount(m.available), amount(m.swap)));
  line(out, "huge pages", "transparent: " + or_unknown(m.transparent_huge_pages));
  for (auto const& pool : m.huge_pages)
    line(out, "", fmt::format("{} of {}, {} free", pool.pages, memory_text(pool.page), pool.free));
  line(out, "balancing", whether(m.numa_balancing));
}

inline void numa_section(environment const& e, std::string& out) {
  out += "NUMA\n";
  if (e.memory.nodes.empty()) out += "  unknown\n";
  std::vector<std::vector<std::string>> rows{{"node", "CPUs", "memory", "distance"}};
  for (auto const& n : e.memory.nodes) {
    std::string distances;
    for (int d : n.distances) distances += (distances.empty() ? "" : " ") + std::to_string(d);
    rows.push_back({std::to_string(n.id), ids_or(n.cpus, "none"), amount(n.memory), or_unknown(distances)});
  }
  std::vector<std::size_t> widths(4);
  for (auto const& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (auto const& row : rows) {
    if (rows.size() == 1) break;
    out += "  " + left(row[0], widths[0]) + "  " + left(row[1], widths[1]) + "  " + left(row[2], widths[2]) + "  " +
           row[3] + "\n";
  }
}

inline void system_section(environment const& e, std::string& out) {
  out += "Clock\n";
  line(out, "source",
       or_unknown(e.clock.source) +
           (e.clock.available.empty() ? "" : " (of " + run_detail::joined(e.clock.available, ", ") + ")"));
  line(out, "TSC", !e.clock.tsc_invariant ? "unknown" : *e.clock.tsc_invariant ? "invariant" : "not invariant");
  out += "System\n";
  line(out, "host", or_unknown(e.system.host_name));
  line(out, "kernel", or_unknown(e.system.kernel) + (e.system.architecture.empty() ? "" : " " + e.system.architecture));
  line(out, "system", or_unknown(e.system.os) + (e.system.c_library.empty() ? "" : ", " + e.system.c_library));
  line(out, "board", or_unknown(e.system.board));
  line(out, "virtual",
       !e.system.virtual_machine    ? "unknown"
       : !*e.system.virtual_machine ? "no"
                                    : "yes" + (e.system.hypervisor.empty() ? "" : ", " + e.system.hypervisor));
  line(out, "IOMMU",
       whether(e.iommu) + (e.iommu_domains.empty() ? "" : ", " + run_detail::joined(e.iommu_domains, ", ")));
  out += "Limits\n";
  auto const& l = e.limits;
  char const* const none = l.cpus ? "none" : "unknown";  // without /proc nothing is known of limits
  line(out, "CPUs", l.cpus ? ids_or(*l.cpus, "none") : "unknown");
  line(out, "memory nodes", l.memory_nodes ? ids_or(*l.memory_nodes, "none") : "unknown");
  line(out, "CPU quota", l.cpu_quota ? fmt::format("{:.2f} CPUs", *l.cpu_quota) : none);
  line(out, "memory", l.memory ? memory_text(*l.memory) : none);
  if (!l.group.empty()) line(out, "group", l.group);
}

inline std::string rate(std::optional<double> bytes_per_second) {
  return bytes_per_second ? fmt::format("{:.2f} GB/s", *bytes_per_second / 1e9) : "unknown";
}

// The bridges that lead to an accelerator, and the accelerators, indented by depth.
inline void pci_section(environment const& e, std::string& out) {
  out += "Accelerators\n";
  if (e.accelerators.empty()) {
    out += e.pci.readable ? "  none on the PCI bus\n" : "  unknown: there is no PCI bus in /sys\n";
    return;
  }
  std::string root;
  std::vector<std::string> above;
  for (auto const& a : e.accelerators) {
    auto const& f = e.pci.functions[a.function];
    if (f.root != root) out += "  " + or_unknown(shown(f.root)) + "\n", root = f.root, above.clear();
    std::size_t same = 0;
    while (same < std::min(above.size(), a.path.size()) && above[same] == a.path[same]) ++same;
    for (auto i = same; i < a.path.size(); ++i) {
      auto const at = find_pci(e.pci, a.path[i]);
      out += std::string(4 + 2 * i, ' ') + a.path[i] + "  ";
      out += at ? fmt::format("{}, {}",
                              run_detail::hex4(e.pci.functions[*at].vendor) + ":" +
                                  run_detail::hex4(e.pci.functions[*at].device),
                              to_string(e.pci.functions[*at].now))
                : "unknown";
      out += "\n";
    }
    above = a.path;
    std::string const indent(4 + 2 * a.path.size(), ' ');
    auto const name = a.product.starts_with(a.vendor) ? a.product : a.vendor + " " + a.product;
    out += fmt::format("{}{}  {}{}, NUMA {}, IOMMU {}\n", indent, a.address, shown(name),
                       a.product == a.ids ? "" : " [" + a.ids + "]", a.numa ? std::to_string(*a.numa) : "unknown",
                       a.iommu_group ? std::to_string(*a.iommu_group) : "none");
    std::string const more = indent + std::string(a.address.size() + 2, ' ');
    out += fmt::format("{}driver {}{}{}{}\n", more, a.driver.empty() ? "none" : shown(a.driver),
                       a.driver_version.empty() ? "" : " " + shown(a.driver_version),
                       a.firmware.empty() ? "" : ", firmware " + shown(a.firmware),
                       a.power_state.empty() ? "" : ", " + shown(a.power_state));
    if (a.link.now_hop || a.link.most_hop)
      out += fmt::format("{}link to the host {} now ({}), {} at most ({}){}\n", more, rate(a.link.now),
                         a.link.now_hop ? to_string(a.link.now_hop->now) : "unknown", rate(a.link.most),
                         a.link.most_hop ? to_string(a.link.most_hop->most) : "unknown",
                         a.link.whole ? "" : ", not every link is known");
    else
      out += more + "link to the host unknown\n";
    out += more + (a.max_payload && a.max_read_request
                       ? fmt::format("MaxPayload {}, MaxReadReq {}\n", *a.max_payload, *a.max_read_request)
                       : "MaxPayload and MaxReadReq unknown (reading them needs root)\n");
  }
}
}  // namespace environment_detail

/// The environment for people: what the machine is first, what may spoil a measurement last.
inline std::string environment_text(environment const& e) {
  using namespace environment_detail;
  std::string out = fmt::format("Machine {} ({} over CPU model, sockets, nodes, memory and accelerators)\n",
                                fingerprint(e), fingerprint_hash);
  cpu_section(e, out);
  memory_section(e, out);
  numa_section(e, out);
  system_section(e, out);
  pci_section(e, out);
  auto const warnings = warnings_of(e);
  out += "Warnings\n";
  if (warnings.empty()) out += "  none\n";
  bool unsure = false;
  for (auto const& w : warnings) {
    out += fmt::format("  {} {}: {}\n", w.certain ? '!' : '?', shown(w.thing), shown(w.text));
    unsure |= !w.certain;
  }
  if (unsure) out += "  (? may be as it should be)\n";
  return out;
}
}  // namespace lanemark::report
