// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include <lanemark/measure/record.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
/// Euclid's; std::gcd would bring <numeric>.
constexpr std::uint64_t common_divisor(std::uint64_t a, std::uint64_t b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}
static_assert(common_divisor(0, 26) == 26 && common_divisor(52, 78) == 26 && common_divisor(26, 0) == 26);

/// Finds out what a clock really does: its rate, and the step it moves by. The step is the greatest common divisor of
/// many differences, not the width of its register: a counter that reads 0.385 ns a tick may move 26 ticks at a time.
template <clock_timer T>
timer_info tune() {
  timer_info t{.name = std::string(T::name), .ns_per_tick = T::ns_per_tick()};
  std::uint64_t step = 0;
  for (int i = 0; i < 2000; ++i) {
    auto const before = T::ticks();
    step = common_divisor(step, T::ticks() - before);
  }
  t.step_ns = static_cast<double>(step) * t.ns_per_tick;
  return t;
}
}  // namespace lanemark
