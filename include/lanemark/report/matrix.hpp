// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/lane.hpp>
#include <lanemark/report/figure.hpp>
#include <lanemark/report/grid.hpp>

namespace lanemark::report {
/// One place of a matrix: a lane that was planned, and its figure if it has one. `[i][j]` and `[j][i]` are two places.
struct place_value {
  lane path{};
  std::optional<double> value{};
};

/// Sources and destinations in the order in which they came, sources first: requested ids keep their order, and rows
/// and columns agree.
struct matrix_axes {
  std::vector<endpoint> rows{}, columns{};
};
inline matrix_axes axes_of(std::span<place_value const> places) {
  std::vector<std::pair<endpoint, std::size_t>> order;
  auto append = [&](endpoint const& e) {
    auto const at = std::lower_bound(order.begin(), order.end(), std::pair(e, std::size_t{0}));
    if (at == order.end() || at->first != e) order.insert(at, {e, order.size()});
  };
  for (auto const& p : places) append(p.path.source);
  for (auto const& p : places) append(p.path.destination);
  auto ends = [&](auto end) {
    std::vector<std::pair<std::size_t, endpoint>> found;
    for (auto const& p : places) {
      auto const at = std::lower_bound(order.begin(), order.end(), std::pair(end(p.path), std::size_t{0}));
      found.emplace_back(at->second, at->first);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<endpoint> out;
    for (auto const& f : found) out.push_back(f.second);
    return out;
  };
  return {ends([](lane const& l) { return l.source; }), ends([](lane const& l) { return l.destination; })};
}

/// How many places a matrix of these lanes has, the diagonal left out: with most of them empty, a list reads better.
inline std::size_t places_of(matrix_axes const& axes) {
  std::size_t diagonal = 0;
  for (auto const& r : axes.rows)
    diagonal += static_cast<std::size_t>(std::count(axes.columns.begin(), axes.columns.end(), r));
  return axes.rows.size() * axes.columns.size() - diagonal;
}

/// Rows are sources, columns destinations. `-` on the diagonal unless a lane inside one device was planned, `n/a` where
/// nothing was measured.
inline grid matrix_of(std::span<place_value const> places, figure_style const& style) {
  auto const axes = axes_of(places);
  struct slot {
    lane path;
    std::size_t index;
  };
  std::vector<slot> sorted;
  auto const before = [](lane const& a, lane const& b) {
    return std::pair(a.source, a.destination) < std::pair(b.source, b.destination);
  };
  for (std::size_t i = 0; i < places.size(); ++i) sorted.push_back({places[i].path, i});
  std::stable_sort(sorted.begin(), sorted.end(), [&](slot const& a, slot const& b) { return before(a.path, b.path); });
  grid g{.corner = "from \\ to", .columns = {}, .rows = {}};
  for (auto const& c : axes.columns) g.columns.push_back(to_string(c));
  for (auto const& r : axes.rows) {
    grid::row row{to_string(r), {}};
    for (auto const& c : axes.columns) {
      lane const wanted{r, c};
      auto const at = std::lower_bound(sorted.begin(), sorted.end(), wanted,
                                       [&](slot const& s, lane const& l) { return before(s.path, l); });
      bool const planned = at != sorted.end() && at->path.source == r && at->path.destination == c;
      row.cells.push_back(planned ? figure(places[at->index].value, style) : r == c ? "-" : "n/a");
    }
    g.rows.push_back(std::move(row));
  }
  return g;
}
}  // namespace lanemark::report
