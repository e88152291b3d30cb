// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstdint>
#include <string>

#include <lanemark/core/say.hpp>

namespace lanemark {
// std::isfinite and std::fabs without <cmath>, which would cost a harness 8 % of its compile.
constexpr bool is_finite(double x) { return x - x == 0; }
constexpr double magnitude(double x) { return x < 0 ? -x : x; }

/// The shortest text that reads back as the same double, with a dot whatever the locale; `nan`, `inf` for those.
[[gnu::cold]] inline std::string exact(double x) {
  char text[32];
  auto const end = std::to_chars(text, text + sizeof text, x).ptr;
  return {text, end};
}

/// Fixed decimals with a dot whatever the locale: `fixed(3.14159, 2)` is `3.14`.
[[gnu::cold]] inline std::string fixed(double x, int decimals) {
  if (!is_finite(x)) return exact(x);
  char text[400];
  auto const end = std::to_chars(text, text + sizeof text, x, std::chars_format::fixed, decimals).ptr;
  return {text, end};
}

/// A duration for people, three to four significant digits: `730.6 ns`, `2.07 us`, `1.50 s`. What would round up to
/// 1000 of a unit is said in the next one.
[[gnu::cold]] inline std::string duration_text(double ns) {
  if (!is_finite(ns)) return "unknown";
  auto text = [&](double unit, char const* name) {
    auto const x = magnitude(ns) / unit;
    return say({fixed(ns / unit, x < 9.995 ? 2 : x < 999.95 ? 1 : 0), name});
  };
  auto const size = magnitude(ns);
  if (size < 999.95) return text(1, " ns");
  if (size < 999.95e3) return text(1e3, " us");
  if (size < 999.95e6) return text(1e6, " ms");
  return text(1e9, " s");
}

/// A rate for people in GB/s of 1e9 bytes: `26.15 GB/s`.
[[gnu::cold]] inline std::string rate_text(double bytes_per_second) {
  return say({fixed(bytes_per_second / 1e9, 2), " GB/s"});
}
}  // namespace lanemark
