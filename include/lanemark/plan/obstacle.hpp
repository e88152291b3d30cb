// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/devices.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/policy/operation.hpp>

// What keeps this machine from measuring, as far as its inventory tells. A backend may still refuse when the cell is
// opened: only it knows which devices reach each other.

namespace lanemark {
namespace detail {
/// The different values of one column, in the backend's order.
template <class Column, class Filter>
std::vector<std::string> offered(inventory const& inv, Column column, Filter keep) {
  std::vector<std::string> found;
  for (auto const& o : inv.offers)
    if (keep(o) && std::find(found.begin(), found.end(), o.*column) == found.end()) found.push_back(o.*column);
  return found;
}

inline std::string host_node_list(inventory const& inv) {
  std::vector<std::string> nodes;
  for (int const n : inv.host_nodes) nodes.push_back(std::to_string(n));
  return nodes.empty() ? "none that is known" : joined(nodes);
}
}  // namespace detail

/// Is this a way between nodes, and no copy loop?
constexpr bool crosses_nodes(std::string_view copy) { return copy == "put" || copy == "send" || copy == "shared"; }

/// Why a copy mechanism does not fit the lanes; empty: it does.
inline std::string copy_obstacle(cell const& c, inventory const& inv) {
  if (c.copy == "auto") return {};
  if (c.direction == "node")
    return crosses_nodes(c.copy)
               ? std::string()
               : "copy " + c.copy + " is a loop inside a node; between nodes there are put, send, shared";
  if (c.direction.find("node") != c.direction.npos)
    return "copy " + c.copy + " fits only some of the lanes of " + c.direction + "; take copy auto for them";
  if (!crosses_nodes(c.copy)) return {};
  auto const has = detail::offered(inv, &offer::mechanism, [&](offer const& o) { return o.measure == c.measure; });
  return "copy " + c.copy + " is a way between nodes; inside a node backend " + inv.backend + " has " + joined(has);
}

/// Why a backend cannot measure this at all, by any mechanism or timer; empty: it can.
inline std::string measure_obstacle(std::string_view measure, inventory const& inv) {
  auto const has = detail::offered(inv, &offer::measure, [](auto const&) { return true; });
  if (std::find(has.begin(), has.end(), measure) != has.end()) return {};
  return "backend " + inv.backend + " does not measure " + std::string(measure) +
         (has.empty() ? "" : "; it measures " + joined(has));
}

/// Why there is no lane of a direction among `devices`; empty: there is one, as far as their number goes.
inline std::string lane_obstacle(std::string_view direction, std::vector<int> const& devices, inventory const& inv) {
  auto const have = [&] {
    std::vector<std::string> names;
    for (int const id : devices) {
      auto const* d = find_device(inv, id);
      names.push_back(d && !d->label.empty() ? d->label : std::to_string(id));
    }
    return joined(names);
  }();
  if (devices.empty())
    return std::string(direction) + " needs a device, and " +
           (inv.devices.empty() ? "backend " + inv.backend + " has none"
                                : "none is chosen: backend " + inv.backend + " has " + device_list(inv));
  if (direction == "node") {
    if (inv.nodes >= 2) return {};
    return inv.simulated ? "node needs two nodes, and the model has " + std::to_string(inv.nodes)
                         : "node needs two nodes, and there is one: start under mpirun -n N";
  }
  if (direction == "d2d" && devices.size() == 1) {
    auto text = "d2d needs two devices, and there is one: " + have;
    if (inv.devices.size() > 1)
      text += " (of " + std::to_string(inv.devices.size()) + " that backend " + inv.backend + " has)";
    else if (inv.backend == "host" && inv.granularity != "core")
      text += " (granularity = \"core\" makes each core a device)";
    return text;
  }
  return {};
}

/// Why this machine cannot measure the cell, in a sentence that names the check and the device; empty: nothing is known
/// to be in the way.
inline std::string obstacle(cell const& c, inventory const& inv) {
  if (auto why = copy_obstacle(c, inv); !why.empty()) return why;
  bool const nodes = c.direction == "node";
  if (!nodes || inv.simulated) {  // lanes between nodes have mechanisms and timers of their own
    if (auto why = measure_obstacle(c.measure, inv); !why.empty()) return why;
    auto const& wanted = c.measure == "sync" ? c.protocol : c.copy;
    char const* const axis = c.measure == "sync" ? "protocol" : "copy";
    auto const subject = "backend " + inv.backend + " has no ";
    auto none = [&](auto const& keep) { return std::none_of(inv.offers.begin(), inv.offers.end(), keep); };
    auto refuse = [&](std::string what, auto column, auto const& keep) {
      return subject + std::move(what) + "; it has " + joined(detail::offered(inv, column, keep));
    };
    auto of_measure = [&](offer const& o) { return o.measure == c.measure; };
    auto of_semantics = [&](offer const& o) { return of_measure(o) && serves_semantics(o.semantics, c.semantics); };
    if (none(of_semantics))
      return refuse("semantics " + c.semantics + " for " + c.measure, &offer::semantics, of_measure);
    auto const kind = c.measure + (c.semantics == "default" ? "" : " with semantics " + c.semantics);
    auto by_mechanism = [&](offer const& o) { return of_semantics(o) && (wanted == "auto" || o.mechanism == wanted); };
    if (none(by_mechanism))
      return refuse(std::string(axis) + " " + wanted + " for " + kind, &offer::mechanism, of_semantics);
    auto in_cache = [&](offer const& o) {
      return by_mechanism(o) && (c.cache == "warm" ? o.cache != "cold" : o.cache == c.cache);
    };
    auto by_timer = [&](offer const& o) { return in_cache(o) && (c.timer == "auto" || o.timer == c.timer); };
    if (none(in_cache)) return refuse("cache " + c.cache + " for " + kind, &offer::cache, by_mechanism);
    if (none(by_timer)) return refuse("timer " + c.timer + " for " + kind, &offer::timer, in_cache);
    // default is what the first loop that fits has
    auto const& taken = *std::find_if(inv.offers.begin(), inv.offers.end(), by_timer);
    if (taken.semantics == "queue" && c.threads != 1)
      return subject + "threads " + (c.threads == 0 ? "all" : std::to_string(c.threads)) +
             " for semantics queue; it has 1, which posts, and one engine, which copies";
  }
  if (inv.backend == "host" && c.priority != "normal")
    return "backend host has no priority " + c.priority + "; it has normal";
  auto has_node = [&](int n) {
    return std::find(inv.host_nodes.begin(), inv.host_nodes.end(), n) != inv.host_nodes.end();
  };
  if (c.affinity.kind == placement::wish::node && !has_node(c.affinity.node)) {
    auto const n = std::to_string(c.affinity.node);
    bool const exists = std::find(inv.node_ids.begin(), inv.node_ids.end(), c.affinity.node) != inv.node_ids.end();
    return exists ? "affinity node:" + n + ": host node " + n +
                        " has no memory; nodes with memory: " + detail::host_node_list(inv)
                  : "affinity node:" + n + ": there is no host node " + n +
                        "; nodes with memory: " + detail::host_node_list(inv);
  }
  for (auto const& l : c.lanes)
    for (auto const& e : {l.source, l.destination}) {
      if (e.host || e.chiplet < 0) continue;
      auto const* d = find_device(inv, e.index);
      if (!d) continue;
      if (d->chiplets <= 1)  // in the words of Rebellions' tool
        return "Device " + std::to_string(e.index) + " has " + std::to_string(d->chiplets) +
               " chiplet(s), affinity unsupported, skipping";
      if (e.chiplet >= d->chiplets) return "chiplet index out of range";
    }
  return {};
}
}  // namespace lanemark
