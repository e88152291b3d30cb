// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lanemark/core/lane.hpp>
#include <lanemark/judge/verdict.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/report/figure.hpp>
#include <lanemark/report/label.hpp>
#include <lanemark/report/run_result.hpp>

// What several formats say of a series.

namespace lanemark::report {
/// The lanes of a record as its id spells them, `host>0`, `0<>1`, whatever their number.
inline std::string lanes_of(record const& r) {
  std::vector<lane> lanes;
  for (auto const& l : r.lanes) lanes.push_back(l.path);
  return to_string(std::span<lane const>(lanes));
}

/// `median 26.15 GB/s, 95 % interval 26.10 .. 26.20, 20 samples`; empty where there is no figure.
inline std::string median_text(record const& r) {
  auto const value = value_of(r);
  if (!value) return {};
  auto const style = style_for(r.unit, magnitude(*value));
  auto const between = interval(r.summary, style);
  return say({"median ", figure(*value, style), " ", style.unit, between == "-" ? "" : ", 95 % interval ",
              between == "-" ? std::string() : between, ", ", counted(r.summary->n, "sample")});
}

/// The verdicts of a run by the series that they are about.
inline std::unordered_map<std::string_view, std::vector<verdict const*>> verdicts_by_series(run_result const& r) {
  std::unordered_map<std::string_view, std::vector<verdict const*>> all;
  for (auto const& v : r.verdicts) all[v.series].push_back(&v);
  return all;
}

/// What decides among several verdicts of one series: one against the machine, else a hole, else the first.
inline verdict const* deciding(std::vector<verdict const*> const& all) {
  verdict const* found = nullptr;
  auto weight = [](verdict const& v) {
    return is_violation(v.what) ? 2 : v.what == ruling::incomparable || is_hole(v.what) ? 1 : 0;
  };
  for (auto const* v : all)
    if (!found || weight(*v) > weight(*found)) found = v;
  return found;
}

/// Of several runs of one scenario the one that began last: for formats in which a name has one value.
inline std::vector<run_result const*> newest_of_each(std::span<run_result const> runs) {
  std::vector<run_result const*> all;
  std::unordered_map<std::string_view, std::size_t> place;
  for (auto const& r : runs) {
    auto const [at, fresh] = place.try_emplace(r.scenario.name, all.size());
    if (fresh)
      all.push_back(&r);
    else if (auto& one = all[at->second];
             one->started <= r.started)  // RFC 3339 in UTC: the order of texts is that of times
      one = &r;
  }
  return all;
}
}  // namespace lanemark::report
