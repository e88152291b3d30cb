// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/report/figure.hpp>
#include <lanemark/report/grid.hpp>
#include <lanemark/report/group.hpp>
#include <lanemark/report/matrix.hpp>

namespace lanemark::report {
/// At most this many lanes of several sizes share one table of sizes by lanes; more make a matrix per size.
inline constexpr std::size_t most_lane_columns = 8;
/// A cell of at least this many lanes together is shown as a matrix of them.
inline constexpr std::size_t lanes_worth_a_matrix = 16;

/// The lanes of a record as series ids name them: `0>1`, `0<>1`.
inline std::string lanes_text(record const& r) {
  std::vector<lane> lanes;
  for (auto const& l : r.lanes) lanes.push_back(l.path);
  return to_string(std::span<lane const>(lanes));
}

/// The smallest figure of some records, lanes included: the style of a table follows from it.
inline figure_style style_of(std::vector<record const*> const& records) {
  double smallest = 0;
  std::string_view unit = "B/s";
  auto look = [&](std::optional<double> x) {
    if (x && *x > 0 && (smallest == 0 || *x < smallest)) smallest = *x;
  };
  for (auto const* r : records) {
    look(value_of(*r));
    if (r->lanes.size() > 1)
      for (auto const& l : r->lanes)
        if (value_of(*r) && l.summary && std::isfinite(l.summary->median)) look(l.summary->median);
    unit = r->unit.empty() ? (r->measure == "bandwidth" ? "B/s" : "ns") : std::string_view(r->unit);
  }
  return style_for(unit, smallest);
}

/// The style of one row among sizes: rates span decades there, so each row keeps its own digits; durations keep the
/// table's.
inline figure_style row_style(std::vector<record const*> const& row, figure_style const& whole) {
  return whole.unit == "GB/s" ? style_of(row) : whole;
}

inline std::string heading(record const& r, std::string_view size, figure_style const& style) {
  return title_of(r, size) + " [" + std::string(style.unit) + "]\n";
}
inline std::string size_text(record const& r) { return r.size.count == 0 ? std::string{} : to_string(r.size); }

/// What a matrix has no room for: samples, the widest interval, the share of the link.
inline std::string notes_below(std::vector<record const*> const& records, bool several_sizes = false) {
  std::size_t fewest = 0, most = 0, without = 0, with = 0;
  double widest = -1, low = -1, high = -1;
  record const* widest_at = nullptr;
  std::string source;
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
  std::string text =
      "median of " +
      (fewest == most ? counted(most, "sample") : std::to_string(fewest) + " to " + std::to_string(most) + " samples");
  if (widest_at && with == 1) text += ", 95 % interval " + plus_minus(widest);
  if (widest_at && with > 1)
    text += ", 95 % interval at most " + plus_minus(widest) + " (" + lanes_text(*widest_at) +
            (several_sizes ? ", " + size_text(*widest_at) : "") + ")";
  if (without > 0 && with > 0) text += ", " + std::to_string(without) + " without interval (fewer than 6 samples)";
  if (with == 0) text += ", no interval";
  if (high >= 0) {
    auto const range = low == high ? fixed(high * 100, 0) : fixed(low * 100, 0) + " to " + fixed(high * 100, 0);
    text += "; " + range + " % of link" + (source.empty() ? "" : " (" + shown(source) + ")");
  }
  return text + "\n";
}

/// One row a record, with its spread: for what makes no matrix.
inline grid list_of(std::vector<record const*> const& records, std::string const& corner, auto label,
                    figure_style const& whole) {
  bool const linked =
      std::any_of(records.begin(), records.end(), [](record const* r) { return share_of_limit(*r).has_value(); });
  grid g{corner, {"median", "95 % interval", "min", "max", "samples"}, {}};
  if (linked) g.columns.push_back("of link");
  for (auto const* r : records) {
    auto const style = row_style({r}, whole);
    grid::row row{label(*r), {figure(value_of(*r), style)}};
    if (value_of(*r)) {
      auto const& s = *r->summary;
      row.cells.insert(row.cells.end(),
                       {interval(s, style), figure(s.min, style), figure(s.max, style), std::to_string(s.n)});
      if (linked) row.cells.push_back(share_of_limit(*r) ? fixed(*share_of_limit(*r) * 100, 0) + " %" : "-");
    }
    g.rows.push_back(std::move(row));
  }
  return g;
}

/// Rows of sizes, columns of lanes, each in the order in which they came.
inline grid sizes_by_lanes(std::vector<record const*> const& records, figure_style const& whole) {
  struct sized {
    std::string size;
    std::vector<record const*> records;
  };
  std::vector<sized> rows;
  std::vector<std::string> lanes;
  for (auto const* r : records) {
    auto const size = size_text(*r), path = lanes_text(*r);
    auto row = std::find_if(rows.begin(), rows.end(), [&](sized const& x) { return x.size == size; });
    if (row == rows.end()) row = rows.insert(rows.end(), sized{size, {}});
    row->records.push_back(r);
    if (std::find(lanes.begin(), lanes.end(), path) == lanes.end()) lanes.push_back(path);
  }
  grid g{"size", lanes, {}};
  for (auto const& row : rows) {
    grid::row cells{row.size, std::vector<std::string>(lanes.size(), "n/a")};
    auto const style = row_style(row.records, whole);
    for (auto const* r : row.records)
      cells.cells[static_cast<std::size_t>(std::find(lanes.begin(), lanes.end(), lanes_text(*r)) - lanes.begin())] =
          figure(value_of(*r), style);
    g.rows.push_back(std::move(cells));
  }
  return g;
}
}  // namespace lanemark::report
