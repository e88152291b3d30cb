// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/judge/accepted_step.hpp>
#include <lanemark/judge/against_history.hpp>
#include <lanemark/judge/change_points.hpp>
#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/groups.hpp>
#include <lanemark/judge/night.hpp>

namespace lanemark {
/// A stretch of one series on one level.
struct trend_level {
  std::size_t first = 0, last = 0;  ///< nights, first and last one on it
  std::size_t runs = 0;
  double median = 0;  ///< in the series' unit
};

/// One series over many nights.
struct series_trend {
  std::uint32_t series = 0;
  std::string unit{};
  std::size_t runs = 0;  ///< with a figure
  std::size_t other_unit = 0, unusable = 0;
  std::vector<std::pair<std::size_t, double>> values{};  ///< night, median
  std::vector<trend_level> levels{};
  bool worse = false;     ///< the last level is worse than the reference, and nobody accepted it
  bool learning = false;  ///< too few runs for two levels
  double reference = 0;   ///< median of the level that counts
  double now_effect = 0;  ///< last level against the reference, a share
};

/// Series that left their level at about the same night, in one direction.
struct trend_step {
  std::size_t night = 0;
  bool worse = false, accepted = false;
  std::string by{}, why{};                                 ///< of the acceptance
  std::vector<std::pair<std::uint32_t, double>> series{};  ///< and by which share
  std::vector<verdict_group> groups{};                     ///< members are places in `series`
};

struct trend {
  std::vector<series_trend> all{};
  std::vector<trend_step> steps{};  ///< latest first
};

namespace detail {
/// Groups the series of a step by what they have in common.
inline void group_step(trend_step& step, trend const& t, series_book const& book) {
  comparison c;
  std::map<std::uint32_t, std::size_t> place;
  for (std::size_t i = 0; i < step.series.size(); ++i) {
    place[step.series[i].first] = i;
    c.all.push_back({.series = step.series[i].first, .what = ruling::regressed, .effect = step.series[i].second});
  }
  for (auto const& s : t.all)
    if (!place.count(s.series)) c.all.push_back({.series = s.series});
  step.groups = group_verdicts(c, book, ruling::regressed);
}
}  // namespace detail

/// The levels and steps of every series over nights, oldest first, all with the device names of the last one. A step
/// for the worse counts until it is accepted, or until its level is left again.
inline trend trend_of(std::span<night const> nights, series_book const& book, judging const& how,
                      std::span<accepted_step const> accepted = {}) {
  using namespace detail;
  trend out;
  std::vector<std::vector<std::pair<std::size_t, reading const*>>> readings(book.size());
  for (std::size_t h = 0; h < nights.size(); ++h) {
    reading_index const index(nights[h], book.size());
    for (auto const& r : nights[h].readings)
      if (index.of(nights[h], r.series)) readings[r.series].emplace_back(h, &r);
  }
  struct found {
    std::size_t night;
    bool worse;
    accepted_step const* accepted;
    std::uint32_t series;
    double effect;
  };
  std::vector<found> steps;
  for (std::uint32_t s = 0; s < readings.size(); ++s) {
    if (readings[s].empty()) continue;
    auto const& info = book[s];
    series_trend one{.series = s};
    for (auto at = readings[s].rbegin(); at != readings[s].rend() && one.unit.empty(); ++at)
      if (is_usable(*at->second)) one.unit = at->second->unit;  // the latest
    std::vector<double> logs;
    for (auto const& [h, r] : readings[s]) {
      if (!is_usable(*r))
        ++one.unusable;
      else if (r->unit != one.unit)
        ++one.other_unit;
      else
        one.values.emplace_back(h, r->median), logs.push_back(std::log(r->median));
    }
    one.runs = logs.size();
    auto const least = std::log1p(how.least.of(info.measure));
    bool const higher = better_of(one.unit) == "higher";
    step_rule const rule{.least = least};
    one.learning = one.runs < 2 * rule.least_runs;
    auto const levels = levels_of(logs, rule);
    for (auto const& l : levels)
      one.levels.push_back(
          {one.values[l.first].first, one.values[l.last - 1].first, l.last - l.first, std::exp(l.median)});
    auto const* step = accepted_for(info.id, accepted);
    for (std::size_t i = 1; i < levels.size(); ++i) {
      auto const change = levels[i].median - levels[i - 1].median;
      auto const night_of_step = one.levels[i].first;
      // accepted from some run of the new level on, or two nights around its beginning, where its place is not certain
      auto const before = levels[i].first >= 2 ? one.values[levels[i].first - 2].first : 0;
      bool const taken = step && nights[one.levels[i].last].id >= step->run && nights[before].id <= step->run;
      steps.push_back({night_of_step, (change < 0) == higher, taken ? step : nullptr, s, std::expm1(change)});
    }
    // what counts now: levels from the accepted run on
    std::size_t from = 0;
    while (from < one.values.size() && !counts_after(nights[one.values[from].first], step)) ++from;
    auto const counted_levels = levels_of(std::span<double const>(logs).subspan(from), rule);
    if (!counted_levels.empty()) {
      auto const reference = reference_of(counted_levels, higher, least, how.learning);
      std::vector<double> x;
      for (auto const i : reference.runs) x.push_back(logs[from + i]);
      auto const centre = take_median(x);
      one.reference = std::exp(centre);
      one.now_effect = std::expm1(counted_levels.back().median - centre);
      one.worse = reference.left_at > 0;
    }
    out.all.push_back(std::move(one));
  }
  // steps of one direction within two nights are one event
  std::stable_sort(steps.begin(), steps.end(), [](auto const& a, auto const& b) {
    return a.worse != b.worse ? a.worse > b.worse : a.night < b.night;
  });
  for (std::size_t i = 0; i < steps.size();) {
    auto j = i;
    std::map<std::size_t, std::size_t> votes;
    trend_step event{.worse = steps[i].worse, .accepted = true};
    while (j < steps.size() && steps[j].worse == steps[i].worse &&
           (j == i || steps[j].night - steps[j - 1].night <= 2)) {
      ++votes[steps[j].night];
      event.series.emplace_back(steps[j].series, steps[j].effect);
      event.accepted = event.accepted && steps[j].accepted;
      if (steps[j].accepted) event.by = steps[j].accepted->by, event.why = steps[j].accepted->why;
      ++j;
    }
    std::size_t most = 0;
    for (auto const& [h, n] : votes)
      if (n > most) most = n, event.night = h;
    out.steps.push_back(std::move(event));
    i = j;
  }
  std::stable_sort(out.steps.begin(), out.steps.end(), [](auto const& a, auto const& b) { return a.night > b.night; });
  for (auto& s : out.steps) group_step(s, out, book);
  return out;
}
}  // namespace lanemark
