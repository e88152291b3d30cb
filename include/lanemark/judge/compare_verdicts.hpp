// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/limits.hpp>
#include <lanemark/judge/verdict.hpp>

namespace lanemark {
/// One judgement in words: `10.1 % less than 50.1 GB/s, the median of 20 runs: 45 GB/s; the rerun agrees: 44.9 GB/s`.
inline std::string sentence_of(series_verdict const& v, comparison const& c) {
  if (!v.sentence.empty() || !(v.reference > 0)) return v.sentence;
  auto const figure = [&](double x) { return detail::short_figure(x, v.unit, 4); };
  auto const share = detail::short_number(std::fabs(v.effect) * 100, 3) + " %";
  auto const base =
      c.by == comparison::method::history ? "the median of " + std::to_string(v.runs) + " runs" : "the base";
  auto text = share + (v.effect < 0 ? " less than " : " more than ") + figure(v.reference) + ", " + base + ": " +
              figure(v.value);
  if (v.what == ruling::learning) return text + "; too few runs to judge";
  if (v.rerun) text += (v.what == ruling::unstable ? "; not so in the rerun: " : "; in the rerun: ") + figure(*v.rerun);
  if (v.what == ruling::inconclusive) text += "; not certain, p " + probability_text(v.adjusted) + " among all series";
  if (!v.since.empty()) text += "; its level was left in run " + v.since;
  return text;
}

/// A comparison as the verdicts of a run: of all series that were judged, that are missing or cannot be compared. Those
/// that are new or still learnt are neither.
inline std::vector<verdict> verdicts_of(comparison const& c, series_book const& book, bool allow_missing = false) {
  std::vector<verdict> out;
  for (auto const& v : c.all) {
    if (v.what == ruling::learning || v.what == ruling::fresh || (v.what == ruling::missing && allow_missing)) continue;
    out.push_back({.what = v.what,
                   .series = book[v.series].id,
                   .value = v.value,
                   .bound = v.reference,
                   .unit = v.unit,
                   .sentence = sentence_of(v, c)});
  }
  return out;
}
}  // namespace lanemark
