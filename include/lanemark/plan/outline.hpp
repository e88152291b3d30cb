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
#include <lanemark/plan/lane_words.hpp>
#include <lanemark/plan/obstacle.hpp>

namespace lanemark {
/// A table as blocks, in the order measure, direction, mode; with what is wrong with it and what is worth a note.
struct outline : outline_findings {
  std::vector<block> blocks{};
};

namespace detail {
/// A block with its axes, or why it has no lane: what this machine lacks becomes a cell that says so, what the test
/// itself rules out (`self` from the host) a note and no cell.
inline void add_block(block b, outline_input const& in, named_lanes const& named, outline& out) {
  auto const& choice = in.axes.lanes;
  auto no_cell = [&](std::string const& why) { out.notes.push_back(why + ": test " + in.test + " has no such cell"); };
  if (b.direction != "node" || in.inv.simulated) b.nothing = measure_obstacle(b.measure, in.inv);
  std::size_t lanes = 0;
  for (auto const& group : b.groups)
    for (auto const& pool : group) lanes += count_lanes(pool);
  if (b.nothing.empty() && b.groups.empty()) b.nothing = "every set of together has devices that are not chosen";
  if (b.nothing.empty() && lanes == 0) {
    auto const& pool = b.groups[0][0];
    b.nothing = lane_obstacle(pool.direction, pool.devices, in.inv);
    if (!b.nothing.empty()) {
    } else if (!choice.named.empty() && !named.left_out.empty())
      b.nothing = "lanes " + joined(named.left_out) + ": their devices are not chosen";
    else if (!choice.named.empty())
      return no_cell("no lane that is named goes " + b.direction);
    else if (choice.keyword == "self" || choice.keyword == "same" || b.direction == "node")
      return no_cell("lanes = \"" + choice.keyword + "\" has no lane that goes " + b.direction);
    else
      b.nothing = "lanes = \"" + choice.keyword + "\" has no lane that goes " + b.direction +
                  " among the devices chosen (" + std::to_string(pool.devices.size()) + ")";
  }
  if (b.mode == "bidirectional" && b.direction == "d2h") b.direction = "h2d";  // host<>0 has one name
  fill_axes(b, in.axes, in.inv);
  out.blocks.push_back(std::move(b));
}

/// The parallel blocks that stand at a direction's place.
inline void add_parallel(block const& plain, std::vector<std::string> const& directions, outline_input const& in,
                         named_lanes const& named, std::vector<std::pair<int, int>> const& node_pairs, outline& out) {
  auto const sets = device_sets(in, out);
  for (auto const& group : direction_groups(plain.direction, directions, in.axes.together)) {
    auto able = plain, lacking = plain;
    able.direction = lacking.direction = direction_text(group);
    for (auto const& set : sets) {
      std::vector<lane_pool> pools;
      std::size_t lanes = 0;
      for (auto const& d : group) {
        pools.push_back(pool_of(d, set, in, named, node_pairs));
        lanes += count_lanes(pools.back());
      }
      if (in.inv.nodes < 2 && std::find(group.begin(), group.end(), "node") != group.end()) {
        lanes = 0;  // half of such a cell would pass for all of it
        pools = {pool_of("node", set, in, named, node_pairs)};
      }
      (lanes > 0 ? able : lacking).groups.push_back(std::move(pools));
    }
    if (!lacking.groups.empty() || sets.empty()) add_block(std::move(lacking), in, named, out);
    if (!able.groups.empty()) add_block(std::move(able), in, named, out);
  }
}

/// What contradicts itself in the lanes, directions and sets of a table.
inline void check_outline(outline_input const& in, std::vector<std::string> const& directions, named_lanes const& named,
                          outline& out) {
  auto const measures = in.test + " measures " + joined(directions);
  for (auto const& [word, spelled] : named.lanes)
    if (std::none_of(directions.begin(), directions.end(),
                     [&, s = spelled](auto const& d) { return in_direction(s, d); }))
      out.problems.push_back("lane " + in_quotes(word) +
                             (spelled.with_host ? " is between the host and a device"
                                                : " goes " + std::string(direction_of(spelled.path))) +
                             ", and test " + measures);
  auto const& together = in.axes.together.directions;
  for (auto const& group : together)
    for (auto const& d : group)
      if (std::find(directions.begin(), directions.end(), d) == directions.end())
        out.problems.push_back("together names " + d + ", and test " + measures);
  if (together.empty() || std::find(in.axes.mode.begin(), in.axes.mode.end(), "parallel") == in.axes.mode.end()) return;
  for (auto const& d : directions)
    if (std::none_of(together.begin(), together.end(),
                     [&](auto const& g) { return std::find(g.begin(), g.end(), d) != g.end(); }))
      out.notes.push_back("together leaves out " + d + ": test " + in.test + " has no parallel cell of it");
}
}  // namespace detail

/// Takes one table apart into blocks. Nothing is expanded yet: the number of lanes is not bounded here.
inline outline make_outline(outline_input const& in) {
  outline out;
  if (in.axes.direction.empty()) {
    out.problems.push_back("test " + in.test + " has no direction; write for example direction = [\"h2d\", \"d2h\"]");
    return out;
  }
  if (std::find(in.axes.size.begin(), in.axes.size.end(), 0U) != in.axes.size.end())
    out.problems.push_back("test " + in.test + " has a size of 0 bytes, which moves nothing");
  auto const directions = detail::distinct(in.axes.direction, std::string());
  auto const modes = detail::distinct(in.axes.mode, std::string("single"));
  auto const named = detail::read_lanes(in, out);
  auto const node_pairs = detail::read_nodes(in, out);
  detail::check_outline(in, directions, named, out);
  if (!in.axes.nodes.empty() && !named.lanes.empty() &&
      std::all_of(named.lanes.begin(), named.lanes.end(), [](auto const& l) { return l.second.path.source.node >= 0; }))
    out.notes.push_back("nodes has no effect: the lanes of test " + in.test + " name their nodes");
  auto takes_sync = [](std::string const& d) { return d == "d2d" || d == "node"; };
  for (auto const& measure : detail::distinct(in.axes.measure, std::string("bandwidth"))) {
    bool const sync = measure == "sync";
    if (sync && std::none_of(directions.begin(), directions.end(), takes_sync))
      out.problems.push_back("sync is measured between devices: test " + in.test + " needs direction = \"d2d\" for it");
    for (auto const& direction : directions) {
      if (sync && !takes_sync(direction)) continue;
      for (auto const& mode : sync ? std::vector<std::string>{"single"} : modes) {
        block b{.measure = measure, .direction = direction, .mode = mode};
        if (mode == "parallel") {
          detail::add_parallel(b, directions, in, named, node_pairs, out);
        } else {
          b.groups = {{detail::pool_of(direction, in.devices, in, named, node_pairs)}};
          detail::add_block(std::move(b), in, named, out);
        }
      }
    }
  }
  return out;
}
}  // namespace lanemark
