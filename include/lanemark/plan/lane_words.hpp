// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/plan/block.hpp>
#include <lanemark/plan/devices.hpp>
#include <lanemark/plan/lane_pool.hpp>
#include <lanemark/plan/lanes.hpp>

// From the words of a table to lanes among the devices that there are.

namespace lanemark {
/// What one table of a scenario (a test, or an addition to it) is expanded with.
struct outline_input {
  std::string test{}, where{};
  axis_choices const& axes;
  std::vector<int> const& devices;  ///< chosen, in the user's order
  inventory const& inv;
};

/// What is wrong with a table, and what is worth a note.
struct outline_findings {
  std::vector<std::string> problems{}, notes{};
};

namespace detail {
/// The lanes a test names, read; which directions they fit is decided later.
struct named_lanes {
  std::vector<std::pair<std::string, spelled_lane>> lanes{};
  std::vector<std::string> left_out{};  ///< they use devices that were not chosen
};

inline named_lanes read_lanes(outline_input const& in, outline_findings& out) {
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

inline std::vector<std::pair<int, int>> read_nodes(outline_input const& in, outline_findings& out) {
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
    if (in.inv.nodes < 2) return pool;  // no lane at all: its devices tell why
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
inline std::vector<std::vector<int>> device_sets(outline_input const& in, outline_findings& out) {
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
}  // namespace lanemark
