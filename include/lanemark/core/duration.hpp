// SPDX-License-Identifier: MIT
#pragma once
#include <chrono>

namespace lanemark {
/// Every duration and every point on a clock: nanoseconds, with fractions.
using nanoseconds = std::chrono::duration<double, std::nano>;

namespace literals {
consteval nanoseconds operator""_ns(unsigned long long n) { return nanoseconds{static_cast<double>(n)}; }
consteval nanoseconds operator""_us(unsigned long long n) { return nanoseconds{static_cast<double>(n) * 1e3}; }
consteval nanoseconds operator""_ms(unsigned long long n) { return nanoseconds{static_cast<double>(n) * 1e6}; }
consteval nanoseconds operator""_s(unsigned long long n) { return nanoseconds{static_cast<double>(n) * 1e9}; }
}  // namespace literals

/// Now, on the clock that budgets and deadlines of real backends use.
inline nanoseconds steady_now() noexcept { return std::chrono::steady_clock::now().time_since_epoch(); }
}  // namespace lanemark
