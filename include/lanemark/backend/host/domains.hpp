// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/distance.hpp>
#include <lanemark/backend/numa.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark::on_host {
/// What a device of this machine is.
enum class granularity { automatic, numa, l3, core };

/// One device: memory on a node, and CPUs that issue for it.
struct domain {
  std::string label{};
  int node = -1;               ///< NUMA node of its memory
  std::vector<int> cpus{};     ///< never empty
  bool borrowed_cpus = false;  ///< the node has none: the nearest node's issue for it
  std::uint64_t memory = 0;    ///< of the node, for granularity numa
};

constexpr std::string_view name_of(granularity g) {
  constexpr std::string_view names[] = {"auto", "numa", "l3", "core"};
  return names[static_cast<int>(g)];
}

inline std::vector<int> cpus_of_node(topology const& t, int node) {
  auto const at = position_of_node(t, node);
  return at ? t.nodes[*at].cpus : std::vector<int>{};
}
[[gnu::cold]] inline std::vector<int> all_cpus(topology const& t) {
  std::vector<int> all;
  for (auto const& n : t.nodes)
    for (int const cpu : n.cpus) all.push_back(cpu);
  if (all.empty())
    for (auto const& c : t.cores)
      for (int const cpu : c.cpus) all.push_back(cpu);
  sort_few(all);
  return all;
}

/// CPUs in the order in which threads should get them: one of each physical core first, then their siblings.
[[gnu::cold]] inline std::vector<int> spread_over_cores(topology const& t, std::vector<int> const& cpus) {
  std::vector<int> ordered;
  bool more = true;
  for (std::size_t sibling = 0; more; ++sibling) {
    more = false;
    for (auto const& c : t.cores) {
      std::size_t nth = 0;
      for (int const cpu : c.cpus)
        if (contains(cpus, cpu) && nth++ == sibling) ordered.push_back(cpu), more = true;
    }
  }
  for (int const cpu : cpus)  // of no core that is known
    if (!contains(ordered, cpu)) ordered.push_back(cpu);
  return ordered;
}

[[gnu::cold]] inline std::vector<domain> numa_domains(topology const& t) {
  std::vector<domain> all;
  for (auto const& n : t.nodes) {
    auto const memory = nearest_node_with_memory(t, n.id), cpus = nearest_node_with_cpus(t, n.id);
    if (memory < 0 || cpus < 0) continue;
    all.push_back({.label = say({"numa", n.id}),
                   .node = memory,
                   .cpus = spread_over_cores(t, cpus_of_node(t, cpus)),
                   .borrowed_cpus = cpus != n.id,
                   .memory = n.memory});
  }
  return all;
}
[[gnu::cold]] inline std::vector<domain> cache_domains(topology const& t) {
  std::vector<domain> all;
  for (auto const& c : t.caches)
    all.push_back({.label = say({"l3-", all.size()}),
                   .node = nearest_node_with_memory(t, c.node),
                   .cpus = spread_over_cores(t, c.cpus)});
  return all;
}
[[gnu::cold]] inline std::vector<domain> core_domains(topology const& t) {
  std::vector<domain> all;
  for (auto const& c : t.cores)
    all.push_back(
        {.label = say({"core", c.cpus.front()}), .node = nearest_node_with_memory(t, c.node), .cpus = c.cpus});
  return all;
}

/// The devices of a machine. `automatic` takes the first kind of which there is more than one; a machine with one core
/// has one device.
[[gnu::cold]] inline std::vector<domain> domains_of(topology const& t, granularity& kind) {
  auto of = [&](granularity g) {
    return g == granularity::numa ? numa_domains(t) : g == granularity::l3 ? cache_domains(t) : core_domains(t);
  };
  if (kind != granularity::automatic) return of(kind);
  for (auto const g : {granularity::numa, granularity::l3, granularity::core}) {
    kind = g;
    if (auto found = of(g); found.size() > 1) return found;
  }
  return of(kind);
}

/// `auto`, `numa`, `l3`, `core`.
[[gnu::cold]] inline result<granularity> read_granularity(std::string_view text) {
  for (auto const g : {granularity::automatic, granularity::numa, granularity::l3, granularity::core})
    if (text == name_of(g)) return g;
  return problem{fault::invalid, say({"no granularity \"", text, "\"; there are: auto, numa, l3, core"})};
}
}  // namespace lanemark::on_host
