// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lanemark/judge/accepted_step.hpp>
#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/judging.hpp>
#include <lanemark/judge/night.hpp>
#include <lanemark/judge/rank_test.hpp>
#include <lanemark/judge/shift.hpp>

// Two runs, or a run and a few, by their samples. Right for two settings measured in turns in one sitting. Between two
// nights it says whether the samples differ, and not whether nights differ like that anyway: for that a history is
// needed.

namespace lanemark {
namespace detail {
/// Samples that never vary, as a simulated machine without jitter gives them: a difference is then exact.
inline bool never_vary(std::span<double const> x) {
  if (x.size() < 2) return false;
  auto const [low, high] = std::minmax_element(x.begin(), x.end());
  return *high - *low <= 1e-9 * std::fabs(*high);
}
inline bool all_above_zero(std::span<double const> x) {
  return std::all_of(x.begin(), x.end(), [](double v) { return v > 0 && v - v == 0; });
}
/// Fewest samples a side with which one series among `tests` can be a finding.
inline std::size_t fewest_samples(std::size_t tests, judging const& how) {
  auto const level = how.fdr / (fdr_price(how.rule, tests) * static_cast<double>(std::max<std::size_t>(tests, 1)));
  std::size_t n = 2;
  while (n < 1000 && smallest_rank_p(n, n) > level) ++n;
  return n;
}
}  // namespace detail

/// Judges the samples of a night against those of the last of a few older ones: Mann-Whitney U for each series, the
/// Hodges-Lehmann shift of the logarithms as the effect, Benjamini-Hochberg over all, and never less than the least
/// effect. Of several base runs, all must be better (or worse) than the new one by the least effect: that is all that
/// so few can say of the noise between runs.
inline comparison judge_samples(night const& now, std::span<night const> base, series_book const& book,
                                judging const& how, std::span<accepted_step const> accepted = {}) {
  using namespace detail;
  comparison out{.by = comparison::method::samples, .nights = base.size()};
  std::vector<reading_index> index;
  for (auto const& n : base) index.emplace_back(n, book.size());
  reading_index const here(now, book.size());
  rank_test test;
  std::vector<std::size_t> tested;
  std::vector<double> p;
  std::vector<bool> exact(book.size()), too_few(book.size()), in_range(book.size());
  for (auto const series : series_of(now, base, book.size())) {
    auto const* r = here.of(now, series);
    auto const& info = book[series];
    auto const* step = accepted_for(info.id, accepted);
    std::vector<reading const*> before;  // latest last
    std::size_t other_unit = 0;
    for (std::size_t h = 0; h < base.size(); ++h) {
      auto const* b = index[h].of(base[h], series);
      if (!b || !is_usable(*b) || !counts_after(base[h], step)) continue;
      if (r && is_usable(*r) && r->unit != b->unit)
        ++other_unit;
      else
        before.push_back(b);
    }
    if (!here.is_twice(series) && (!r || !is_usable(*r)) && before.empty()) {
      ++out.neither;
      continue;
    }
    series_verdict v{.series = series};
    if (settle(v, r, here.is_twice(series), before.size(), other_unit)) {
      out.all.push_back(std::move(v));
      continue;
    }
    auto const& last = *before.back();
    v.reference = last.median, v.n_reference = last.n, v.runs = before.size();
    v.effect = v.value / v.reference - 1;
    auto const level = how.least.of(info.measure);
    if (never_vary(last.samples) && never_vary(r->samples)) {
      exact[series] = true;
      v.low = v.high = v.effect;
      v.p = std::fabs(v.effect) <= 1e-9 ? 1 : 0;
      v.could_see = level;
    } else if (last.samples.size() < 2 || r->samples.size() < 2 || !all_above_zero(last.samples) ||
               !all_above_zero(r->samples)) {
      too_few[series] = true;
    } else {
      v.p = test(last.samples, r->samples).p;
      auto const shift = hodges_lehmann(last.samples, r->samples);
      v.effect = as_share(shift.value);
      if (shift.low) v.low = as_share(*shift.low), v.high = as_share(*shift.high);
    }
    for (auto const* b : before)  // not beyond every run of the base
      if (!matters(v.value / b->median - 1, v.value, b->median, info, v.unit, how.least) ||
          (v.value > b->median) != (v.effect > 0))
        in_range[series] = before.size() > 1;
    tested.push_back(out.all.size());
    p.push_back(v.p);
    out.all.push_back(std::move(v));
  }
  out.tested = tested.size();
  auto const adjusted = adjusted_p(p, how.rule);
  auto const fewest = fewest_samples(tested.size(), how);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    auto& v = out.all[tested[i]];
    v.adjusted = adjusted[i];
    if (!matters(v.effect, v.value, v.reference, book[v.series], v.unit, how.least)) continue;
    bool const worse = is_worse(v.effect, v.unit);
    if (v.adjusted <= how.fdr && !in_range[v.series]) {
      v.what = worse ? ruling::regressed : ruling::improved;
      if (worse) out.candidates.push_back(v.series);
      continue;
    }
    v.what = ruling::inconclusive;
    if (in_range[v.series] && v.adjusted <= how.fdr)
      v.sentence = "the samples differ, but the runs of the base reach as far";
    else if (too_few[v.series])
      v.sentence =
          "too few samples to test: " + std::to_string(v.n_value) + " against " + std::to_string(v.n_reference);
    else if (std::min(v.n_value, v.n_reference) < fewest)
      v.sentence = "not certain enough: among " + std::to_string(tested.size()) + " series a lone finding takes " +
                   std::to_string(fewest) + " samples a side, here are " + std::to_string(v.n_value) + " against " +
                   std::to_string(v.n_reference);
    else
      v.sentence = "not certain enough: p " + probability_text(v.adjusted) + " after adjusting for " +
                   std::to_string(tested.size()) + " series";
  }
  out.notes.push_back(
      base.size() == 1
          ? "one run is the base: how much runs differ from night to night is not known; a folder of at least " +
                std::to_string(how.learning) + " runs as BASE tells"
          : std::to_string(base.size()) +
                " runs are the base: too few to know how much runs differ from "
                "night to night; at least " +
                std::to_string(how.learning) + " tell");
  return out;
}
}  // namespace lanemark
