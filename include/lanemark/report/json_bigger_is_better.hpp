// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include <lanemark/report/json_value.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/report/series_facts.hpp>

namespace lanemark::report {
/// Runs as github-action-benchmark takes its own formats. One file has one direction, so there are two: `B/s` gives
/// customBiggerIsBetter with every bandwidth in GB/s, `ns` gives customSmallerIsBetter with every latency in ns. Of
/// several runs of a scenario the newest is written; cells without a figure are not.
inline void custom_benchmarks(std::span<run_result const> all, std::string_view unit, text_sink const& out) {
  auto const divisor = unit == "B/s" ? 1e9 : 1.0;
  bool empty = true;
  for (auto const* run : newest_of_each(all))
    for (auto const& r : run->records) {
      auto const value = value_of(r);
      if (!value || r.unit != unit) continue;
      json one;
      one["name"] = r.id;
      one["unit"] = unit == "B/s" ? "GB/s" : "ns";
      one["value"] = *value / divisor;
      if (auto const& s = *r.summary; s.ci_low && s.ci_high && std::isfinite(*s.ci_high - *s.ci_low))
        one["range"] = "\xc2\xb1 " + exact((*s.ci_high - *s.ci_low) / 2 / divisor);
      one["extra"] = median_text(r) + (run->simulated ? "\nsimulated" : "") + "\nrun " + run->id;
      out(empty ? "[\n  " : ",\n  ");
      out(line(one));
      empty = false;
    }
  out(empty ? "[]\n" : "\n]\n");
}
inline void bigger_is_better(std::span<run_result const> runs, text_sink const& out) {
  custom_benchmarks(runs, "B/s", out);
}
inline void smaller_is_better(std::span<run_result const> runs, text_sink const& out) {
  custom_benchmarks(runs, "ns", out);
}
}  // namespace lanemark::report
