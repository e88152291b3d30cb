// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/report/label.hpp>

namespace lanemark::report {
/// Rows of words, each column left-aligned and as wide as its widest word, two spaces between. The first row is the
/// header. A missing word is `-`, so that every line has the same number of fields.
inline std::string columns_text(std::vector<std::vector<std::string>> const& rows) {
  std::vector<std::size_t> widths;
  for (auto const& r : rows) {
    widths.resize(std::max(widths.size(), r.size()));
    for (std::size_t i = 0; i < r.size(); ++i) widths[i] = std::max({widths[i], text_width(r[i]), std::size_t{1}});
  }
  std::string out;
  for (auto const& r : rows) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      auto const word = r[i].empty() ? std::string("-") : shown(r[i]);
      out += i + 1 < r.size() ? left(word, widths[i]) + "  " : word;
    }
    out += "\n";
  }
  return out;
}
}  // namespace lanemark::report
