// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lanemark/judge/judging.hpp>
#include <lanemark/judge/night.hpp>

namespace lanemark {
/// All that comparing one night came to.
struct comparison {
  enum class method { history, samples } by = method::history;
  std::vector<series_verdict> all{};        ///< of every series of either side, in the night's order, then missing ones
  std::vector<common_shift> common{};       ///< of the measures with enough series to tell
  std::vector<std::uint32_t> candidates{};  ///< series to measure again before they are findings
  std::size_t tested = 0;                   ///< series that could have been findings
  std::size_t nights = 0;                   ///< of the base
  std::size_t neither = 0;                  ///< series without a figure on either side
  bool machine_wide = false;                ///< more candidates than a rerun may take: rerunning would say nothing new
  bool confirmed = false;                   ///< a confirming rerun has decided
  std::vector<std::string> notes{};         ///< what the figures cannot say
};

inline std::size_t count_of(comparison const& c, ruling what) {
  return static_cast<std::size_t>(
      std::count_if(c.all.begin(), c.all.end(), [&](series_verdict const& v) { return v.what == what; }));
}

namespace detail {
/// The readings of a night by series: the place of each, or why there is none.
struct reading_index {
  static constexpr std::uint32_t none = ~std::uint32_t{0}, twice = none - 1;
  std::vector<std::uint32_t> at{};
  reading_index(night const& n, std::size_t series) : at(series, none) {
    for (std::uint32_t i = 0; i < n.readings.size(); ++i) {
      auto const s = n.readings[i].series;
      if (s < at.size()) at[s] = at[s] == none ? i : twice;
    }
  }
  reading const* of(night const& n, std::uint32_t series) const {
    return series < at.size() && at[series] < twice ? &n.readings[at[series]] : nullptr;
  }
  bool is_twice(std::uint32_t series) const { return series < at.size() && at[series] == twice; }
};

/// Every series of either side: those of the night in its order, then those of the base that it lacks, latest night
/// first.
inline std::vector<std::uint32_t> series_of(night const& now, std::span<night const> base, std::size_t known) {
  std::vector<std::uint32_t> order;
  std::vector<bool> listed(known);
  auto list = [&](night const& n) {
    for (auto const& r : n.readings)
      if (!listed[r.series]) listed[r.series] = true, order.push_back(r.series);
  };
  list(now);
  for (auto n = base.rbegin(); n != base.rend(); ++n) list(*n);
  return order;
}

/// What a series without a figure on one side comes to, before any statistics; nothing when both sides have one.
/// `others`: usable readings of the base in this unit, and in another one.
inline bool settle(series_verdict& v, reading const* now, bool twice, std::size_t same_unit, std::size_t other_unit) {
  if (twice) {
    v.what = ruling::incomparable;
    v.sentence = "this id appears more than once in the report: which figure is meant cannot be told";
    return true;
  }
  auto const base_has = same_unit + other_unit > 0;
  if (!now || !is_usable(*now)) {
    v.what = ruling::missing;
    v.sentence = now ? "the base has it, this run has no figure: " + why_unusable(*now)
                     : std::string("the base has it, this run does not");
    return base_has || now;
  }
  v.value = now->median, v.unit = now->unit, v.n_value = now->n;
  if (same_unit > 0) return false;
  v.what = base_has ? ruling::incomparable : ruling::fresh;
  v.sentence = base_has ? "its unit is " + now->unit + " and was another one" : "the base has no figure for it";
  return true;
}
}  // namespace detail
}  // namespace lanemark
