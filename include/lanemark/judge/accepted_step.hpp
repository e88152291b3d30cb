// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <lanemark/judge/night.hpp>
#include <lanemark/scenario/accepted.hpp>

namespace lanemark {
/// Does an id fit a pattern in which `*` stands for any text? The last star takes back what it gave, earlier ones need
/// not, so that no pattern takes long.
constexpr bool fits_pattern(std::string_view id, std::string_view pattern) {
  std::size_t i = 0, k = 0, star = pattern.npos, resume = 0;
  while (i < id.size()) {
    if (k < pattern.size() && pattern[k] == '*')
      star = k++, resume = i;
    else if (k < pattern.size() && pattern[k] == id[i])
      ++i, ++k;
    else if (star != pattern.npos)
      k = star + 1, i = ++resume;
    else
      return false;
  }
  return pattern.find_first_not_of('*', k) == pattern.npos;
}
static_assert(fits_pattern("a/b/c", "a/*") && fits_pattern("a/b/c", "*b*") && !fits_pattern("a/b/c", "a/b"));
static_assert(fits_pattern("", "*") && !fits_pattern("ab", "a*c") && fits_pattern("abcbc", "a*bc"));

/// The newest step that somebody accepted for a series; nullptr: none.
inline accepted_step const* accepted_for(std::string_view id, std::span<accepted_step const> steps) {
  accepted_step const* newest = nullptr;
  for (auto const& s : steps)
    if (fits_pattern(id, s.series) && (!newest || s.run > newest->run)) newest = &s;
  return newest;
}

/// Does a night count, now that a step was accepted? Ids of runs begin with the time, so that they sort by it.
inline bool counts_after(night const& n, accepted_step const* step) { return !step || n.id >= step->run; }
}  // namespace lanemark
