// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace lanemark {
/// The median, by selection: histories are judged by the thousand. NaN for no values. Reorders its argument.
inline double take_median(std::span<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

/// A centre and a scale that a few wild runs do not move.
struct robust_spread {
  double median = std::numeric_limits<double>::quiet_NaN();
  double scale = std::numeric_limits<double>::quiet_NaN();  ///< 1.4826 MAD: a normal distribution's standard deviation
};
/// Median and 1.4826 times the median absolute deviation from it (Hampel, 1974; 1.4826 = 1 / Phi^-1(3/4)).
inline robust_spread spread_of_runs(std::span<double const> values) {
  std::vector<double> x(values.begin(), values.end());
  robust_spread s{.median = take_median(x)};
  for (auto& v : x) v = std::fabs(v - s.median);
  s.scale = 1.482602218505602 * take_median(x);
  return s;
}
}  // namespace lanemark
