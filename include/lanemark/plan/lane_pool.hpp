// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/lane.hpp>

namespace lanemark {
/// The lanes of one direction that a test chooses from. Their number is known without making them: 384 devices have
/// 147 072 pairs, and a plan that is too large is refused before it takes any memory.
struct lane_pool {
  std::string direction{};  ///< h2d, d2h, d2d, node
  /// all, first, ring, self, chain (host to first, first to each other, each other to host); for node all, same,
  /// first (device of each), and nothing for the others
  std::string keyword{};                          ///< empty: the lanes are `named`
  std::vector<int> devices{};                     ///< to choose from, in the user's order
  std::vector<lane> named{};                      ///< that fit the direction
  std::vector<std::pair<int, int>> node_pairs{};  ///< for node
  std::vector<lane> placed{};                     ///< for node: named with their nodes, `node0/0>node1/1`
  bool unordered = false;                         ///< a lane and its way back count once: bidirectional cells
};

namespace detail {
/// Calls `use(from, to)` with positions in the list of devices for each lane of a keyword in d2d.
template <class Use>
void each_pair(lane_pool const& p, Use use) {
  auto const n = p.devices.size();
  if (p.keyword == "all")
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = p.unordered ? i + 1 : 0; k < n; ++k) {
        if (i != k) use(i, k);
      }
  if (p.keyword == "first" || p.keyword == "chain")
    for (std::size_t k = 1; k < n; ++k) use(std::size_t{0}, k);
  if (p.keyword == "ring" && n > 1)
    for (std::size_t i = 0; i < (p.unordered && n == 2 ? 1 : n); ++i) use(i, (i + 1) % n);
  if (p.keyword == "self")
    for (std::size_t i = 0; i < n; ++i) use(i, i);
}
}  // namespace detail

/// How many lanes the pool holds.
inline std::size_t count_lanes(lane_pool const& p) {
  auto const n = p.devices.size();
  if (p.direction == "node") {
    auto const each = p.keyword.empty()     ? p.named.size()
                      : p.keyword == "all"  ? n * n
                      : p.keyword == "same" ? n
                                            : std::size_t{p.keyword == "first" && n > 0};
    return each * p.node_pairs.size() + p.placed.size();
  }
  if (p.keyword.empty()) return p.named.size();
  if (p.direction == "d2d") {
    if (p.keyword == "all") return n < 2 ? 0 : n * (n - 1) / (p.unordered ? 2 : 1);
    std::size_t count = 0;
    detail::each_pair(p, [&](std::size_t, std::size_t) { ++count; });
    return count;
  }
  if (p.keyword == "all" || p.keyword == "ring") return n;
  if (p.keyword == "first") return n > 0;
  if (p.keyword == "chain") return p.direction == "h2d" ? n > 0 : n < 2 ? 0 : n - 1;
  return 0;  // self: the host is no device
}

/// The lanes, in the order of the devices.
inline std::vector<lane> make_lanes(lane_pool const& p) {
  std::vector<lane> lanes;
  lanes.reserve(count_lanes(p));
  auto on = [](int node, endpoint e) {
    e.node = node;
    return e;
  };
  if (p.direction == "node") {
    lanes = p.placed;
    for (auto const& [a, b] : p.node_pairs) {
      for (auto const& l : p.named) lanes.push_back({on(a, l.source), on(b, l.destination)});
      for (int const from : p.devices) {
        if (p.keyword == "all")
          for (int const to : p.devices) lanes.push_back({on(a, device_end(from)), on(b, device_end(to))});
        if (p.keyword == "same") lanes.push_back({on(a, device_end(from)), on(b, device_end(from))});
      }
      if (p.keyword == "first" && !p.devices.empty())
        lanes.push_back({on(a, device_end(p.devices[0])), on(b, device_end(p.devices[0]))});
    }
    return lanes;
  }
  if (p.keyword.empty()) return p.named;
  if (p.direction == "d2d") {
    detail::each_pair(p, [&](std::size_t from, std::size_t to) {
      lanes.push_back({device_end(p.devices[from]), device_end(p.devices[to])});
    });
    return lanes;
  }
  std::size_t const first = p.keyword == "chain" && p.direction == "d2h" ? 1 : 0;
  for (std::size_t i = first; i < first + count_lanes(p); ++i) {
    auto const device = device_end(p.devices[i]);
    lanes.push_back(p.direction == "h2d" ? lane{host_end(), device} : lane{device, host_end()});
  }
  return lanes;
}
}  // namespace lanemark
