// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include <lanemark/measure/record.hpp>
#include <lanemark/plan/cell.hpp>

namespace lanemark {
/// The record that a cell starts as: who it is and what was asked for, not run yet.
inline record record_of(cell const& c, bool simulated = false) {
  record r{.id = c.id, .test = c.test, .measure = c.measure, .direction = c.direction, .mode = c.mode};
  r.size_requested = c.size_requested, r.size = c.size;
  r.affinity = to_string(c.affinity);
  r.issuer = std::string(name_of(c.lanes.empty() ? side::automatic : c.lanes.front().issuer));
  r.cache = c.cache, r.semantics = c.semantics, r.threads = c.threads;
  r.simulated = simulated;
  r.unit = c.measure == "bandwidth" ? "B/s" : "ns";
  for (auto const& l : c.lanes) r.lanes.push_back({.path = l, .summary = {}, .obtained = {}});
  return r;
}

/// The reason of a cell that a stopped run did not come to.
inline constexpr std::string_view interrupted_reason = "the run was interrupted before this cell";

/// The same, ended before it was measured.
inline record unmeasured(cell const& c, bool simulated, outcome what, std::string reason) {
  auto r = record_of(c, simulated);
  r.status = what, r.reason = std::move(reason);
  return r;
}
}  // namespace lanemark
