// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include <lanemark/measure/record.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/lanes.hpp>

namespace lanemark {
/// The cell that a record is of, as far as a match can tell: what ran takes the place of `auto`, so that a limit may
/// name the timer and the copy loop that were used.
inline cell subject_of(record const& r) {
  cell c{.id = r.id, .test = r.test, .measure = r.measure, .direction = r.direction, .mode = r.mode};
  for (auto const& l : r.lanes) {
    c.lanes.push_back(l.path);
    if (r.issuer == "source") c.lanes.back().issuer = side::source;
    if (r.issuer == "destination") c.lanes.back().issuer = side::destination;
  }
  c.size_requested = r.size_requested, c.size = r.size;
  if (r.affinity == "none") c.affinity.kind = placement::wish::none;
  if (r.affinity == "far") c.affinity.kind = placement::wish::far;
  if (r.affinity.starts_with("node:"))
    c.affinity = {placement::wish::node, detail::small_number(std::string_view{r.affinity}.substr(5)).value_or(-1)};
  if (!r.timer.name.empty()) c.timer = r.timer.name;
  if (!r.mechanism.empty()) (r.measure == "sync" ? c.protocol : c.copy) = r.mechanism;
  if (!r.cache.empty()) c.cache = r.cache;
  if (!r.semantics.empty()) c.semantics = r.semantics;
  c.threads = r.threads;
  return c;
}
}  // namespace lanemark
