// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/judge/false_discovery.hpp>
#include <lanemark/judge/night.hpp>
#include <lanemark/judge/verdict.hpp>

namespace lanemark {
/// Differences below these are never findings, however certain: as shares of the reference, and for latencies in ns.
struct least_effects {
  double bandwidth = 0.03, latency = 0.05, sync = 0.05;
  double latency_ns = 20;
  double of(std::string_view measure) const {
    return measure == "bandwidth" ? bandwidth : measure == "sync" ? sync : latency;
  }
};

/// How nights are judged.
struct judging {
  least_effects least{};
  double screen = 0.01;  ///< two-sided p under which a series is a candidate
  double fdr = 0.05;     ///< share of false findings among all findings
  fdr_rule rule = fdr_rule::bh;
  double max_confirm = 0.05;         ///< share of the cells that a confirming rerun may take...
  std::size_t confirm_at_least = 8;  ///< ...but these may always be rerun
  std::size_t learning = 8;          ///< runs from which on a history is judged
  std::size_t history = 60;          ///< latest runs of a history that are looked at
  bool allow_missing = false;
};

/// The judgement of one series, with all that it was made from.
struct series_verdict {
  std::uint32_t series = 0;
  ruling what = ruling::ok;
  double value = 0, reference = 0;           ///< in the series' unit; 0: none
  double effect = 0;                         ///< value / reference - 1
  std::optional<double> low{}, high{};       ///< 95 % interval of the effect
  double p = 1, adjusted = 1;                ///< two-sided; adjusted for all series that were tested
  std::optional<double> could_see{};         ///< least share of a change for the worse that would have been a finding
  std::size_t runs = 0;                      ///< of the reference
  std::size_t n_value = 0, n_reference = 0;  ///< samples
  std::optional<double> rerun{};             ///< the confirming rerun's median
  std::string unit{}, sentence{};
  std::string since{};  ///< run at which the reference's level was left, where that was before this run; empty: now
};

/// A movement that all series of one measure share.
struct common_shift {
  std::string measure{};
  double effect = 0;  ///< share
  double p = 1;
  std::size_t series = 0;
  bool removed = false;  ///< below the least effect: taken out of every series before it is judged
  bool against = false;  ///< for the worse, certain and not below the least effect
};

/// A probability for people: two digits, `0.012`, `3.1e-05`.
inline std::string probability_text(double p) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, p, std::chars_format::general, 2).ptr};
}

/// Is a change (share, or difference of logarithms) of this unit for the worse?
constexpr bool is_worse(double change, std::string_view unit) { return unit == "B/s" ? change < 0 : change > 0; }

/// Is this share of a change large enough to matter?
inline bool matters(double effect, double value, double reference, series_info const& s, std::string_view unit,
                    least_effects const& least) {
  // a limit is met by what equals it up to rounding
  if (std::fabs(effect) < least.of(s.measure) * (1 - 1e-9)) return false;
  return unit != "ns" || std::fabs(value - reference) >= least.latency_ns * (1 - 1e-9);
}

/// Series that are pooled for their scale: same measure and direction of time, sizes within a factor of 16.
inline std::string pool_of(series_info const& s) {
  int size_class = 0;
  for (auto n = s.size; n > 1; n >>= 4U) ++size_class;
  return s.measure + "/" + std::to_string(size_class);
}

/// How many cells a confirming rerun may take.
inline std::size_t most_to_confirm(std::size_t tested, judging const& how) {
  auto const share = static_cast<std::size_t>(how.max_confirm * static_cast<double>(tested) + 1e-9);
  return how.max_confirm > 0 ? std::max(share, std::min(how.confirm_at_least, tested)) : 0;
}
}  // namespace lanemark
