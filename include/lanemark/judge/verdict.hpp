// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

namespace lanemark {
/// What a record means against a limit or a history.
enum class ruling {
  ok,
  improved,
  regressed,
  below_limit,  ///< the median is under a minimum
  above_limit,  ///< the median is over a maximum
  learning,     ///< too few runs to judge
  inconclusive,
  unstable,
  missing,       ///< a series of the baseline that this run does not have
  fresh,         ///< a series that the baseline does not have
  unmet,         ///< there is a limit, and no figure to hold against it
  incomparable,  ///< another machine or schema
};
constexpr std::string_view name_of(ruling r) {
  constexpr std::string_view names[] = {"ok",          "improved", "regressed",    "below-limit",
                                        "above-limit", "learning", "inconclusive", "unstable",
                                        "missing",     "new",      "unmet",        "incomparable"};
  return names[static_cast<int>(r)];
}
/// Against the machine: a limit was violated or a series regressed.
constexpr bool is_violation(ruling r) {
  return r == ruling::regressed || r == ruling::below_limit || r == ruling::above_limit;
}
/// Something that was to be judged could not be.
constexpr bool is_hole(ruling r) { return r == ruling::missing || r == ruling::unmet; }

/// A judgement with all that it was made from, so that it can be made again.
struct verdict {
  ruling what = ruling::ok;
  std::string series{};    ///< id of the record; empty: a limit that no record answers to
  std::string limit{};     ///< as written, `min = "20 GB/s"`, and where
  double value = 0;        ///< that was judged, in `unit`
  double bound = 0;        ///< it was held against, in `unit`: for a range the one that is nearer or broken
  std::string unit{};      ///< "B/s" or "ns"
  std::string sentence{};  ///< `median 18.2 GB/s is below the minimum 20 GB/s (nightly.toml:12:1)`
};
}  // namespace lanemark
