// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include <lanemark/plan/cell.hpp>

namespace lanemark::fabric {
/// The nodes that a cell's lanes touch, ascending. Node n is rank n.
inline std::vector<int> members_of(cell const& c) {
  std::vector<int> nodes;
  for (auto const& l : c.lanes)
    for (int const n : {l.source.node, l.destination.node})
      if (n >= 0 && std::find(nodes.begin(), nodes.end(), n) == nodes.end()) nodes.push_back(n);
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}
/// Does every lane of a cell cross nodes?
inline bool all_cross(cell const& c) {
  return std::all_of(c.lanes.begin(), c.lanes.end(),
                     [](lane const& l) { return l.source.node >= 0 && l.source.node != l.destination.node; });
}
/// The node that measures a cell and writes its record: the source of its first lane. -1: no lane crosses nodes.
inline int leader_of(cell const& c) { return c.lanes.empty() ? -1 : c.lanes.front().source.node; }

/// A node's place among the members, its rank in their communicator; -1: it is none of them.
inline int place_among(std::span<int const> members, int node) {
  auto const at = std::find(members.begin(), members.end(), node);
  return at == members.end() ? -1 : static_cast<int>(at - members.begin());
}
}  // namespace lanemark::fabric
