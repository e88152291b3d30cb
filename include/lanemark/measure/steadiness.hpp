// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/measure/statistics.hpp>

namespace lanemark {
/// Whether samples are what the interval of a median takes them for: independent draws of one thing. All is robust: it
/// looks at which samples lie above the median, and not at how far outliers are out.
struct steadiness {
  double correlation = 0;  ///< of neighbours (lag 1); 0: none that chance would not make
  double drift = 0;  ///< median of the second half over that of the first, less 1; 0: none that chance would not make
  double low_mode = 0, high_mode = 0;  ///< medians of two groups that lie apart; 0: there is one group
  double high_share = 0;               ///< of the samples in the upper group
};

namespace detail {
/// By how many more of the first half than of the second lie above the median. 0 below four standard deviations, which
/// independent samples reach in less than one of 10 000 cells; those that resemble their neighbours do so more often.
inline double drift_of(std::span<double const> samples, double median) {
  auto const half = samples.size() / 2;
  auto const first = samples.first(half), second = samples.last(half);
  double more = 0, told = 0;
  for (std::size_t i = 0; i < half; ++i) {
    auto const a = side_of(first[i], median), b = side_of(second[i], median);
    more += a - b, told += a * a + b * b;
  }
  if (told < 1 || magnitude(more) < 4 * __builtin_sqrt(told)) return 0;
  auto const before = median_of({first.begin(), first.end()}), after = median_of({second.begin(), second.end()});
  return before > 0 && after > 0 ? after / before - 1 : 0;
}

/// Parts sorted samples where the two sides differ most (Otsu, 1979), and takes them for two groups where both hold a
/// fifth, and five samples, and their means lie 5 + 40/n pooled deviations apart (Ashman's D). A flat distribution
/// has 3.5, a normal one 2.7; few samples have more by chance.
inline void find_modes(std::vector<double> const& sorted, steadiness& s) {
  auto const n = sorted.size();
  auto const base = sorted[n / 2];  // sums of differences keep their digits
  double all = 0, all_squares = 0, low = 0, low_squares = 0, most = -1, apart = 0;
  for (auto const x : sorted) all += x - base, all_squares += (x - base) * (x - base);
  std::size_t at = 0;
  for (std::size_t i = 1; i < n; ++i) {
    auto const x = sorted[i - 1] - base;
    low += x, low_squares += x * x;
    if (std::min(i, n - i) < std::max<std::size_t>(n / 5, 5)) continue;
    auto const below = static_cast<double>(i), above = static_cast<double>(n - i);
    auto const low_mean = low / below, high_mean = (all - low) / above;
    auto const between = below * above * (high_mean - low_mean) * (high_mean - low_mean);
    if (between <= most) continue;
    auto const low_variance = std::max(low_squares / below - low_mean * low_mean, 0.0);
    auto const high_variance = std::max((all_squares - low_squares) / above - high_mean * high_mean, 0.0);
    most = between, at = i;
    apart = (high_mean - low_mean) * __builtin_sqrt(2.0) / __builtin_sqrt(low_variance + high_variance);
  }
  if (most <= 0 || !(apart >= 5 + 40 / static_cast<double>(n))) return;
  std::span<double const> const whole(sorted);
  s.low_mode = quantile_of_sorted(whole.first(at), 0.5), s.high_mode = quantile_of_sorted(whole.subspan(at), 0.5);
  s.high_share = static_cast<double>(n - at) / static_cast<double>(n);
}
}  // namespace detail

/// Of samples in the order in which they were taken. Fewer than 20: nothing is found.
[[gnu::cold]] inline steadiness steadiness_of(std::span<double const> samples) {
  steadiness s;
  if (samples.size() < least_for_steadiness) return s;
  std::vector<double> sorted(samples.begin(), samples.end());
  sort_samples(sorted);
  auto const median = quantile_of_sorted(sorted, 0.5);
  s.correlation = correlation_of_neighbours(samples, median);
  s.drift = detail::drift_of(samples, median);
  detail::find_modes(sorted, s);
  return s;
}
}  // namespace lanemark
