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
#include <lanemark/judge/change_points.hpp>
#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/judging.hpp>
#include <lanemark/judge/night.hpp>
#include <lanemark/judge/spread.hpp>
#include <lanemark/judge/student_t.hpp>

// A night against the nights before it. What counts as noise is how a series moves from run to run, never how its
// samples scatter inside one: samples of one run share its memory layout, its clocks and its neighbours.

namespace lanemark {
namespace detail {
/// A series with enough runs to be judged. Values are logarithms of medians.
struct judged_series {
  std::size_t at = 0;                                ///< in comparison::all
  std::vector<std::pair<std::size_t, double>> runs;  ///< of the reference: night, value
  double centre = 0, scale = 0, now = 0;
  bool candidate = false, agrees = false;  ///< looks worse; the rerun does, too
};

struct history_values {
  std::vector<std::size_t> nights{};
  std::vector<double> logs{};
  std::size_t other_unit = 0;
};
inline history_values values_of(std::uint32_t series, std::string const& unit, std::span<night const> nights,
                                std::span<reading_index const> index, accepted_step const* accepted) {
  history_values out;
  for (std::size_t h = 0; h < nights.size(); ++h) {
    auto const* r = index[h].of(nights[h], series);
    if (!r || !is_usable(*r) || !counts_after(nights[h], accepted)) continue;
    if (!unit.empty() && r->unit != unit) {
      ++out.other_unit;
      continue;
    }
    out.nights.push_back(h);
    out.logs.push_back(std::log(r->median));
  }
  return out;
}

/// The runs that a series is held against: the last of its reference level. `left_at`: since when it is left, by night.
struct chosen_runs {
  std::vector<std::pair<std::size_t, double>> runs{};
  std::string left_at{};
};
inline chosen_runs choose_runs(history_values const& v, bool higher_is_better, double least,
                               std::span<night const> nights, judging const& how) {
  chosen_runs out;
  auto const step = std::log1p(least);
  auto const reference = reference_of(levels_of(v.logs, {.least = step}), higher_is_better, step, how.learning);
  for (auto const i : reference.runs) out.runs.emplace_back(v.nights[i], v.logs[i]);
  if (reference.left_at > 0) out.left_at = nights[v.nights[reference.left_at]].id;
  return out;
}

/// The movement that the series of one measure share, held against how it moved from night to night before.
inline common_shift shared_shift(std::string const& measure, std::vector<judged_series const*> const& all,
                                 std::string const& unit, std::size_t nights, judging const& how) {
  std::vector<double> now, before;
  for (auto const* s : all) now.push_back(s->now - s->centre);
  std::vector<std::vector<double>> by_night(nights);
  for (auto const* s : all)
    for (auto const& [h, x] : s->runs) by_night[h].push_back(x - s->centre);
  for (auto& night_values : by_night)
    if (night_values.size() >= all.size() / 2 + 1) before.push_back(take_median(night_values));
  common_shift c{.measure = measure, .series = all.size()};
  auto const shift = take_median(now);
  c.effect = std::expm1(shift);
  if (before.size() >= how.learning) {
    auto const spread = spread_of_runs(before);
    auto const n = static_cast<double>(before.size());
    c.p = student_t_two_sided((shift - spread.median) / (std::max(spread.scale, 0.001) * std::sqrt(1 + 1 / n)), n - 1);
  }
  c.removed = std::fabs(c.effect) < how.least.of(measure);
  c.against = !c.removed && c.p < how.screen && is_worse(c.effect, unit);
  return c;
}
/// Critical values by degrees of freedom: a thousand series share a few.
class critical_values {
  double level;
  std::map<std::size_t, double> known{};

 public:
  explicit critical_values(double p) : level(p) {}
  double of(std::size_t runs) {
    auto& t = known[runs];
    if (t == 0) t = student_t_critical(level, static_cast<double>(runs - 1));
    return t;
  }
};

/// One judgement under way: each function is a step of it.
struct night_judge {
  night const& now;
  std::span<night const> nights;
  series_book const& book;
  judging const& how;
  std::span<accepted_step const> accepted;
  night const* rerun;
  comparison out{};
  std::vector<judged_series> judged{};
  std::map<std::string, double> shift{};  ///< taken out of all series of a measure
  critical_values interval{0.05};

