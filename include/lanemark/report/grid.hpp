// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/say.hpp>
#include <lanemark/report/label.hpp>

namespace lanemark::report {
/// A table of texts: a corner, column labels, and rows with a label and a cell for each column.
struct grid {
  struct row {
    std::string label{};
    std::vector<std::string> cells{};
  };
  std::string corner{};
  std::vector<std::string> columns{};
  std::vector<row> rows{};
};

/// The grid as lines, row labels left and everything else right-aligned, two spaces between columns. A grid wider than
/// `width` is folded: its columns go into several parts below each other, each with all row labels. 0: never folded.
[[gnu::cold]] inline std::string layout(grid const& g, std::size_t width = 0) {
  auto label_width = text_width(g.corner);
  for (auto const& r : g.rows) label_width = std::max(label_width, text_width(r.label));
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < g.columns.size(); ++i) {
    auto w = text_width(g.columns[i]);
    for (auto const& r : g.rows) w = std::max(w, i < r.cells.size() ? text_width(r.cells[i]) : 0);
    widths.push_back(w);
  }
  std::string out;
  auto line = [&](std::string const& label, std::vector<std::string> const& cells, std::size_t first,
                  std::size_t last) {
    auto text = left(label, label_width);
    for (auto i = first; i < last; ++i)
      say_to(text, {"  ", right(i < cells.size() ? std::string_view(cells[i]) : std::string_view{}, widths[i])});
    say_to(out, {std::string_view(text).substr(0, text.find_last_not_of(' ') + 1), "\n"});
  };
  std::size_t first = 0;
  do {
    auto last = first;
    for (auto used = label_width; last < widths.size(); ++last) {
      used += 2 + widths[last];
      if (width != 0 && used > width && last > first) break;
    }
    if (first > 0) out += '\n';
    line(g.corner, g.columns, first, last);
    for (auto const& r : g.rows) line(r.label, r.cells, first, last);
    first = last;
  } while (first < widths.size());
  return out;
}
}  // namespace lanemark::report
