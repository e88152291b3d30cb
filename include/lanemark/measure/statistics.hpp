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

namespace detail {
/// -1, 0 or 1: below, at or above the median. Samples of a coarse clock are at it often, and then say nothing.
constexpr double side_of(double x, double median) { return x > median ? 1 : x < median ? -1 : 0; }
}  // namespace detail

/// Fewer samples say nothing of whether they are steady.
inline constexpr std::size_t least_for_steadiness = 20;

/// The correlation of neighbours by their sides of the median: for normal samples sin(pi/2 times that of the sides).
/// 0 below three standard errors, which independent samples reach in 13 of 10 000 cells.
inline double correlation_of_neighbours(std::span<double const> samples, double median) {
  if (samples.size() < least_for_steadiness) return 0;
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
    auto const both = detail::side_of(samples[i], median) * detail::side_of(samples[i + 1], median);
    sum += both, pairs += both * both;
  }
  if (sum < 3 * __builtin_sqrt(pairs) || pairs < 1) return 0;
  return std::min(__builtin_sin(sum / pairs * 1.5707963267948966), 0.99);
}

/// How many times as wide the interval of a median has to be for samples whose neighbours are correlated by rho, and
/// others by a power of it: sqrt((1 + rho) / (1 - rho)). Source: Bayley and Hammersley, 1946.
inline double widening(double rho) { return __builtin_sqrt((1 + rho) / (1 - rho)); }

/// Of samples in the order in which they were taken. The interval is that of independent samples, its ranks moved apart
/// where neighbours are correlated.
[[gnu::cold]] inline summary summarise(std::vector<double> const& samples) {
  summary s{.n = samples.size()};
  if (samples.empty()) return s;
  auto sorted = samples;
  sort_samples(sorted);
  s.median = quantile_of_sorted(sorted, 0.5);
  if (auto k = interval_rank(s.n)) {
    auto const half = static_cast<double>(s.n) / 2;
    auto const wide = (half - static_cast<double>(k)) * widening(correlation_of_neighbours(samples, s.median));
    k = wide < half - 1 ? static_cast<std::size_t>(half - wide) : 1;
    s.ci_low = sorted[k - 1], s.ci_high = sorted[s.n - k];
  }
  s.min = sorted.front();
  s.max = sorted.back();
  for (auto const x : sorted) s.mean += x;
  s.mean /= static_cast<double>(s.n);
  s.p05 = quantile_of_sorted(sorted, 0.05);
  s.p95 = quantile_of_sorted(sorted, 0.95);
  return s;
}

/// Half width of the interval as a share of the median; infinite when there is no interval or the median is 0.
inline double relative_half_width(summary const& s) {
  if (!s.ci_low || !s.ci_high || s.median == 0) return std::numeric_limits<double>::infinity();
  return (*s.ci_high - *s.ci_low) / (2 * magnitude(s.median));
}
}  // namespace lanemark
