// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/exit_code.hpp>
#include <lanemark/judge/groups.hpp>

namespace lanemark {
namespace detail {
inline std::string series_text(std::size_t n) { return std::to_string(n) + " series"; }
}  // namespace detail

/// How a comparison ends, in the order of precedence: 5 (another machine or schema), 3 (a series regressed, or a limit
/// was violated), 4 (a series is missing, or nothing could be judged), 0. `broken_limits`: series of the judged run
/// that violate a fixed limit. A night that is still learning ends well: fixed limits alone are for it.
inline exit_status exit_of(comparison const& c, series_book const& book, std::vector<std::string> const& incomparable,
                           std::size_t broken_limits, bool allow_missing) {
  auto const first_of = [&](ruling what) {
    auto const at = std::find_if(c.all.begin(), c.all.end(), [&](auto const& v) { return v.what == what; });
    return at == c.all.end() ? std::string() : book[at->series].id + ": " + at->sentence;
  };
  auto const n = [&](ruling what) { return count_of(c, what); };
  if (!incomparable.empty())
    return {5, "incomparable: " + incomparable[0] +
                   (incomparable.size() > 1 ? " (and " + std::to_string(incomparable.size() - 1) + " more)" : "")};
  if (n(ruling::incomparable) > 0)
    return {5, detail::series_text(n(ruling::incomparable)) + " incomparable: " + first_of(ruling::incomparable)};
  auto const regressed = n(ruling::regressed);
  auto const shifted = std::find_if(c.common.begin(), c.common.end(), [](auto const& s) { return s.against; });
  if (regressed > 0 || shifted != c.common.end()) {
    std::string text;
    if (regressed > 0) {
      auto const groups = group_verdicts(c, book, ruling::regressed);
      if (c.machine_wide && !c.confirmed)
        text = groups.size() == 1 && !is_whole_machine(groups[0]) ? "not confirmed: "
                                                                  : "machine-wide event, not confirmed: ";
      text += std::to_string(regressed) + " of " + detail::series_text(c.tested) + " regressed: " + groups[0].what;
      if (groups.size() > 1)
        text += " (and " + std::to_string(groups.size() - 1) + " more finding" + (groups.size() > 2 ? "s" : "") + ")";
    } else {
      text += "all " + shifted->measure + " moved for the worse together";
    }
    return {3, text};
  }
  if (broken_limits > 0) return {3, detail::series_text(broken_limits) + " of this run violate a fixed limit"};
  if (n(ruling::missing) > 0 && !allow_missing)
    return {4, detail::series_text(n(ruling::missing)) + " missing: " + first_of(ruling::missing)};
  auto const learning = n(ruling::learning);
  if (c.tested == 0 && learning == 0)
    return {4, "nothing could be judged: the two sides share no series with a figure"};
  if (c.tested == 0) return {0, "learning: " + detail::series_text(learning) + " have too few runs to be judged"};
  auto const open = n(ruling::inconclusive);
  return {0, "none of " + detail::series_text(c.tested) + " regressed" +
                 (open > 0 ? "; " + std::to_string(open) + " differ, and it is not certain" : "")};
}
}  // namespace lanemark
