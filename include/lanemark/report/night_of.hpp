// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lanemark/judge/night.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/run/fingerprint.hpp>

namespace lanemark::report {
/// Who ran when on what: a run without its series.
inline night head_of(run_result const& r, std::string from) {
  night n{.from = std::move(from),
          .id = r.id,
          .started = r.started,
          .version = r.version,
          .backend = r.backend,
          .scenario = r.scenario.name,
          .scenario_hash = r.scenario.sha256,
          .simulated = r.simulated};
  if (r.surroundings) n.facts = facts_of(*r.surroundings), n.fingerprint = fingerprint(*r.surroundings);
  for (auto const& d : r.machine.devices) n.devices.push_back({d.id, d.label, d.product, d.pci, d.uuid});
  return n;
}

inline series_info info_of(record const& r) {
  series_info s{
      .id = r.id, .test = r.test, .measure = r.measure, .direction = r.direction, .mode = r.mode, .size = r.size.count};
  for (auto const& l : r.lanes) s.lanes.push_back(l.path);
  return s;
}
inline reading reading_of(record const& r, series_book& book) {
  return {.series = book.add(info_of(r)),
          .status = r.status,
          .n = r.summary ? r.summary->n : 0,
          .median = r.summary ? r.summary->median : std::numeric_limits<double>::quiet_NaN(),
          .unit = r.unit,
          .reason = r.reason,
          .samples = r.samples};
}

/// A run as it is judged, its series in the book.
inline night night_of(run_result const& r, series_book& book, std::string from) {
  auto n = head_of(r, std::move(from));
  std::unordered_map<std::string_view, std::string_view> broken;
  for (auto const& v : r.verdicts)
    if (is_violation(v.what)) broken.emplace(v.series, v.sentence);
  for (auto const& one : r.records) {
    n.readings.push_back(reading_of(one, book));
    if (auto const at = broken.find(one.id); at != broken.end()) n.readings.back().limit = at->second;
  }
  return n;
}
}  // namespace lanemark::report
