// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/report/table.hpp>

namespace lanemark::report {
/// What the figure of lanes that run together is: rates add up (by wall time), of durations the slowest lane's counts.
constexpr std::string_view sum_name(figure_style const& style) { return style.unit == "GB/s" ? "total" : "slowest"; }

[[gnu::cold]] inline std::optional<double> lane_value(record const& r, std::size_t i) {
  if (!value_of(r) || i >= r.lanes.size() || !r.lanes[i].summary || !is_finite(r.lanes[i].summary->median)) return {};
  return r.lanes[i].summary->median;
}

/// A figure with its interval and number of samples; `n/a` alone where there is none.
[[gnu::cold]] inline void add_figure(grid::row& row, std::optional<double> value, std::optional<summary> const& s,
                                     figure_style const& style) {
  row.cells.push_back(figure(value, style));
  if (!value) return;
  row.cells.push_back(interval(s, style));
  row.cells.push_back(say({s->n}));
}
[[gnu::cold]] inline void add_figure_columns(grid& g, std::string_view value) {
  for (auto const column : {value, std::string_view("95 % interval"), std::string_view("samples")})
    g.columns.emplace_back(column);
}

/// Pairs whose two lanes run together: a row each, with both lanes and the total.
[[gnu::cold]] inline grid pairs_table(group const& records, bool with_size, figure_style const& whole) {
  grid g{.corner = "pair"};
  if (with_size) g.columns.emplace_back("size");
  g.columns.emplace_back("->");
  g.columns.emplace_back("<-");
  add_figure_columns(g, sum_name(whole));
  for (auto const* r : records) {
    auto const style = row_style({r}, whole);
    grid::row row{lanes_text(*r)};
    if (with_size) row.cells.push_back(size_text(*r));
    for (std::size_t const i : {0U, 1U}) row.cells.push_back(figure(lane_value(*r, i), style));
    add_figure(row, value_of(*r), r->summary, style);
    g.rows.push_back(std::move(row));
  }
  return g;
}

/// One parallel cell: a row a lane, and the total by wall time.
[[gnu::cold]] inline grid lanes_table(record const& r, figure_style const& style) {
  grid g{.corner = "lane"};
  add_figure_columns(g, "median");
  if (value_of(r))
    for (std::size_t i = 0; i < r.lanes.size(); ++i) {
      g.rows.push_back({to_string(r.lanes[i].path)});
      add_figure(g.rows.back(), lane_value(r, i), r.lanes[i].summary, style);
    }
  g.rows.push_back({std::string(sum_name(style))});
  add_figure(g.rows.back(), value_of(r), r.summary, style);
  return g;
}

/// The same lanes together at several sizes: a row a size, a column a lane, and the total.
[[gnu::cold]] inline grid sizes_table(group const& records, figure_style const& whole) {
  grid g{.corner = "size"};
  for (auto const& l : records.front()->lanes) g.columns.push_back(to_string(l.path));
  add_figure_columns(g, sum_name(whole));
  for (auto const* r : records) {
    auto const style = row_style({r}, whole);
    grid::row row{size_text(*r)};
    for (std::size_t i = 0; i < r->lanes.size(); ++i) row.cells.push_back(figure(lane_value(*r, i), style));
    add_figure(row, value_of(*r), r->summary, style);
    g.rows.push_back(std::move(row));
  }
  return g;
}
}  // namespace lanemark::report
