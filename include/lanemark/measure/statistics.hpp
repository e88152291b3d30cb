// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/measure/record.hpp>

namespace lanemark {
/// Quantile q of sorted values by linear interpolation between order statistics (type 7 of Hyndman and Fan, 1996).
/// NaN for no values.
[[gnu::cold]] inline double quantile_of_sorted(std::span<double const> sorted, double q) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  auto const at = q * static_cast<double>(sorted.size() - 1);
  auto const below = static_cast<std::size_t>(at);
  if (below + 1 >= sorted.size()) return sorted.back();
  auto const share = at - static_cast<double>(below);
  return sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

/// The median, the mean of the middle two for an even count. NaN for no values.
[[gnu::cold]] inline double median_of(std::vector<double> values) {
  sort_samples(values);
  return quantile_of_sorted(values, 0.5);
}

/// Rank k (from 1) of the 95 % order-statistic interval [x(k), x(n+1-k)] of the median: the largest k with
/// P(Bin(n, 1/2) < k) <= 2.5 %. 0 below n = 6, where no interval reaches 95 %.
/// Source: David and Nagaraja, Order Statistics, 7.1.
[[gnu::cold]] inline std::size_t interval_rank(std::size_t n) {
  // in logarithms: 2^-n leaves the doubles at n = 1075 (built in: <cmath> would cost a harness 8 % of its compile)
  auto const count = static_cast<double>(n);
  double log_term = -count * __builtin_log(2.0), below = 0;
  std::size_t k = 0;
  while (k < n && below + __builtin_exp(log_term) <= 0.025) {
    below += __builtin_exp(log_term);
    log_term += __builtin_log((count - static_cast<double>(k)) / static_cast<double>(k + 1));
    ++k;
  }
  return k;
}

[[gnu::cold]] inline summary summarise(std::vector<double> values) {
  summary s{.n = values.size()};
  if (values.empty()) return s;
  sort_samples(values);
  s.median = quantile_of_sorted(values, 0.5);
  if (auto const k = interval_rank(s.n)) s.ci_low = values[k - 1], s.ci_high = values[s.n - k];
  s.min = values.front();
  s.max = values.back();
  for (auto const x : values) s.mean += x;
  s.mean /= static_cast<double>(s.n);
  s.p05 = quantile_of_sorted(values, 0.05);
  s.p95 = quantile_of_sorted(values, 0.95);
  return s;
}

/// Half width of the interval as a share of the median; infinite when there is no interval or the median is 0.
inline double relative_half_width(summary const& s) {
  if (!s.ci_low || !s.ci_high || s.median == 0) return std::numeric_limits<double>::infinity();
  return (*s.ci_high - *s.ci_low) / (2 * magnitude(s.median));
}
}  // namespace lanemark
