// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/plan/axes.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/devices.hpp>
#include <lanemark/plan/lanes.hpp>
#include <lanemark/plan/match.hpp>

namespace lanemark {
namespace detail {
inline bool same_path(lane const& a, lane const& b) { return a.source == b.source && a.destination == b.destination; }

/// Do the lanes of a cell answer to this word of a scenario? Lanes that run in parallel are one thing: a single name
/// does not speak for a cell that holds others too.
inline bool lanes_match(std::string_view word, cell const& c, inventory const& inv) {
  if (c.lanes.empty()) return false;
  auto every = [&](auto good) { return std::all_of(c.lanes.begin(), c.lanes.end(), good); };
  if (word == "all") return true;
  if (word == "self")
    return every([](lane const& l) {
      return !l.source.host && !l.destination.host && l.source.index == l.destination.index &&
             l.source.node == l.destination.node;
    });
  if (word == "same")
    return every(
        [](lane const& l) { return l.source.node != l.destination.node && l.source.index == l.destination.index; });
  if (word == "first" || word == "ring") {
    if (inv.devices.empty()) return false;
    auto position = [&](endpoint const& e) {
      return std::find_if(inv.devices.begin(), inv.devices.end(), [&](auto const& d) { return d.id == e.index; }) -
             inv.devices.begin();
    };
    auto const n = static_cast<std::ptrdiff_t>(inv.devices.size());
    return every([&](lane const& l) {
      if (l.source.node != l.destination.node)
        return word == "first" && position(l.source) == 0 && position(l.destination) == 0;
      if (l.source.host) return word == "ring" || position(l.destination) == 0;
      if (l.destination.host || word == "first") return word == "ring" || position(l.source) == 0;
      return n > 1 && (position(l.source) + 1) % n == position(l.destination);
    });
  }
  if (word == to_string(c.lanes)) return true;
  // devices without their nodes: those of any pair of nodes
  auto const without_nodes = [](lane l) {
    l.source.node = l.destination.node = -1;
    return l;
  };
  if (c.direction == "node" && c.mode == "bidirectional" && c.lanes.size() == 2 &&
      word == to_string(std::vector{without_nodes(c.lanes[0]), without_nodes(c.lanes[1])}))
    return true;
  auto const wanted = parse_lane(word);
  if (!wanted) return false;
  auto is = [&](lane const& l) {
    auto const path = in_direction(*wanted, direction_of(l));
    return path && same_path(*path, path->source.node < 0 ? without_nodes(l) : l);
  };
  if (c.mode == "bidirectional") return std::any_of(c.lanes.begin(), c.lanes.end(), is);
  return c.lanes.size() == 1 && is(c.lanes[0]);
}

inline bool chiplet_matches(std::string_view word, cell const& c, endpoint lane::*end, inventory const& inv) {
  bool seen = false;
  for (auto const& l : c.lanes) {
    auto const& e = l.*end;
    if (e.host) continue;
    auto const* d = find_device(inv, e.index);
    if (d && d->chiplets <= 1 && e.chiplet < 0) continue;  // the axis is for devices with several
    seen = true;
    if (word == "all") continue;
    if (word != (e.chiplet == chiplet_off ? "off" : std::to_string(std::max(e.chiplet, 0)))) return false;
    if (c.mode == "bidirectional") break;  // the first lane speaks for both
  }
  return seen;
}
}  // namespace detail

/// Does one word of a condition name the cell's value on an axis? An axis that does not apply has no value.
inline bool has_value(cell const& c, std::string_view axis, std::string_view word, inventory const& inv) {
  if (axis == "test") return c.test == word;
  if (axis == "measure") return c.measure == word;
  if (axis == "direction") return c.direction == (word == "p2p" ? "d2d" : word);
  if (axis == "product" || axis == "label") {  // product: of every device that takes part; label: of any
    std::size_t ends = 0, named = 0;
    for (auto const& l : c.lanes)
      for (auto const* e : {&l.source, &l.destination}) {
        if (e->host) continue;
        ++ends;
        auto const* d = find_device(inv, e->index);
        named += d && (axis == "product" ? d->product : d->label) == word;
      }
    return axis == "product" ? ends > 0 && named == ends : named > 0;
  }
  if (!applies(axis, {c.measure, c.direction, c.mode}, inv)) return false;
  if (axis == "mode") return c.mode == word;
  if (axis == "size") return c.size.count > 0 && std::to_string(c.size.count) == word;
  if (axis == "lanes") return detail::lanes_match(word, c, inv);
  if (axis == "nodes")
    return word == "all" || (!c.lanes.empty() && std::all_of(c.lanes.begin(), c.lanes.end(), [&](lane const& l) {
             return std::to_string(l.source.node) + ">" + std::to_string(l.destination.node) == word;
           }));
  if (c.lanes.empty()) return false;  // stands for lanes that are not there: nothing more is known of it
  if (axis == "affinity")
    return word == "each" ? c.affinity.kind == placement::wish::node : to_string(c.affinity) == word;
  if (axis == "timer") return c.timer == word;
  if (axis == "issuer")
    return std::all_of(c.lanes.begin(), c.lanes.end(), [&](lane const& l) { return name_of(l.issuer) == word; });
  if (axis == "source_chiplet") return detail::chiplet_matches(word, c, &lane::source, inv);
  if (axis == "destination_chiplet") return detail::chiplet_matches(word, c, &lane::destination, inv);
  if (axis == "semantics") return c.semantics == word;
  if (axis == "cache") return c.cache == word;
  if (axis == "copy") return c.copy == word;
  if (axis == "protocol") return c.protocol == word;
  if (axis == "threads") return (c.threads == 0 ? "all" : std::to_string(c.threads)) == word;
  return false;
}

/// Does a condition hold? A comparison (`>=1MiB`) is about the size.
inline bool matches(condition const& wanted, cell const& c, inventory const& inv) {
  if (wanted.compare.empty())
    return std::any_of(wanted.values.begin(), wanted.values.end(),
                       [&](std::string const& word) { return has_value(c, wanted.key, word, inv); });
  if (wanted.key != "size" || c.size.count == 0) return false;
  auto const n = c.size.count;
  if (wanted.compare == ">=") return n >= wanted.bound;
  if (wanted.compare == ">") return n > wanted.bound;
  if (wanted.compare == "<=") return n <= wanted.bound;
  return wanted.compare == "<" && n < wanted.bound;
}

/// Do all conditions hold? Without one, every cell matches. Values must be canonical, as the reader of scenarios leaves
/// them: sizes in bytes, `all` or a number for threads.
inline bool matches(match const& wanted, cell const& c, inventory const& inv) {
  return std::all_of(wanted.all.begin(), wanted.all.end(), [&](condition const& k) { return matches(k, c, inv); });
}
}  // namespace lanemark
