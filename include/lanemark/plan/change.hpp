// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/core/result.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/choices.hpp>

namespace lanemark {
/// Changes what is set and nothing else. A number of iterations asks for exactly that many samples; a key of `samples`
/// goes back to sampling until precise.
inline void change(cell& c, settings_change const& by) {
  auto put = [](auto& to, auto const& from) {
    if (from) to = *from;
  };
  if (by.iterations)
    c.how.iterations = *by.iterations;
  else if (by.min_samples || by.samples || by.precision || by.time)
    c.how.iterations = 0;
  put(c.how.min_samples, by.min_samples);
  put(c.how.samples, by.samples);
  put(c.how.warmup, by.warmup);
  put(c.how.precision, by.precision);
  put(c.how.time, by.time);
  put(c.how.wait, by.wait);
  put(c.how.timeout, by.timeout);
  put(c.how.verify, by.verify);
  put(c.how.seed, by.seed);
  if (by.seeded) c.how.constant.reset();
  if (by.constant) c.how.constant = by.constant;
  put(c.missing_fails, by.missing_fails);
  put(c.pages, by.pages);
  put(c.priority, by.priority);
  put(c.schedule, by.schedule);
  put(c.flags, by.flags);
}

/// Can a cell be measured as it is now set?
inline status check_settings(settings const& how) {
  if (how.iterations == 0 && how.samples == 0) return problem{fault::invalid, "at most 0 samples measure nothing"};
  return {};
}
}  // namespace lanemark