  /// Settles what has no figure on one side, and learns from the others' runs.
  void collect() {
    std::vector<reading_index> index;
    for (auto const& n : nights) index.emplace_back(n, book.size());
    reading_index const here(now, book.size());
    for (auto const series : series_of(now, nights, book.size())) {
      auto const* r = here.of(now, series);
      bool const usable = r && is_usable(*r), twice = here.is_twice(series);
      auto const unit = usable ? r->unit : std::string();
      auto const values = values_of(series, unit, nights, index, accepted_for(book[series].id, accepted));
      series_verdict v{.series = series};
      if (!twice && !usable && values.logs.empty()) {
        ++out.neither;
        continue;
      }
      if (!settle(v, r, twice, values.logs.size(), values.other_unit)) learn(v, values);
      out.all.push_back(std::move(v));
    }
    out.tested = judged.size();
  }
  void learn(series_verdict& v, history_values const& values) {
    bool const higher_is_better = better_of(v.unit) == "higher";
    auto chosen = choose_runs(values, higher_is_better, how.least.of(book[v.series].measure), nights, how);
    v.runs = v.n_reference = chosen.runs.size();
    v.since = std::move(chosen.left_at);
    std::vector<double> x;
    for (auto const& run : chosen.runs) x.push_back(run.second);
    auto const spread = spread_of_runs(x);
    v.reference = std::exp(spread.median);
    v.effect = v.value / v.reference - 1;
    if (v.runs < how.learning)
      v.what = ruling::learning;
    else
      judged.push_back({out.all.size(), std::move(chosen.runs), spread.median, spread.scale, std::log(v.value)});
  }

  /// The scale of each series, and what all of a measure share.
  void pool() {
    std::map<std::string, std::vector<double>> pools;
    std::map<std::string, std::vector<judged_series const*>> measures;
    for (auto const& s : judged) {
      auto const& info = book[out.all[s.at].series];
      pools[pool_of(info)].push_back(s.scale);
      measures[info.measure].push_back(&s);
    }
    std::map<std::string, double> pooled;
    for (auto& [pool, scales] : pools) pooled[pool] = take_median(scales);
    for (auto& s : judged) s.scale = std::max({s.scale, pooled[pool_of(book[out.all[s.at].series])], 0.001});
    constexpr std::size_t enough_to_share = 20;  // fewer could hide what is wrong with half of them
    for (auto const& [measure, series] : measures)
      if (series.size() >= enough_to_share) {
        out.common.push_back(shared_shift(measure, series, out.all[series[0]->at].unit, nights.size(), how));
        if (out.common.back().removed) shift[measure] = std::log1p(out.common.back().effect);
      }
  }

  bool is_bad(series_verdict const& v, double value, double effect) const {
    return is_worse(effect, v.unit) && matters(effect, value, v.reference, book[v.series], v.unit, how.least);
  }
  /// Effect, interval and p of a difference of logarithms whose standard deviation is `wide`.
  void measure_effect(series_verdict& v, double difference, double wide) {
    v.p = student_t_two_sided(difference / wide, static_cast<double>(v.runs - 1));
    v.effect = std::expm1(difference);
    auto const reach = interval.of(v.runs) * wide;
    v.low = std::expm1(difference - reach), v.high = std::expm1(difference + reach);
  }
  /// Judges each series by its own, and lists the candidates.
  void screen() {
    // what a series alone must pass: in two stages the screen, else the false-discovery rate with one finding
    auto const tests = static_cast<double>(std::max<std::size_t>(judged.size(), 1));
    critical_values bar(rerun ? how.screen : how.fdr / (fdr_price(how.rule, judged.size()) * tests));
    for (auto& s : judged) {
      auto& v = out.all[s.at];
      auto const& measure = book[v.series].measure;
      auto const wide = s.scale * std::sqrt(1 + 1 / static_cast<double>(v.runs));
      measure_effect(v, s.now - s.centre - shift[measure], wide);
      auto const reach = bar.of(v.runs) * wide;
      v.could_see = std::max(how.least.of(measure), v.unit == "B/s" ? -std::expm1(-reach) : std::expm1(reach));
      s.candidate = v.p < how.screen && is_bad(v, v.value, v.effect);
      if (s.candidate) out.candidates.push_back(v.series);
    }
    out.machine_wide = out.candidates.size() > most_to_confirm(judged.size(), how);
    adjust([](judged_series const&) { return true; });
  }
  /// Adjusted p-values of the series that count, for those; the others are tests with p = 1.
  template <class Counts>
  void adjust(Counts counts) {
    std::vector<double> p;
    for (auto const& s : judged) p.push_back(counts(s) ? out.all[s.at].p : 1);
    auto const adjusted = adjusted_p(p, how.rule);
    for (std::size_t i = 0; i < judged.size(); ++i)
      if (counts(judged[i])) out.all[judged[i].at].adjusted = adjusted[i];
  }

