// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/hash.hpp>
#include <lanemark/core/numbers.hpp>
#include <lanemark/run/environment.hpp>

namespace lanemark {
/// What a difference in a fact means when two runs are compared.
enum class fact_class {
  identity,     ///< another machine: the runs cannot be compared
  environment,  ///< the same machine set up otherwise: compared, and said
  informative,  ///< changes by itself: shown
};
constexpr std::string_view name_of(fact_class c) {
  constexpr std::string_view names[] = {"identity", "environment", "informative"};
  return names[static_cast<int>(c)];
}

/// One fact as text, for comparing runs and for reports. `unknown` is a value like any other.
struct fact {
  fact_class kind = fact_class::informative;
  std::string key{}, value{};
  friend bool operator==(fact const&, fact const&) = default;
};

namespace run_detail {
inline std::string joined(std::vector<std::string> const& parts, std::string_view with = ",") {
  std::string out;
  for (auto const& p : parts) out += (out.empty() ? std::string_view{} : with), out += p;
  return out;
}
}  // namespace run_detail

/// Every fact of an environment with its class, in a fixed order. Devices are named by their PCI address: an index
/// changes when a card is lost.
inline std::vector<fact> facts_of(environment const& e) {
  using enum fact_class;
  std::vector<fact> out;
  auto add = [&](fact_class kind, std::string key, std::string value) {
    out.push_back({kind, std::move(key), value.empty() ? "unknown" : std::move(value)});
  };
  auto number = [](auto const& n) { return n ? std::to_string(*n) : std::string(); };
  auto whether = [](std::optional<bool> b) { return !b ? "" : *b ? "on" : "off"; };

  add(identity, "cpu.model", e.cpu.model);
  add(identity, "cpu.sockets", number(e.cpu.sockets));
  add(identity, "numa.nodes", e.memory.nodes.empty() ? "" : std::to_string(e.memory.nodes.size()));
  // What is installed where the machine says so: the kernel keeps more or less of it for itself from one version to the
  // next, and a virtual machine gives some back.
  auto const memory = e.memory.installed ? e.memory.installed : e.memory.total;
  add(identity, "memory.gib", !memory ? "" : std::to_string((*memory >> 30) + (*memory >> 29 & 1)));
  for (auto const& a : e.accelerators) add(identity, "pci." + a.address, a.ids);

  add(environment, "cpu.online", id_list(e.cpu.online));
  add(environment, "cpu.isolated", e.cpu.isolated.empty() ? "none" : id_list(e.cpu.isolated));
  add(environment, "cpu.governor", run_detail::joined(e.cpu.governors));
  add(environment, "cpu.boost", whether(e.cpu.boost));
  add(environment, "clock.source", e.clock.source);
  add(environment, "clock.tsc_invariant", whether(e.clock.tsc_invariant));
  add(environment, "memory.transparent_huge_pages", e.memory.transparent_huge_pages);
  for (auto const& pool : e.memory.huge_pages)
    add(environment, "memory.huge_pages." + std::to_string(pool.page), std::to_string(pool.pages));
  add(environment, "memory.numa_balancing", whether(e.memory.numa_balancing));
  add(environment, "iommu", whether(e.iommu));
  add(environment, "iommu.domains", e.iommu_domains.empty() ? "none" : run_detail::joined(e.iommu_domains));
  add(environment, "limits.cpus", e.limits.cpus ? id_list(*e.limits.cpus) : "");
  add(environment, "limits.memory_nodes", e.limits.memory_nodes ? id_list(*e.limits.memory_nodes) : "");
  add(environment, "limits.cpu_quota", e.limits.cpu_quota ? exact(*e.limits.cpu_quota) : "none");
  add(environment, "limits.memory", e.limits.memory ? std::to_string(*e.limits.memory) : "none");
  add(environment, "system.kernel", e.system.kernel);
  add(environment, "system.os", e.system.os);
  add(environment, "system.architecture", e.system.architecture);
  add(environment, "system.c_library", e.system.c_library);
  add(environment, "system.board", e.system.board);
  add(environment, "system.virtual_machine", whether(e.system.virtual_machine));
  for (auto const& a : e.accelerators) {
    auto const at = "pci." + a.address;
    add(environment, at + ".product", a.product);
    add(environment, at + ".driver", a.driver.empty() ? "none" : a.driver);
    add(environment, at + ".driver_version", a.driver_version);
    add(environment, at + ".firmware", a.firmware);
    add(environment, at + ".numa", number(a.numa));
    add(environment, at + ".link_most", a.link.most_hop ? to_string(a.link.most_hop->most) : "");
    add(environment, at + ".link_width", a.link.now_hop ? number(a.link.now_hop->now.width) : "");
    add(environment, at + ".max_payload", number(a.max_payload));
    add(environment, at + ".max_read_request", number(a.max_read_request));
  }

  add(informative, "system.host_name", e.system.host_name);
  add(informative, "memory.total", number(e.memory.total));
  add(informative, "memory.available", number(e.memory.available));
  add(informative, "load", e.load ? exact(*e.load) : "");
  for (auto const& a : e.accelerators) {  // idle devices slow their links down
    add(informative, "pci." + a.address + ".link_now", a.link.now_hop ? to_string(a.link.now_hop->now) : "");
    add(informative, "pci." + a.address + ".power_state", a.power_state);
  }
  return out;
}

/// The hash below. Reports name it, so that another version may choose another one.
inline constexpr std::string_view fingerprint_hash = "fnv1a-64";

/// Sixteen hex digits over the identity facts: the same machine keeps it through reboots, new kernels, other loads and
/// cpusets; another CPU model, socket, node, amount of memory or accelerator changes it.
inline std::string fingerprint(environment const& e) {
  std::string text;
  for (auto const& f : facts_of(e))
    if (f.kind == fact_class::identity) text += f.key + '=' + f.value + '\n';
  auto const hash = fnv1a(text);
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[hash >> shift & 0xf];
  return out;
}
}  // namespace lanemark
