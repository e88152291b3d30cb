// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <lanemark/judge/student_t.hpp>

namespace lanemark {
/// P(U <= u), u = 0 ... n m, of the Mann-Whitney statistic when both samples come from one distribution without ties.
/// The number of orders with U = u is the coefficient of q^u in the Gaussian binomial (n + m over n), the product of
/// (1 - q^(m+i)) / (1 - q^i) for i = 1 ... n (Mann and Whitney, 1947). Doubles hold every count exactly up to n = m =
/// 20.
inline std::vector<double> rank_sum_distribution(std::size_t n, std::size_t m) {
  std::vector<double> ways(n * m + 1);
  ways[0] = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    for (auto u = ways.size(); u-- > m + i;) ways[u] -= ways[u - m - i];
    for (auto u = i; u < ways.size(); ++u) ways[u] += ways[u - i];
  }
  double all = 0;
  for (auto& w : ways) w = all += w;
  for (auto& w : ways) w /= all;
  return ways;
}

struct rank_test_result {
  double u = 0;  ///< pairs in which the second sample's value is the greater one; a tie counts one half
  double p = 1;  ///< two-sided
  bool exact = false;
};

/// The Mann-Whitney U test, two-sided. It keeps the distributions it needed, so that a thousand series of like counts
/// cost one.
class rank_test {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> known{};

 public:
  /// Exact for up to 20 samples on each side without ties, else normal with tie and continuity correction (Lehmann,
  /// Nonparametrics, 1.5). p = 1 where all values are alike or one side has none.
  rank_test_result operator()(std::span<double const> a, std::span<double const> b) {
    auto const n = a.size(), m = b.size();
    if (n == 0 || m == 0) return {};
    std::vector<std::pair<double, bool>> all;
    all.reserve(n + m);
    for (auto const x : a) all.emplace_back(x, false);
    for (auto const x : b) all.emplace_back(x, true);
    std::sort(all.begin(), all.end());
    double rank_sum = 0, ties = 0;
    for (std::size_t i = 0; i < all.size();) {
      auto j = i;
      double second = 0;
      while (j < all.size() && all[j].first == all[i].first) second += all[j++].second;
      auto const count = static_cast<double>(j - i);
      rank_sum += second * (static_cast<double>(i + j + 1) / 2);
      ties += count * count * count - count;
      i = j;
    }
    auto const dn = static_cast<double>(n), dm = static_cast<double>(m), total = dn + dm;
    rank_test_result r{.u = rank_sum - dm * (dm + 1) / 2};
    auto const least = std::min(r.u, dn * dm - r.u);
    r.exact = ties == 0 && n <= 20 && m <= 20;
    if (r.exact) {
      auto& table = known[{n, m}];
      if (table.empty()) table = rank_sum_distribution(n, m);
      r.p = std::min(1.0, 2 * table[static_cast<std::size_t>(least)]);
      return r;
    }
    auto const variance = dn * dm / 12 * (total + 1 - ties / (total * (total - 1)));
    if (variance > 0)
      r.p = std::min(1.0, normal_two_sided(std::max(0.0, dn * dm / 2 - least - 0.5) / std::sqrt(variance)));
    return r;
  }
};

/// The smallest two-sided p that n samples against m can give: 2 / (n + m over n). Tells "not different" from "too few
/// samples to say".
inline double smallest_rank_p(std::size_t n, std::size_t m) {
  auto const dn = static_cast<double>(n), dm = static_cast<double>(m);
  return std::min(1.0, 2 * std::exp(std::lgamma(dn + 1) + std::lgamma(dm + 1) - std::lgamma(dn + dm + 1)));
}
}  // namespace lanemark
