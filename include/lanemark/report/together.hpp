// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/report/table.hpp>

namespace lanemark::report {
/// What the figure of lanes that run together is: rates add up (by wall time), of durations the slowest lane's counts.
constexpr std::string_view sum_name(figure_style const& style) { return style.unit == "GB/s" ? "total" : "slowest"; }

inline std::optional<double> lane_value(record const& r, std::size_t i) {
  if (!value_of(r) || i >= r.lanes.size() || !r.lanes[i].summary || !std::isfinite(r.lanes[i].summary->median))
    return {};
  return r.lanes[i].summary->median;
}

/// Pairs whose two lanes run together: a row each, with both lanes and the total.
inline grid pairs_table(std::vector<record const*> const& records, bool with_size, figure_style const& whole) {
  grid g{"pair", {"->", "<-", std::string(sum_name(whole)), "95 % interval", "samples"}, {}};
  if (with_size) g.columns.insert(g.columns.begin(), "size");
  for (auto const* r : records) {
    auto const style = row_style({r}, whole);
    grid::row row{lanes_text(*r),
                  {figure(lane_value(*r, 0), style), figure(lane_value(*r, 1), style), figure(value_of(*r), style)}};
    if (value_of(*r)) row.cells.insert(row.cells.end(), {interval(r->summary, style), std::to_string(r->summary->n)});
    if (with_size) row.cells.insert(row.cells.begin(), size_text(*r));
    g.rows.push_back(std::move(row));
  }
  return g;
}

/// One parallel cell: a row a lane, and the total by wall time.
inline grid lanes_table(record const& r, figure_style const& style) {
  grid g{"lane", {"median", "95 % interval", "samples"}, {}};
  auto row = [&](std::string label, std::optional<double> value, std::optional<summary> const& s) {
    g.rows.push_back({std::move(label), {figure(value, style)}});
    if (value) g.rows.back().cells.insert(g.rows.back().cells.end(), {interval(s, style), std::to_string(s->n)});
  };
  if (value_of(r))
    for (std::size_t i = 0; i < r.lanes.size(); ++i)
      row(to_string(r.lanes[i].path), lane_value(r, i), r.lanes[i].summary);
  row(std::string(sum_name(style)), value_of(r), r.summary);
  return g;
}

/// The same lanes together at several sizes: a row a size, a column a lane, and the total.
inline grid sizes_table(std::vector<record const*> const& records, figure_style const& whole) {
  grid g{"size", {}, {}};
  for (auto const& l : records.front()->lanes) g.columns.push_back(to_string(l.path));
  g.columns.insert(g.columns.end(), {std::string(sum_name(whole)), "95 % interval", "samples"});
  for (auto const* r : records) {
    auto const style = row_style({r}, whole);
    grid::row row{size_text(*r), {}};
    for (std::size_t i = 0; i < r->lanes.size(); ++i) row.cells.push_back(figure(lane_value(*r, i), style));
    row.cells.push_back(figure(value_of(*r), style));
    if (value_of(*r)) row.cells.insert(row.cells.end(), {interval(r->summary, style), std::to_string(r->summary->n)});
    g.rows.push_back(std::move(row));
  }
  return g;
}
}  // namespace lanemark::report
