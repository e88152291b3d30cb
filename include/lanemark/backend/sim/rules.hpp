// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/sim/model.hpp>
#include <lanemark/core/lane.hpp>

namespace lanemark::on_sim {
inline int device_of(endpoint const& e) { return e.host ? -1 : e.index; }

inline device_info const* find_device(model const& m, int id) {
  if (id >= 0 && static_cast<std::size_t>(id) < m.devices.size() && m.devices[static_cast<std::size_t>(id)].id == id)
    return &m.devices[static_cast<std::size_t>(id)];
  for (auto const& d : m.devices)
    if (d.id == id) return &d;
  return nullptr;
}

namespace detail {
template <class T, class U>
bool among(std::vector<T> const& wanted, U const& value) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}
/// The node of an end that names none is this one, node 0.
inline int node_of(endpoint const& e) { return std::max(e.node, 0); }
inline bool on_one_node(lane const& l) { return node_of(l.source) == node_of(l.destination); }
inline bool on_one_bridge(model const& m, int a, int b) {
  auto const *x = find_device(m, a), *y = find_device(m, b);
  return x && y && !x->bridge.empty() && x->bridge == y->bridge;
}
}  // namespace detail

/// Does a rule speak of this lane?
inline bool applies_to(lane_match const& w, model const& m, request const& r, std::string_view measure) {
  auto const a = device_of(r.path.source), b = device_of(r.path.destination);
  auto const chiplet = [](endpoint const& e) { return e.chiplet < 0 ? 0 : e.chiplet; };
  if (!detail::among(w.direction, direction_of(r.path)) || !detail::among(w.measure, measure)) return false;
  if (!detail::among(w.source, a) || !detail::among(w.destination, b)) return false;
  if (!detail::among(w.source_chiplet, chiplet(r.path.source))) return false;
  if (!detail::among(w.destination_chiplet, chiplet(r.path.destination))) return false;
  if (!detail::among(w.issuer, r.path.issuer == side::destination ? "destination" : "source")) return false;
  if (!detail::among(w.semantics, r.semantics) || !detail::among(w.affinity, to_string(r.place))) return false;
  auto const here = detail::on_one_node(r.path);
  if (w.same_device && *w.same_device != (here && a == b && a >= 0)) return false;
  if (w.same_bridge && *w.same_bridge != (here && detail::on_one_bridge(m, a, b))) return false;
  if (w.distance.empty()) return true;
  auto const stated = [&](int i, int j) {
    auto const row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
    return here && i >= 0 && j >= 0 && row < m.distances.size() && column < m.distances[row].size()
               ? m.distances[row][column]
               : -1;
  };
  return detail::among(w.distance, stated(a, b));
}

/// The first rule that speaks of a lane; none: the model has no such lane.
template <class Rule>
Rule const* first_rule(std::vector<Rule> const& rules, model const& m, request const& r, std::string_view measure) {
  for (auto const& rule : rules)
    if (applies_to(rule.match, m, r, measure)) return &rule;
  return nullptr;
}

/// One copy, alone on its way: first it waits, then its bytes flow.
struct cost {
  double wait_ns = 0;
  double rate = 0;  ///< bytes per ns while they flow
};
inline cost cost_of(lane_rule const& rule, request const& r) {
  auto const a = device_of(r.path.source), b = device_of(r.path.destination);
  auto const size = static_cast<double>(r.size.count);
  for (auto const& p : rule.points) {
    if (p.size != r.size.count) continue;
    auto time = p.time_ns.at(a, b);
    if (auto const rate = p.rate.at(a, b); time == 0 && rate > 0) time = size / rate;
    if (time <= 0) continue;  // this pair is not stated
    auto const wait = rule.bandwidth > 0 ? time - size / rule.bandwidth : 0;
    return wait >= 0 ? cost{wait, rule.bandwidth > 0 ? rule.bandwidth : size / time} : cost{0, size / time};
  }
  return {rule.overhead_ns, rule.bandwidth};
}

/// Names of the shared links that a lane runs over. Those of a device or bridge are of one node; node 0 is not said.
inline std::vector<std::string> links_of(model const& m, request const& r, std::string_view measure,
                                         std::vector<double>& rates) {
  std::vector<std::string> names;
  for (auto const& l : m.links) {
    if (!applies_to(l.match, m, r, measure)) continue;
    auto named = [&](endpoint const& e, std::string const& part) {
      auto const node = detail::node_of(e);
      return l.name + "/" + (node == 0 ? "" : "node" + std::to_string(node) + "/") + part;
    };
    auto bridge_of = [&](endpoint const& e) {
      auto const* d = find_device(m, e.index);
      return d ? d->bridge : std::string();
    };
    auto const &from = r.path.source, &to = r.path.destination;
    std::vector<std::string> mine;
    switch (l.each) {
      case link_rule::instances::one:
        mine = {l.name};
        break;
      case link_rule::instances::per_source:
        mine = {named(from, std::to_string(device_of(from)))};
        break;
      case link_rule::instances::per_destination:
        mine = {named(to, std::to_string(device_of(to)))};
        break;
      case link_rule::instances::per_device:
        for (auto const* e : {&from, &to})
          if (!e->host) mine.push_back(named(*e, std::to_string(e->index)));
        break;
      case link_rule::instances::per_bridge:
        for (auto const* e : {&from, &to})
          if (!e->host) mine.push_back(named(*e, bridge_of(*e)));
        break;
    }
    for (auto& n : mine)
      if (std::find(names.begin(), names.end(), n) == names.end())
        names.push_back(std::move(n)), rates.push_back(l.bandwidth);
  }
  return names;
}
}  // namespace lanemark::on_sim
