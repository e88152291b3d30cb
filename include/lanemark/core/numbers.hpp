// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace lanemark {
/// The shortest text that reads back as the same double, with a dot whatever the locale; `nan`, `inf` for those.
inline std::string exact(double x) {
  char text[32];
  auto const end = std::to_chars(text, text + sizeof text, x).ptr;
  return {text, end};
}

/// Fixed decimals with a dot whatever the locale: `fixed(3.14159, 2)` is `3.14`.
inline std::string fixed(double x, int decimals) {
  if (!std::isfinite(x)) return exact(x);
  char text[400];
  auto const end = std::to_chars(text, text + sizeof text, x, std::chars_format::fixed, decimals).ptr;
  return {text, end};
}

/// A duration for people, three to four significant digits: `730.6 ns`, `2.07 us`, `1.5 s`.
inline std::string duration_text(double ns) {
  if (!std::isfinite(ns)) return "unknown";
  auto const size = std::fabs(ns);
  auto digits = [](double x) { return fixed(x, x < 10 ? 2 : x < 1000 ? 1 : 0); };
  if (size < 1e3) return digits(ns) + " ns";
  if (size < 1e6) return digits(ns / 1e3) + " us";
  if (size < 1e9) return digits(ns / 1e6) + " ms";
  return digits(ns / 1e9) + " s";
}

/// A rate for people in GB/s of 1e9 bytes: `26.15 GB/s`.
inline std::string rate_text(double bytes_per_second) { return fixed(bytes_per_second / 1e9, 2) + " GB/s"; }
}  // namespace lanemark
