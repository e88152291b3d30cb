// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanemark {
/// Edits between two words: insert, delete, change, or swap of neighbours each count one (optimal string alignment).
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  auto const width = b.size() + 1;
  std::vector<std::size_t> d((a.size() + 1) * width);
  auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return d[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  return at(a.size(), b.size());
}

/// The known name that was most likely meant: at most 2 edits or a third of the word, and nearer than any other.
inline std::optional<std::string> nearest_name(std::string_view word, std::span<std::string const> known) {
  if (word.size() > 100) return {};
  std::size_t best = std::max<std::size_t>(2, word.size() / 3) + 1;
  std::optional<std::string> found;
  for (auto const& k : known) {
    auto const d = edit_distance(word, k);
    if (d < best && d < std::max(word.size(), k.size()))
      best = d, found = k;
    else if (d == best)
      found.reset();
  }
  return found;
}

/// `a, b, c` for the end of a sentence that lists what there is.
template <class Names>
std::string joined(Names const& names, std::string_view between = ", ") {
  std::string text;
  bool first = true;
  for (auto const& n : names) {
    if (!first) text += between;
    text += n;
    first = false;
  }
  return text;
}
}  // namespace lanemark
