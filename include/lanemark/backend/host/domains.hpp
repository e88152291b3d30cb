// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/distance.hpp>
#include <lanemark/backend/numa.hpp>
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
  for (auto const& n : t.nodes) all.insert(all.end(), n.cpus.begin(), n.cpus.end());
  if (all.empty())
    for (auto const& c : t.cores) all.insert(all.end(), c.cpus.begin(), c.cpus.end());
  std::sort(all.begin(), all.end());
  return all;
}

/// CPUs in the order in which threads should get them: one of each physical core first, then their siblings.
[[gnu::cold]] inline std::vector<int> spread_over_cores(topology const& t, std::vector<int> const& cpus) {
  std::vector<std::vector<int>> cores;
  std::vector<int> rest = cpus;
  for (auto const& c : t.cores) {
    std::vector<int> mine;
    for (auto cpu : c.cpus)
      if (std::erase(rest, cpu) != 0) mine.push_back(cpu);
    if (!mine.empty()) cores.push_back(std::move(mine));
  }
  std::vector<int> ordered;
  for (std::size_t sibling = 0; ordered.size() + rest.size() < cpus.size(); ++sibling)
    for (auto const& c : cores)
      if (sibling < c.size()) ordered.push_back(c[sibling]);
  ordered.insert(ordered.end(), rest.begin(), rest.end());
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
