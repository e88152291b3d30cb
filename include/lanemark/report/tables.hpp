// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/report/group.hpp>
#include <lanemark/report/table.hpp>
#include <lanemark/report/together.hpp>

namespace lanemark::report {
/// The members of a group that agree in a text, in the order in which they came.
inline std::vector<std::vector<record const*>> split_by(std::vector<record const*> const& records, auto text_of) {
  std::vector<std::pair<std::string, std::vector<record const*>>> parts;
  for (auto const* r : records) {
    auto text = text_of(*r);
    auto it = std::find_if(parts.begin(), parts.end(), [&](auto const& p) { return p.first == text; });
    if (it == parts.end()) it = parts.insert(parts.end(), {std::move(text), {}});
    it->second.push_back(r);
  }
  std::vector<std::vector<record const*>> out;
  for (auto& p : parts) out.push_back(std::move(p.second));
  return out;
}

/// Lanes of one size, one at a time: a matrix; a list when most of its places would be empty or a lane comes twice.
inline std::string one_size_text(std::vector<record const*> const& records, std::string const& method,
                                 std::size_t width) {
  auto const& r = *records.front();
  auto const style = style_of(records);
  std::vector<place_value> places;
  for (auto const* x : records)
    if (!x->lanes.empty()) places.push_back({x->lanes.front().path, value_of(*x)});
  auto distinct = places;
  auto const ends = [](place_value const& p) { return std::pair(p.path.source, p.path.destination); };
  std::sort(distinct.begin(), distinct.end(), [&](auto const& a, auto const& b) { return ends(a) < ends(b); });
  bool const twice = std::adjacent_find(distinct.begin(), distinct.end(), [&](auto const& a, auto const& b) {
                       return ends(a) == ends(b);
                     }) != distinct.end();
  auto const text = heading(r, size_text(r), style) + method;
  if (twice || places.size() != records.size() || places.size() * 2 < places_of(axes_of(places)))
    return text + layout(list_of(
                             records, "lane", [](record const& x) { return lanes_text(x); }, style),
                         width);
  return text + layout(matrix_of(places, style), width) + notes_below(records);
}

/// The table or tables of one group.
inline std::string group_text(group const& g, std::size_t width) {
  auto const& r = g.front();
  auto const method = method_of(g).empty() ? std::string{} : method_of(g) + "\n";
  auto const by_size = split_by(g.records, [](record const& x) { return size_text(x); });
  auto const by_lanes = split_by(g.records, [](record const& x) { return lanes_text(x); });
  auto const style = style_of(g.records);
  std::string text;
  auto add = [&](std::string const& part) { text += (text.empty() ? "" : "\n") + part; };
  if (r.mode == "bidirectional") {
    bool const sizes = by_size.size() > 1;
    return heading(r, sizes ? "" : size_text(r), style) + method + layout(pairs_table(g.records, sizes, style), width);
  }
  if (r.mode == "parallel") {
    for (auto const& same : by_lanes) {
      auto const& first = *same.front();
      if (same.size() > 1 && first.lanes.size() <= most_lane_columns) {
        add(heading(first, "", style) + method + layout(sizes_table(same, style), width));
        continue;
      }
      for (auto const* x : same) {
        auto const own = style_of({x});
        std::vector<place_value> places;
        for (std::size_t i = 0; i < x->lanes.size(); ++i) places.push_back({x->lanes[i].path, lane_value(*x, i)});
        bool const matrix =
            value_of(*x) && places.size() >= lanes_worth_a_matrix && places.size() * 2 >= places_of(axes_of(places));
        auto body = matrix ? layout(matrix_of(places, own), width) + std::string(sum_name(own)) + " " +
                                 figure(value_of(*x), own) + "; " + notes_below({x})
                           : layout(lanes_table(*x, own), width);
        add(heading(*x, size_text(*x), own) + method + body);
      }
    }
    return text;
  }
  if (by_size.size() > 1 && by_lanes.size() == 1)
    return heading(r, "", style) + method +
           layout(list_of(
                      g.records, lanes_text(r), [](record const& x) { return size_text(x); }, style),
                  width);
  if (by_size.size() > 1 && by_lanes.size() <= most_lane_columns)
    return heading(r, "", style) + method + layout(sizes_by_lanes(g.records, style), width) +
           notes_below(g.records, true);
  for (auto const& same : by_size) add(one_size_text(same, method, width));
  return text;
}
}  // namespace lanemark::report
