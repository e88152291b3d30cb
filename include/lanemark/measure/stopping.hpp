// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include <lanemark/measure/settings.hpp>
#include <lanemark/measure/statistics.hpp>

namespace lanemark {
/// The interval is looked at after 10, 20, 40, 80, ... samples: looking after each one would break its 95 %.
constexpr std::size_t next_look(std::size_t n) {
  std::size_t look = 10;
  while (look <= n) look *= 2;
  return look;
}
static_assert(next_look(0) == 10 && next_look(10) == 20 && next_look(159) == 160);

/// How many samples to take before the next decision, given how many there are.
inline std::size_t samples_to_take(settings const& how, std::size_t have) {
  if (how.iterations != 0) return how.iterations - std::min(have, how.iterations);
  auto until = next_look(have);
  while (until < how.min_samples) until *= 2;
  return std::min(until, how.samples) - std::min(have, how.samples);
}

/// Why sampling ends now; empty: it goes on. `spent` is the time that sampling has taken.
[[gnu::cold]] inline std::string_view reason_to_stop(settings const& how, std::vector<double> const& samples,
                                                     nanoseconds spent) {
  if (how.iterations != 0) return samples.size() >= how.iterations ? "iterations" : "";
  auto const n = samples.size();
  if (n >= how.min_samples && n >= 10 && next_look(n - 1) == n &&
      relative_half_width(summarise(samples)) <= how.precision)
    return "precision";
  if (n >= how.samples) return "samples";
  if (n > 0 && spent >= how.time) return "time";
  return "";
}
}  // namespace lanemark
