// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lanemark {
/// How the share of false findings among all findings is held down.
enum class fdr_rule {
  bh,  ///< Benjamini and Hochberg, 1995: tests that are independent or depend positively
  by,  ///< Benjamini and Yekutieli, 2001: any dependence, at the price of a factor 1 + 1/2 + ... + 1/m
};
constexpr std::string_view name_of(fdr_rule r) { return r == fdr_rule::bh ? "bh" : "by"; }
inline std::optional<fdr_rule> fdr_rule_named(std::string_view name) {
  if (name == "bh") return fdr_rule::bh;
  if (name == "by") return fdr_rule::by;
  return {};
}

/// What Benjamini and Yekutieli pay: the m-th harmonic number; 1 for Benjamini and Hochberg.
inline double fdr_price(fdr_rule rule, std::size_t tests) {
  if (rule == fdr_rule::bh) return 1;
  double sum = 0;
  for (auto k = tests; k > 0; --k) sum += 1 / static_cast<double>(k);
  return std::max(sum, 1.0);
}

/// Adjusted p-values in the order given: reject all that are at most q, and at most a share q of what is rejected is
/// expected to be false. The i-th smallest of m becomes min over k >= i of p(k) m / k.
inline std::vector<double> adjusted_p(std::span<double const> p, fdr_rule rule) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> out(p.size());
  auto const factor = fdr_price(rule, p.size()) * static_cast<double>(p.size());
  double least = 1;
  for (auto i = p.size(); i-- > 0;) {
    least = std::min(least, p[order[i]] * factor / static_cast<double>(i + 1));
    out[order[i]] = least;
  }
  return out;
}
}  // namespace lanemark
