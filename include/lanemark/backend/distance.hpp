// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>

#include <lanemark/backend/numa.hpp>
#include <lanemark/core/ordering.hpp>

namespace lanemark {
/// Where the node with this id stands in `nodes`; nothing when the machine (or its cpuset) has no such node.
inline std::optional<std::size_t> position_of_node(topology const& t, int id) {
  for (std::size_t i = 0; i < t.nodes.size(); ++i)
    if (t.nodes[i].id == id) return i;
  return std::nullopt;
}

/// The node of a CPU, -1 when the CPU is not usable here.
inline int node_of_cpu(topology const& t, int cpu) {
  for (auto const& node : t.nodes)
    if (contains(node.cpus, cpu)) return node.id;
  return -1;
}

/// The distance the machine states between two node ids; nothing when it states none.
inline std::optional<int> distance_between(topology const& t, int from, int to) {
  auto const i = position_of_node(t, from), j = position_of_node(t, to);
  if (!i || !j || *i >= t.distances.size() || *j >= t.distances[*i].size()) return std::nullopt;
  return t.distances[*i][*j];
}

/// What a placement may ask of a node.
enum class node_need { cpus, memory };

inline bool offers(topology::node const& node, node_need need) {
  return need == node_need::cpus ? !node.cpus.empty() : node.memory != 0;
}

namespace distance_detail {
// The other node with the best (least or greatest) distance, ties to the lowest id. Unknown distances are all alike.
inline int best_other(topology const& t, int from, node_need need, bool farthest) {
  int best = -1, best_distance = 0;
  for (auto const& node : t.nodes) {
    if (node.id == from || !offers(node, need)) continue;
    int const d = distance_between(t, from, node.id).value_or(0);
    bool const better = best < 0 || (farthest ? d > best_distance : d < best_distance);
    if (better || (d == best_distance && node.id < best)) best = node.id, best_distance = d;
  }
  return best;
}
}  // namespace distance_detail

/// The node itself when it offers what is needed, else the nearest that does: ties, and machines that state no
/// distances, go to the lowest id. -1 when the node is unknown or no node will do.
inline int nearest_node(topology const& t, int node, node_need need) {
  auto const at = position_of_node(t, node);
  if (!at) return -1;
  return offers(t.nodes[*at], need) ? node : distance_detail::best_other(t, node, need, false);
}

/// Whose CPUs serve this node's memory best: itself, or for a node of memory alone the nearest node with CPUs.
inline int nearest_node_with_cpus(topology const& t, int node) { return nearest_node(t, node, node_need::cpus); }

/// Whose memory serves this node's CPUs best.
inline int nearest_node_with_memory(topology const& t, int node) { return nearest_node(t, node, node_need::memory); }

/// The node with memory that is farthest from this one (greatest distance, ties to the lowest id). Without stated
/// distances every other node is as far, so the lowest other id. `from` itself where no other node has memory;
/// -1 when `from` is unknown.
inline int farthest_node(topology const& t, int from) {
  if (!position_of_node(t, from)) return -1;
  int const other = distance_detail::best_other(t, from, node_need::memory, true);
  return other < 0 ? from : other;
}
}  // namespace lanemark
