// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace lanemark {
/// A difference of logarithms: 0.05 is 5.1 % more.
struct log_shift {
  double value = 0;
  std::optional<double> low{}, high{};  ///< 95 % interval; none where there are too few pairs for one
};
/// As a share: -0.05 is 5 % less.
inline double as_share(double log_difference) { return std::expm1(log_difference); }

/// How much greater `b` is than `a`: the Hodges-Lehmann estimate, the median of all n m differences ln b - ln a, with
/// the interval [D(K), D(n m + 1 - K)], K = n m / 2 - z sqrt(n m (n + m + 1) / 12) (Lehmann, 1963, doi
/// 10.1214/aoms/1177703882). All values must be above zero.
inline log_shift hodges_lehmann(std::span<double const> a, std::span<double const> b) {
  log_shift s;
  if (a.empty() || b.empty()) return s;
  std::vector<double> before, differences;
  before.reserve(a.size());
  differences.reserve(a.size() * b.size());
  for (auto const x : a) before.push_back(std::log(x));
  for (auto const y : b)
    for (auto const x : before) differences.push_back(std::log(y) - x);
  auto const pairs = differences.size();
  auto ranked = [&](std::size_t from_zero) {
    auto const at = differences.begin() + static_cast<std::ptrdiff_t>(from_zero);
    std::nth_element(differences.begin(), at, differences.end());
    return *at;
  };
  s.value = pairs % 2 ? ranked(pairs / 2) : (ranked(pairs / 2 - 1) + ranked(pairs / 2)) / 2;
  auto const n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  auto const k = std::floor(n * m / 2 - 1.959963984540054 * std::sqrt(n * m * (n + m + 1) / 12));
  if (k >= 1) {
    auto const rank = static_cast<std::size_t>(k);
    s.low = ranked(rank - 1);
    s.high = ranked(pairs - rank);
  }
  return s;
}
}  // namespace lanemark
