// SPDX-License-Identifier: MIT
#pragma once
#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <lanemark/backend/binding.hpp>
#include <lanemark/measure/statistics.hpp>
#include <lanemark/policy/clock.hpp>

/// Ratios of two ways to do one thing, in one process: the machine is shared and changes its speed every few seconds,
/// so only what ran side by side can be compared. The order alternates, and the figure is the median of the pairs'
/// ratios.
namespace paired {
struct ratio {
  double median, low, high;  ///< low and high: 95 % interval of the median
  double first, second;      ///< medians of each side, ns
};

template <class First, class Second>
ratio of(std::size_t pairs, First&& first_ns, Second&& second_ns) {
  std::vector<double> a, b, r;
  first_ns(), second_ns();  // warm up
  for (std::size_t i = 0; i < pairs; ++i) {
    double x = 0, y = 0;
    if (i % 2 == 0)
      x = first_ns(), y = second_ns();
    else
      y = second_ns(), x = first_ns();
    a.push_back(x), b.push_back(y), r.push_back(x / y);
  }
  auto const s = lanemark::summarise(r);
  return {s.median, s.ci_low.value_or(s.min), s.ci_high.value_or(s.max), lanemark::median_of(a),
          lanemark::median_of(b)};
}

/// One row: what, the ratio with its interval, the bar it is meant to hold, and both sides in their unit.
inline void print(std::string const& what, ratio const& r, std::string const& bar, std::string const& sides) {
  std::printf("%-52s %6.3f  [%5.3f .. %5.3f]  bar %-14s %s\n", what.c_str(), r.median, r.low, r.high, bar.c_str(),
              sides.c_str());
  std::fflush(stdout);
}

/// The nanoseconds of one tick of the time stamp counter, found once.
inline double ns_per_tick() {
  static double const rate = lanemark::timing::tsc::ns_per_tick();
  return rate;
}

/// Time of a plain piece of work, read with the same fenced counter that lanemark uses.
template <class Work>
double plain_ns(Work&& work) {
  auto const begin = lanemark::timing::tsc::ticks();
  work();
  auto const end = lanemark::timing::tsc::ticks();
  return static_cast<double>(end - begin) * ns_per_tick();
}
}  // namespace paired
