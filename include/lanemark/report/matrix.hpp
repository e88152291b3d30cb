// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/lane.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/report/figure.hpp>
#include <lanemark/report/grid.hpp>
#include <lanemark/report/numbering.hpp>

namespace lanemark::report {
/// One place of a matrix: a lane that was planned, and its figure if it has one. `[i][j]` and `[j][i]` are two places.
struct place_value {
  lane path{};
  std::optional<double> value{};
};

/// A text for every different end. Every field counts: two ends may be spelt alike and differ in what chiplet means.
[[gnu::cold]] inline std::string end_key(endpoint const& e) {
  return say({e.host ? "h" : "d", e.index, ".", e.chiplet, "/", e.node});
}
/// Does a lane come twice?
[[gnu::cold]] inline bool some_twice(std::vector<place_value> const& places) {
  numbering lanes;
  for (auto const& p : places) lanes.of(say({end_key(p.path.source), ">", end_key(p.path.destination)}));
  return lanes.size() < places.size();
}

/// Sources and destinations in the order in which they came, sources first: requested ids keep their order, and rows
/// and columns agree.
struct matrix_axes {
  std::vector<endpoint> rows{}, columns{};
  std::vector<std::size_t> row_of{}, column_of{};  ///< of each place
};
[[gnu::cold]] inline matrix_axes axes_of(std::vector<place_value> const& places) {
  numbering ends;
  matrix_axes axes;
  for (auto const& p : places) axes.row_of.push_back(ends.of(end_key(p.path.source)));
  auto const sources = ends.size();
  for (auto const& p : places) axes.column_of.push_back(ends.of(end_key(p.path.destination)));
  std::vector<endpoint> end(ends.size());
  std::vector<std::size_t> column(ends.size());  // number + 1
  for (std::size_t i = 0; i < places.size(); ++i) {
    end[axes.row_of[i]] = places[i].path.source;
    end[axes.column_of[i]] = places[i].path.destination;
    column[axes.column_of[i]] = 1;
  }
  for (std::size_t n = 0; n < end.size(); ++n) {
    if (n < sources) axes.rows.push_back(end[n]);
    if (column[n] == 0) continue;
    axes.columns.push_back(end[n]);
    column[n] = axes.columns.size();
  }
  for (auto& n : axes.column_of) n = column[n] - 1;
  return axes;
}

/// How many places a matrix of these lanes has, the diagonal left out: with most of them empty, a list reads better.
[[gnu::cold]] inline std::size_t places_of(matrix_axes const& axes) {
  std::size_t diagonal = 0;
  for (auto const& r : axes.rows)
    for (auto const& c : axes.columns) diagonal += r == c;
  return axes.rows.size() * axes.columns.size() - diagonal;
}

/// Rows are sources, columns destinations. `-` on the diagonal unless a lane inside one device was planned, `n/a` where
/// nothing was measured.
[[gnu::cold]] inline grid matrix_of(std::vector<place_value> const& places, figure_style const& style) {
  auto const axes = axes_of(places);
  auto const width = axes.columns.size();
  std::vector<std::size_t> planned(axes.rows.size() * width);  // place + 1; the first of several
  for (auto i = places.size(); i-- != 0;) planned[axes.row_of[i] * width + axes.column_of[i]] = i + 1;
  grid g{.corner = "from \\ to"};
  for (auto const& c : axes.columns) g.columns.push_back(to_string(c));
  for (std::size_t r = 0; r < axes.rows.size(); ++r) {
    grid::row row{to_string(axes.rows[r])};
    for (std::size_t c = 0; c < width; ++c) {
      if (auto const place = planned[r * width + c])
        row.cells.push_back(figure(places[place - 1].value, style));
      else
        row.cells.emplace_back(axes.rows[r] == axes.columns[c] ? "-" : "n/a");
    }
    g.rows.push_back(std::move(row));
  }
  return g;
}
}  // namespace lanemark::report
