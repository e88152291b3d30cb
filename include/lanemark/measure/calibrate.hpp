// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <limits>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/measure/settings.hpp>
#include <lanemark/measure/stage.hpp>
#include <lanemark/measure/statistics.hpp>

namespace lanemark {
/// What a sample must last so that the clock spoils less than 0.1 % of it: 1000 steps of the clock and 1000 times its
/// overhead. Several lanes are timed by the wall, whose overhead holds the spread of the starts: 1 % of that, since it
/// is reported beside the figure.
inline double wanted_sample_ns(timer_info const& t, std::size_t lanes) {
  return std::max(1000 * t.step_ns, (lanes == 1 ? 1000 : 100) * t.overhead_ns);
}

/// The time that a lap is judged by: one lane has its own clock, several have the wall.
inline double lap_time(lap const& l) { return l.lane_ns.size() == 1 ? l.lane_ns[0] : l.wall_ns; }

/// Plays laps for calibration: false when the stage failed or was late.
using trial = function_ref<bool(std::size_t samples, std::size_t repeats, std::vector<lap>& out)>;

[[gnu::cold]] inline double median_lap(std::vector<lap> const& laps) {
  std::vector<double> times;
  for (auto const& l : laps) times.push_back(lap_time(l));
  return median_of(std::move(times));
}

/// The shortest lap: what a sample lasts when nothing disturbs it. A hiccup must not make a sample look long enough.
inline double shortest_lap(std::vector<lap> const& laps) {
  auto least = std::numeric_limits<double>::infinity();
  for (auto const& l : laps) least = std::min(least, lap_time(l));
  return least;
}

/// How many turns make one sample. Starts from what one turn was seen to last and grows until a sample is long enough,
/// within what the queue holds and so that twenty samples fit the time budget. 0: a trial failed.
[[gnu::cold]] inline std::size_t calibrate_repeats(stage const& s, settings const& how, double one_turn_ns,
                                                   trial const& play) {
  auto const floor = std::min(wanted_sample_ns(s.timer, s.lanes), how.time.count() / 20);
  std::size_t repeats = 1;
  std::vector<lap> laps;
  for (auto last = one_turn_ns; last < floor && repeats < s.most_repeats;) {
    auto const growth = std::min(std::max(1.2 * floor / std::max(last, 1.0), 1.5), 100.0);
    auto const grown = static_cast<double>(repeats) * growth + 1;  // compared as it is: it may not fit a size_t
    repeats = grown < static_cast<double>(s.most_repeats) ? static_cast<std::size_t>(grown) : s.most_repeats;
    laps.clear();
    if (!play(3, repeats, laps)) return 0;
    last = shortest_lap(laps);
  }
  return repeats;
}
}  // namespace lanemark
