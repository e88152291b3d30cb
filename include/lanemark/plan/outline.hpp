// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/plan/block.hpp>
#include <lanemark/plan/devices.hpp>
#include <lanemark/plan/obstacle.hpp>

namespace lanemark {
/// What one table of a scenario (a test, or an addition to it) is expanded with.
struct outline_input {
  std::string test{}, where{};
  axis_choices const& axes;
  std::vector<int> const& devices;  ///< chosen, in the user's order
  inventory const& inv;
};

/// A table as blocks, in the order measure, direction, mode; with what is wrong with it and what is worth a note.
struct outline {
  std::vector<block> blocks{};
  std::vector<std::string> problems{}, notes{};
};

namespace detail {
/// The lanes a test names, read; which directions they fit is decided later.
struct named_lanes {
  std::vector<std::pair<std::string, spelled_lane>> lanes{};
  std::vector<std::string> left_out{};  ///< they use devices that were not chosen
};

inline named_lanes read_lanes(outline_input const& in, outline& out) {
  named_lanes read;
  for (auto const& word : in.axes.lanes.named) {
    auto const spelled = parse_lane(word);
    if (!spelled) {
      out.problems.push_back(spelled.error().text);
      continue;
    }
    bool known = true, chosen = true;
    for (auto const* e : {&spelled->path.source, &spelled->path.destination}) {
      if (e->node >= in.inv.nodes && in.inv.nodes > 1) {
        known = false;
        out.problems.push_back("unknown node " + std::to_string(e->node) + " in lane " + in_quotes(word) +
                               "; there are nodes 0 to " + std::to_string(in.inv.nodes - 1));
      }
      if (e->host) continue;
      if (!find_device(in.inv, e->index)) {
        if (known)
          out.problems.push_back(unknown_device(std::to_string(e->index), in.inv).text + "; lane " + in_quotes(word) +
                                 " names it");
        known = false;
      } else if (std::find(in.devices.begin(), in.devices.end(), e->index) == in.devices.end())
        chosen = false;
    }
    if (known && chosen) read.lanes.emplace_back(word, *spelled);
    if (known && !chosen) read.left_out.push_back(word);
  }
  if (!read.left_out.empty())
    out.notes.push_back("test " + in.test + " leaves out the lanes " + joined(read.left_out) +
                        ": their devices are not chosen");
  return read;
}

inline std::vector<std::pair<int, int>> read_nodes(outline_input const& in, outline& out) {
  std::vector<std::pair<int, int>> pairs;
  auto const n = in.inv.nodes;
  if (n < 2) return pairs;
  if (in.axes.nodes.empty() || in.axes.nodes == std::vector<std::string>{"all"}) {
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        if (a != b) pairs.emplace_back(a, b);
    return pairs;
  }
  for (auto const& word : in.axes.nodes) {
    auto const arrow = word.find('>');
    auto const a = small_number(std::string_view{word}.substr(0, arrow));
    auto const b = arrow == word.npos ? std::nullopt : small_number(std::string_view{word}.substr(arrow + 1));
    if (!a || !b || *a == *b)
      out.problems.push_back(in_quotes(word) + " is not a pair of nodes; write for example \"0>1\"");
    else if (*a >= n || *b >= n)
      out.problems.push_back("unknown node " + std::to_string(std::max(*a, *b)) + "; there are nodes 0 to " +
                             std::to_string(n - 1));
    else
      pairs.emplace_back(*a, *b);
  }
  return pairs;
}

/// The lanes of one direction among some devices.
inline lane_pool pool_of(std::string const& direction, std::vector<int> devices, outline_input const& in,
                         named_lanes const& named, std::vector<std::pair<int, int>> const& node_pairs) {
  auto const& choice = in.axes.lanes;
  lane_pool pool{.direction = direction, .keyword = choice.keyword, .devices = std::move(devices)};
  if (direction == "node") {
    pool.node_pairs = node_pairs;
    if (!choice.said && choice.named.empty()) pool.keyword = "first";
  }
  if (!choice.named.empty()) pool.keyword.clear();
  auto inside = [&](endpoint const& e) {
    return e.host || std::find(pool.devices.begin(), pool.devices.end(), e.index) != pool.devices.end();
  };
  for (auto const& [word, spelled] : named.lanes) {
    auto const l = in_direction(spelled, direction);
    if (l && inside(l->source) && inside(l->destination))
      (l->source.node >= 0 ? pool.placed : pool.named).push_back(*l);
  }
  return pool;
}

/// The sets of devices that a parallel test scales over; all chosen devices when it names none.
inline std::vector<std::vector<int>> device_sets(outline_input const& in, outline& out) {
  auto const& together = in.axes.together;
  if (!together.has_sets) return {in.devices};
  std::vector<std::vector<int>> sets;
  for (auto const& ids : together.sets) {
    std::vector<std::string> missing;
    bool known = true;
    for (int const id : ids) {
      if (!find_device(in.inv, id))
        known = false,
        out.problems.push_back(unknown_device(std::to_string(id), in.inv).text + "; a set of together names it");
      else if (std::find(in.devices.begin(), in.devices.end(), id) == in.devices.end())
        missing.push_back(std::to_string(id));
    }
    if (!missing.empty())
      out.notes.push_back("test " + in.test + " leaves out a set of together: its devices " + joined(missing) +
                          " are not chosen");
    else if (known)
      sets.push_back(ids.empty() ? in.devices : distinct(ids, 0));
  }
  return sets;
}

/// Which directions run together in the parallel cells that stand at `direction`'s place.
inline std::vector<std::vector<std::string>> direction_groups(std::string const& direction,
                                                              std::vector<std::string> const& directions,
                                                              together_choice const& together) {
  if (together.directions.empty()) return {{direction}};
  std::vector<std::vector<std::string>> groups;
  for (auto const& group : together.directions) {
    auto const first = std::find_if(directions.begin(), directions.end(), [&](auto const& d) {
      return std::find(group.begin(), group.end(), d) != group.end();
    });
    if (first != directions.end() && *first == direction) groups.push_back(group);
  }
  return groups;
}

/// `h2d+d2h`: always in this order.
inline std::string direction_text(std::vector<std::string> const& group) {
  std::string text;
  for (char const* const d : {"h2d", "d2h", "d2d", "node"})
    if (std::find(group.begin(), group.end(), d) != group.end()) text += (text.empty() ? "" : "+") + std::string(d);
  return text;
}
}  // namespace detail

/// Takes one table apart into blocks. Nothing is expanded yet: the number of lanes is not bounded here.
inline outline make_outline(outline_input const& in) {
  outline out;
  auto const measures = detail::distinct(in.axes.measure, std::string("bandwidth"));
  auto const directions = detail::distinct(in.axes.direction, std::string());
  if (in.axes.direction.empty()) {
    out.problems.push_back("test " + in.test + " has no direction; write for example direction = [\"h2d\", \"d2h\"]");
    return out;
  }
  auto const named = detail::read_lanes(in, out);
  auto const node_pairs = detail::read_nodes(in, out);
  for (auto const& [word, spelled] : named.lanes)
    if (std::none_of(directions.begin(), directions.end(),
                     [&, s = spelled](auto const& d) { return in_direction(s, d); }))
      out.problems.push_back("lane " + in_quotes(word) +
                             (spelled.with_host ? " is between the host and a device"
                                                : " goes " + std::string(direction_of(spelled.path))) +
                             ", and test " + in.test + " measures " + joined(directions));

  auto add = [&](block b, bool bidirectional_up) {
    auto const& first = b.groups.empty() ? lane_pool{} : b.groups[0][0];
    if (b.direction != "node" || in.inv.simulated) b.nothing = measure_obstacle(b.measure, in.inv);
    std::size_t lanes = 0;
    for (auto const& group : b.groups)
      for (auto const& pool : group) lanes += count_lanes(pool);
    if (b.nothing.empty() && lanes == 0) {
      b.nothing = lane_obstacle(first.direction, first.devices, in.inv);
      auto const& word = in.axes.lanes.keyword;
      if (b.nothing.empty() && !in.axes.lanes.named.empty()) {
        if (named.left_out.empty()) {
          if (named.lanes.size() == in.axes.lanes.named.size())
            out.notes.push_back("test " + in.test + " names no lane that goes " + b.direction + ": no such cell");
          return;
        }
        b.nothing = "lanes " + joined(named.left_out) + ": their devices are not chosen";
      } else if (b.nothing.empty() && (word == "self" || word == "same")) {
        out.notes.push_back("lanes = \"" + word + "\" has no lane that goes " + b.direction + ": test " + in.test +
                            " has no such cell");
        return;
      } else if (b.nothing.empty())
        b.nothing = "lanes = \"" + word + "\" has no lane that goes " + b.direction + " among the devices chosen (" +
                    std::to_string(first.devices.size()) + ")";
    }
    if (bidirectional_up) b.direction = "h2d";  // host<>0 has one name, whichever way it was asked for
    fill_axes(b, in.axes, in.inv);
    out.blocks.push_back(std::move(b));
  };

  for (auto const& measure : measures) {
    if (measure == "sync" &&
        std::none_of(directions.begin(), directions.end(), [](auto const& d) { return d == "d2d" || d == "node"; })) {
      out.problems.push_back("sync is measured between devices: test " + in.test + " needs direction = \"d2d\" for it");
      continue;
    }
    for (auto const& direction : directions) {
      if (measure == "sync" && direction != "d2d" && direction != "node") continue;  // sync has no such cell
      for (auto const& mode : measure == "sync" ? std::vector<std::string>{"single"}
                                                : detail::distinct(in.axes.mode, std::string("single"))) {
        if (mode != "parallel") {
          add({.measure = measure,
               .direction = direction,
               .mode = mode,
               .groups = {{detail::pool_of(direction, in.devices, in, named, node_pairs)}}},
              mode == "bidirectional" && direction == "d2h");
          continue;
        }
        auto const sets = detail::device_sets(in, out);
        for (auto const& group : detail::direction_groups(direction, directions, in.axes.together)) {
          block b{.measure = measure, .direction = detail::direction_text(group), .mode = mode};
          std::vector<std::vector<lane_pool>> empty;
          for (auto const& set : sets) {
            std::vector<lane_pool> pools;
            std::size_t lanes = 0;
            for (auto const& d : group) {
              pools.push_back(detail::pool_of(d, set, in, named, node_pairs));
              lanes += count_lanes(pools.back());
            }
            (lanes > 0 ? b.groups : empty).push_back(std::move(pools));
          }
          if (!empty.empty()) {  // what the machine lacks for these sets is said by one cell of its own
            auto lacking = b;
            lacking.groups = std::move(empty);
            add(std::move(lacking), false);
          }
          if (!b.groups.empty()) add(std::move(b), false);
        }
      }
    }
  }
  for (auto const& group : in.axes.together.directions)
    for (auto const& d : group)
      if (std::find(directions.begin(), directions.end(), d) == directions.end())
        out.problems.push_back("together names " + d + ", and test " + in.test + " measures " + joined(directions));
  if (!in.axes.together.directions.empty())
    for (auto const& d : directions)
      if (std::none_of(in.axes.together.directions.begin(), in.axes.together.directions.end(),
                       [&](auto const& g) { return std::find(g.begin(), g.end(), d) != g.end(); }) &&
          std::find(in.axes.mode.begin(), in.axes.mode.end(), "parallel") != in.axes.mode.end())
        out.notes.push_back("together leaves out " + d + ": test " + in.test + " has no parallel cell of it");
  return out;
}
}  // namespace lanemark
