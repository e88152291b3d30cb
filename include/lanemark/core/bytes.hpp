// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <cstdint>
#include <string>

#include <lanemark/core/say.hpp>

namespace lanemark {
/// A number of bytes.
struct bytes {
  std::uint64_t count{};
  friend constexpr auto operator<=>(bytes, bytes) = default;
};

namespace literals {
consteval bytes operator""_B(unsigned long long n) { return {n}; }
consteval bytes operator""_KiB(unsigned long long n) { return {n << 10}; }
consteval bytes operator""_MiB(unsigned long long n) { return {n << 20}; }
consteval bytes operator""_GiB(unsigned long long n) { return {n << 30}; }
consteval bytes operator""_TiB(unsigned long long n) { return {n << 40}; }
}  // namespace literals

/// The shortest exact spelling: `512B`, `4KiB`, `1536B`, `2GiB`.
[[gnu::cold]] inline std::string to_string(bytes b) {
  char const* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto n = b.count;
  int unit = 0;
  while (n != 0 && n % 1024 == 0 && unit < 4) n /= 1024, ++unit;
  return say({n, units[unit]});
}
}  // namespace lanemark
