// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/plan/block.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/devices.hpp>
#include <lanemark/policy/operation.hpp>

namespace lanemark {
/// The lanes of each cell of a block, before chiplets and issuers are settled. Bidirectional cells get their way back
/// later.
inline std::vector<std::vector<lane>> lane_groups(block const& b) {
  std::vector<std::vector<lane>> groups;
  groups.reserve(count_groups(b));
  for (auto const& pools : b.groups) {
    std::vector<lane> together;
    for (auto const& pool : pools)
      for (auto const& l : make_lanes(pool)) {
        if (b.mode == "parallel")
          together.push_back(l);
        else
          groups.push_back({l});
      }
    if (b.mode == "parallel") groups.push_back(std::move(together));
  }
  return groups;
}

namespace detail {
/// Gives a device end the chiplet of the axis, where the lane itself names none. The one default has one spelling:
/// chiplet 0 of a device with several, and 0 or off on a device with one, are no affinity at all. False: there is no
/// such cell.
inline bool settle_chiplet(endpoint& e, chiplet_choice const& choice, inventory const& inv) {
  if (e.host) return true;
  auto const* d = find_device(inv, e.index);
  int const count = d ? d->chiplets : 1;
  if (e.chiplet == -1) {
    if (choice.each && choice.value >= count) return false;
    e.chiplet = choice.value;
  }
  if (e.chiplet == 0 || (e.chiplet == chiplet_off && count <= 1)) e.chiplet = -1;
  return true;
}

constexpr int direction_rank(lane const& l) {
  auto const d = direction_of(l);
  return d == "h2d" ? 0 : d == "d2h" ? 1 : d == "d2d" ? 2 : 3;
}
}  // namespace detail

/// Settles what the axes say about the ends and issuers of a cell's lanes, and puts the lanes in their one order: the
/// way back of a bidirectional cell is added, host first, lower device first; lanes in parallel are a sorted set.
/// False: the combination is no cell (a chiplet from `all` that this device does not have).
inline bool settle_lanes(cell& c, side issuer, chiplet_choice const& source, chiplet_choice const& destination,
                         inventory const& inv) {
  for (auto& l : c.lanes) {
    if (!detail::settle_chiplet(l.source, source, inv) || !detail::settle_chiplet(l.destination, destination, inv))
      return false;
    bool const peers = !l.source.host && !l.destination.host;
    if (l.source.node == l.destination.node && (peers || inv.host_can_issue)) l.issuer = issuer;
    auto const& host = l.source.host ? l.source : l.destination;
    if (host.host && host.index >= 0)
      c.affinity = {placement::wish::node, host.index};  // the lane itself says the place
  }
  if (c.mode == "bidirectional" && c.lanes.size() == 1) {
    auto& there = c.lanes[0];
    bool const turn =
        there.source.host != there.destination.host ? there.destination.host : there.destination < there.source;
    if (turn) std::swap(there.source, there.destination);
    c.lanes.push_back({there.destination, there.source, there.issuer});
  }
  if (c.mode == "parallel") {
    auto const key = [](lane const& l) { return std::pair(detail::direction_rank(l), l); };
    std::sort(c.lanes.begin(), c.lanes.end(), [&](lane const& a, lane const& b) { return key(a) < key(b); });
    c.lanes.erase(std::unique(c.lanes.begin(), c.lanes.end()), c.lanes.end());
  }
  return true;
}

/// The timer that `auto` comes to: that of the backend's first offer for the cell. Opening may still choose another.
inline std::string expected_timer(cell const& c, inventory const& inv) {
  auto const& mechanism = c.measure == "sync" ? c.protocol : c.copy;
  for (auto const& o : inv.offers)
    if (o.measure == c.measure && (mechanism == "auto" || o.mechanism == mechanism) &&
        serves_semantics(o.semantics, c.semantics) && (c.cache == "cold") == (o.cache == "cold"))
      return o.timer;
  return "auto";
}
}  // namespace lanemark