  /// The mean of both runs for the candidates that were measured again.
  void confirm() {
    reading_index const again(*rerun, book.size());
    for (auto& s : judged) {
      auto& v = out.all[s.at];
      auto const* r = again.of(*rerun, v.series);
      if (!s.candidate || !r || !is_usable(*r) || r->unit != v.unit) continue;
      auto const taken_out = s.centre + shift[book[v.series].measure];
      auto const second = std::log(r->median) - taken_out;
      v.rerun = r->median;
      s.agrees = is_bad(v, r->median, std::expm1(second));
      auto const wide = s.scale * std::sqrt(0.5 + 1 / static_cast<double>(v.runs));
      measure_effect(v, (s.now - taken_out + second) / 2, wide);
    }
    for (auto const& s : judged)
      if (s.candidate) out.all[s.at].adjusted = 1;
    adjust([](judged_series const& s) { return s.candidate && s.agrees; });
  }

  void decide() {
    for (auto const& s : judged) {
      auto& v = out.all[s.at];
      bool const certain = v.adjusted <= how.fdr;
      if (!s.candidate) {
        bool const large = matters(v.effect, v.value, v.reference, book[v.series], v.unit, how.least);
        if (certain && large && !is_worse(v.effect, v.unit)) v.what = ruling::improved;
      } else if (!rerun) {
        v.what = certain || out.machine_wide ? ruling::regressed : ruling::inconclusive;
      } else if (v.rerun && !s.agrees) {
        v.what = ruling::unstable;
      } else {
        v.what = certain ? ruling::regressed : ruling::inconclusive;
      }
    }
  }
};
}  // namespace detail

/// Judges a night against older ones, oldest first, all of one machine and with its device names. `rerun`: the
/// confirming rerun of the candidates, or nullptr. Method: see docs/judging.md.
///
/// 1. The scale of a series is the larger one of 1.4826 MAD over its runs, the median of that over series of the same
///    measure and size class, and 0.1 %.
/// 2. t = (ln value - median - common shift) / (scale sqrt(1 + 1/H)) with H - 1 degrees of freedom.
/// 3. Candidates: two-sided p < 1 %, for the worse, and not below the least effect.
/// 4. Without a rerun: Benjamini-Hochberg over all series. With one: the mean of both, scale sqrt(1/2 + 1/H), all other
///    series with p = 1, and the rerun alone must be for the worse and not below the least effect.
inline comparison judge_against_history(night const& now, std::span<night const> all_nights, series_book const& book,
                                        judging const& how, std::span<accepted_step const> accepted = {},
                                        night const* rerun = nullptr) {
  detail::night_judge judge{.now = now,
                            .nights = all_nights.last(std::min(all_nights.size(), how.history)),
                            .book = book,
                            .how = how,
                            .accepted = accepted,
                            .rerun = rerun};
  judge.out.nights = judge.nights.size();
  judge.out.confirmed = rerun != nullptr;
  judge.collect();
  judge.pool();
  judge.screen();
  if (rerun) judge.confirm();
  judge.decide();
  return std::move(judge.out);
}
}  // namespace lanemark
