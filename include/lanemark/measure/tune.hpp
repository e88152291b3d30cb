// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <numeric>
#include <string>

#include <lanemark/measure/record.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
/// Finds out what a clock really does: its rate, and the step it moves by. The step is the greatest common divisor of
/// many differences, not the width of its register: a counter that reads 0.385 ns a tick may move 26 ticks at a time.
template <clock_timer T>
timer_info tune() {
  timer_info t{.name = std::string(T::name), .ns_per_tick = T::ns_per_tick()};
  std::uint64_t step = 0;
  for (int i = 0; i < 2000; ++i) {
    auto const before = T::ticks();
    step = std::gcd(step, T::ticks() - before);
  }
  t.step_ns = static_cast<double>(step) * t.ns_per_tick;
  return t;
}
}  // namespace lanemark
