// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/core/lane.hpp>
#include <lanemark/measure/settings.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark {
/// One fully specified measurement: the unit of planning, failing and comparing. Values and names only.
struct cell {
  std::size_t index = 0;  ///< place in the plan
  std::string id{};       ///< series id: from values, never from positions
  std::string test{};
  std::string measure = "bandwidth";  ///< bandwidth, latency, sync
  std::string direction{};            ///< h2d, d2h, d2d, node; `h2d+d2h` where a parallel cell mixes them
  std::string mode = "single";        ///< single, bidirectional, parallel
  std::vector<lane> lanes{};          ///< run together, behind one gate
  bytes size_requested{}, size{};     ///< 0 for sync
  placement affinity{};
  std::string timer = "auto", copy = "auto", cache = "warm", protocol = "auto", semantics = "default";
  unsigned threads = 1;  ///< 0: all
  // keys that are no axes
  std::string pages = "huge", priority = "normal", schedule = "serial";
  std::uint64_t flags = 0;
  bool missing_fails = false;  ///< a skip of this cell makes the run incomplete
  settings how{};
  std::string impossible{};  ///< why this machine cannot do it, known already when planning: skipped with this reason
};

/// Bytes that one turn of the cell moves.
inline std::uint64_t bytes_per_turn(cell const& c) { return c.size.count * c.lanes.size(); }
}  // namespace lanemark
