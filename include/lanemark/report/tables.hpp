// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/say.hpp>
#include <lanemark/report/group.hpp>
#include <lanemark/report/matrix.hpp>
#include <lanemark/report/table.hpp>
#include <lanemark/report/together.hpp>

namespace lanemark::report {
/// Do places make a matrix? Not when most of it would be empty.
[[gnu::cold]] inline bool fill_a_matrix(std::vector<place_value> const& places) {
  return places.size() * 2 >= places_of(axes_of(places));
}

/// Lanes of one size, one at a time: a matrix; a list when most of its places would be empty or a lane comes twice.
[[gnu::cold]] inline std::string one_size_text(group const& records, std::string_view method, std::size_t width) {
  auto const& r = *records.front();
  auto const style = style_of(records);
  std::vector<place_value> places;
  for (auto const* x : records)
    if (!x->lanes.empty()) places.push_back({x->lanes.front().path, value_of(*x)});
  auto text = heading(r, size_text(r), style);
  if (some_twice(places) || places.size() != records.size() || !fill_a_matrix(places))
    say_to(text, {method, layout(list_of(records, "lane", lanes_text, style), width)});
  else
    say_to(text, {method, layout(matrix_of(places, style), width), notes_below(records)});
  return text;
}

/// Lanes of one record that ran together: a row each, or a matrix when they are many.
[[gnu::cold]] inline std::string together_text(record const& r, std::string_view method, std::size_t width) {
  auto const style = style_of({&r});
  auto text = heading(r, size_text(r), style);
  std::vector<place_value> places;
  for (std::size_t i = 0; i < r.lanes.size(); ++i) places.push_back({r.lanes[i].path, lane_value(r, i)});
  if (value_of(r) && places.size() >= lanes_worth_a_matrix && fill_a_matrix(places))
    say_to(text, {method, layout(matrix_of(places, style), width), sum_name(style), " ", figure(value_of(r), style),
                  "; ", notes_below({&r})});
  else
    say_to(text, {method, layout(lanes_table(r, style), width)});
  return text;
}

/// The table or tables of one group.
[[gnu::cold]] inline std::string group_text(group const& g, std::size_t width) {
  auto const& r = *g.front();
  auto method = method_of(g);
  if (!method.empty()) method += '\n';
  auto const by_size = split_by([](record const& x) { return to_string(x.size); }, g);
  auto const by_lanes = split_by(lanes_text, g);
  auto const style = style_of(g);
  auto one_table = [&](std::string_view size, grid const& table, std::string_view notes = {}) {
    return say({heading(r, size, style), method, layout(table, width), notes});
  };
  bool const sizes = by_size.size() > 1;
  if (r.mode == "bidirectional") return one_table(sizes ? std::string{} : size_text(r), pairs_table(g, sizes, style));
  if (r.mode != "parallel" && sizes && by_lanes.size() == 1)
    return one_table({}, list_of(g, lanes_text(r), size_text, style));
  if (r.mode != "parallel" && sizes && by_lanes.size() <= most_lane_columns)
    return one_table({}, sizes_by_lanes(g, style), notes_below(g, true));
  std::string text;
  auto add = [&](std::string_view part) { say_to(text, {text.empty() ? "" : "\n", part}); };
  if (r.mode != "parallel") {
    for (auto const& same : by_size) add(one_size_text(same, method, width));
    return text;
  }
  for (auto const& same : by_lanes) {
    if (same.size() > 1 && same.front()->lanes.size() <= most_lane_columns)
      add(say({heading(*same.front(), {}, style), method, layout(sizes_table(same, style), width)}));
    else
      for (auto const* x : same) add(together_text(*x, method, width));
  }
  return text;
}
}  // namespace lanemark::report
