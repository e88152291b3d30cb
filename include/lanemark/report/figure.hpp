// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <lanemark/core/numbers.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/measure/record.hpp>

namespace lanemark::report {
/// The median of a record, where there is one to show: measured, and a finite number.
[[gnu::cold]] inline std::optional<double> value_of(record const& r) {
  if (r.status != outcome::measured || !r.summary || !is_finite(r.summary->median)) return {};
  return r.summary->median;
}

/// How the figures of one table are written: unit, divisor from the record's base unit, decimals. One for a whole
/// table, so that a column can be read downwards.
struct figure_style {
  std::string_view unit = "GB/s";
  double divisor = 1e9;
  int decimals = 2;
};

/// The style for figures whose smallest is `smallest` (in B/s or ns; 0: none known). Rates are GB/s of 1e9 bytes;
/// durations take the unit in which the smallest is at least 1. The smallest keeps three significant digits.
[[gnu::cold]] inline figure_style style_for(std::string_view base_unit, double smallest) {
  figure_style s;
  if (base_unit != "B/s") {
    s = {"ns", 1, 1};
    if (smallest >= 1e3) s = {"us", 1e3, 2};
    if (smallest >= 1e6) s = {"ms", 1e6, 2};
    if (smallest >= 1e9) s = {"s", 1e9, 2};
  }
  for (auto scaled = smallest / s.divisor, step = s.decimals == 1 ? 10.0 : 1.0;
       scaled > 0 && scaled < step && s.decimals < 9; step /= 10)
    ++s.decimals;
  return s;
}

[[gnu::cold]] inline std::string figure(double x, figure_style const& s) {
  return is_finite(x) ? fixed(x / s.divisor, s.decimals) : "n/a";
}
[[gnu::cold]] inline std::string figure(std::optional<double> x, figure_style const& s) {
  return x ? figure(*x, s) : "n/a";
}

/// `12.10 .. 12.31`, or `-` where too few samples have no interval.
[[gnu::cold]] inline std::string interval(std::optional<summary> const& s, figure_style const& style) {
  if (!s || !s->ci_low || !s->ci_high || !is_finite(*s->ci_low) || !is_finite(*s->ci_high)) return "-";
  return say({figure(*s->ci_low, style), " .. ", figure(*s->ci_high, style)});
}

/// Half the 95 % interval as a share of the median.
[[gnu::cold]] inline std::optional<double> spread_of(summary const& s) {
  if (!s.ci_low || !s.ci_high || !(s.median > 0)) return {};
  auto const share = (*s.ci_high - *s.ci_low) / 2 / s.median;
  if (!is_finite(share)) return {};
  return share;
}

/// Half an interval around a figure: `+-0.8 %`, `+-0.03 %`, `under +-0.01 %`.
[[gnu::cold]] inline std::string plus_minus(double share) {
  auto const per_cent = share * 100;
  if (per_cent > 0 && per_cent < 0.01) return "under +-0.01 %";
  return say({"+-", fixed(per_cent, per_cent < 0.1 ? 2 : 1), " %"});
}

/// The cell's rate as a share of its physical limit, where that is known.
[[gnu::cold]] inline std::optional<double> share_of_limit(record const& r) {
  auto const value = value_of(r);
  if (!value || r.unit != "B/s" || !r.physical_limit || !(*r.physical_limit > 0)) return {};
  return *value / *r.physical_limit;
}
}  // namespace lanemark::report
