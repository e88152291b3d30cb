// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/report/figure.hpp>
#include <lanemark/report/grid.hpp>
#include <lanemark/report/group.hpp>
#include <lanemark/report/numbering.hpp>

namespace lanemark::report {
/// At most this many lanes of several sizes share one table of sizes by lanes; more make a matrix per size.
inline constexpr std::size_t most_lane_columns = 8;
/// A cell of at least this many lanes together is shown as a matrix of them.
inline constexpr std::size_t lanes_worth_a_matrix = 16;

/// The lanes of a record as series ids name them: `0>1`, `0<>1`.
[[gnu::cold]] inline std::string lanes_text(record const& r) {
  std::vector<lane> lanes;
  for (auto const& l : r.lanes) lanes.push_back(l.path);
  return to_string(std::span<lane const>(lanes));
}

/// The smallest figure of some records, lanes included: the style of a table follows from it.
[[gnu::cold]] inline figure_style style_of(group const& records) {
  double smallest = 0;
  std::string_view unit = "B/s";
  auto look = [&](std::optional<double> x) {
    if (x && *x > 0 && (smallest == 0 || *x < smallest)) smallest = *x;
  };
  for (auto const* r : records) {
    look(value_of(*r));
    if (r->lanes.size() > 1)
      for (auto const& l : r->lanes)
        if (value_of(*r) && l.summary && is_finite(l.summary->median)) look(l.summary->median);
    unit = r->unit.empty() ? (r->measure == "bandwidth" ? "B/s" : "ns") : std::string_view(r->unit);
  }
  return style_for(unit, smallest);
}

/// The style of one row among sizes: rates span decades there, so each row keeps its own digits; durations keep the
/// table's.
[[gnu::cold]] inline figure_style row_style(group const& row, figure_style const& whole) {
  return whole.unit == "GB/s" ? style_of(row) : whole;
}

[[gnu::cold]] inline std::string heading(record const& r, std::string_view size, figure_style const& style) {
  return say({title_of(r, size), " [", style.unit, "]\n"});
}
[[gnu::cold]] inline std::string size_text(record const& r) {
  return r.size.count == 0 ? std::string{} : to_string(r.size);
}

/// What a matrix has no room for: samples, the widest interval, the share of the link.
[[gnu::cold]] inline std::string notes_below(group const& records, bool several_sizes = false) {
  std::size_t fewest = 0, most = 0, without = 0, with = 0;
  double widest = -1, low = -1, high = -1;
  record const* widest_at = nullptr;
  std::string_view source;
  for (auto const* r : records) {
    if (!value_of(*r)) continue;
    fewest = with + without == 0 ? r->summary->n : std::min(fewest, r->summary->n);
    most = std::max(most, r->summary->n);
    auto const spread = spread_of(*r->summary);
    ++(spread ? with : without);
    if (spread && *spread > widest * (1 + 1e-9)) widest = *spread, widest_at = r;
    if (auto const share = share_of_limit(*r)) {
      low = low < 0 ? *share : std::min(low, *share), high = std::max(high, *share);
      if (source.empty()) source = r->physical_limit_source;
    }
  }
  if (with + without == 0) return {};
  std::string text = "median of ";
  if (fewest != most) say_to(text, {fewest, " to "});
  say_to(text, {counted(most, "sample")});
  if (widest_at) {
    say_to(text, {", 95 % interval ", with > 1 ? "at most " : "", plus_minus(widest)});
    if (with > 1) say_to(text, {" (", lanes_text(*widest_at)});
    if (with > 1 && several_sizes) say_to(text, {", ", size_text(*widest_at)});
    if (with > 1) say_to(text, {")"});
  }
  if (without > 0 && with > 0) say_to(text, {", ", without, " without interval (fewer than 6 samples)"});
  if (with == 0) say_to(text, {", no interval"});
  if (high >= 0) {
    say_to(text, {"; ", fixed(low * 100, 0)});
    if (low != high) say_to(text, {" to ", fixed(high * 100, 0)});
    say_to(text, {" % of link"});
    if (!source.empty()) say_to(text, {" (", shown(source), ")"});
  }
  say_to(text, {"\n"});
  return text;
}

/// One row a record, with its spread: for what makes no matrix.
[[gnu::cold]] inline grid list_of(group const& records, std::string_view corner, record_text label,
                                  figure_style const& whole) {
  bool linked = false;
  for (auto const* r : records) linked = linked || share_of_limit(*r);
  grid g{.corner = std::string(corner)};
  for (auto const* column : {"median", "95 % interval", "min", "max", "samples"}) g.columns.emplace_back(column);
  if (linked) g.columns.emplace_back("of link");
  for (auto const* r : records) {
    auto const style = row_style({r}, whole);
    grid::row row{label(*r)};
    row.cells.push_back(figure(value_of(*r), style));
    if (value_of(*r)) {
      auto const& s = *r->summary;
      row.cells.push_back(interval(s, style));
      row.cells.push_back(figure(s.min, style));
      row.cells.push_back(figure(s.max, style));
      row.cells.push_back(say({s.n}));
      if (linked)
        row.cells.push_back(share_of_limit(*r) ? say({fixed(*share_of_limit(*r) * 100, 0), " %"}) : say({"-"}));
    }
    g.rows.push_back(std::move(row));
  }
  return g;
}

/// Rows of sizes, columns of lanes, each in the order in which they came.
[[gnu::cold]] inline grid sizes_by_lanes(group const& records, figure_style const& whole) {
  grid g{.corner = "size"};
  numbering lanes;
  for (auto const* r : records) lanes.of(lanes_text(*r));
  g.columns = lanes.all();
  for (auto const& same : split_by([](record const& r) { return to_string(r.size); }, records)) {
    grid::row row{size_text(*same.front())};
    row.cells.assign(lanes.size(), "n/a");
    auto const style = row_style(same, whole);
    for (auto const* r : same) row.cells[lanes.of(lanes_text(*r))] = figure(value_of(*r), style);
    g.rows.push_back(std::move(row));
  }
  return g;
}
}  // namespace lanemark::report
