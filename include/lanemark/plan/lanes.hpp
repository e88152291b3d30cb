// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include <lanemark/core/lane.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/spelling.hpp>

namespace lanemark {
/// A lane as scenario files spell it. `0` alone is that device with the host: the direction says which way.
struct spelled_lane {
  lane path{};
  bool with_host = false;  ///< spelt as one device: `path` goes up, from the host
};

namespace detail {
/// Digits only, at most nine of them: device ids, NUMA nodes, chiplets.
constexpr std::optional<int> small_number(std::string_view text) {
  if (text.empty() || text.size() > 9) return {};
  int n = 0;
  for (char const c : text) {
    if (c < '0' || c > '9') return {};
    n = n * 10 + (c - '0');
  }
  return n;
}
}  // namespace detail

/// Reads `host`, `host:1`, `0`, `0.2`, `node1/3`; nothing when it is none of these.
constexpr std::optional<endpoint> parse_endpoint(std::string_view text) {
  endpoint e;
  if (text.starts_with("node")) {
    auto const slash = text.find('/');
    if (slash == text.npos) return {};
    auto const node = detail::small_number(text.substr(4, slash - 4));
    if (!node) return {};
    e.node = *node;
    text.remove_prefix(slash + 1);
  }
  if (text == "host") return e;
  if (text.starts_with("host:")) {
    auto const numa = detail::small_number(text.substr(5));
    if (!numa) return {};
    e.index = *numa;
    return e;
  }
  e.host = false;
  auto const dot = text.find('.');
  auto const id = detail::small_number(text.substr(0, dot));
  if (!id) return {};
  e.index = *id;
  if (dot != text.npos) {
    auto const chiplet = detail::small_number(text.substr(dot + 1));
    if (!chiplet) return {};
    e.chiplet = *chiplet;
  }
  return e;
}

/// Reads one lane: `0>1`, `0`, `host:1>0`, `0.2>1.3`, `node0/0>node1/1`. Which devices there are is not looked at.
inline result<spelled_lane> parse_lane(std::string_view text) {
  auto wrong = [&](std::string const& why) {
    return problem{fault::invalid, in_quotes(text) + " is not a lane: " + why +
                                       "; write for example \"0>1\", \"0\" (that device with the host), \"host:1>0\", "
                                       "\"0.2>1.3\" or \"node0/0>node1/1\""};
  };
  auto const arrow = text.find('>');
  if (arrow == text.npos) {
    auto const end = parse_endpoint(text);
    if (!end) return wrong("it has no \">\"");
    if (end->host) return wrong("a lane needs two ends");
    if (end->node >= 0) return wrong("a lane between nodes needs two ends");
    return spelled_lane{{host_end(), *end}, true};
  }
  auto const from = parse_endpoint(text.substr(0, arrow)), to = parse_endpoint(text.substr(arrow + 1));
  if (!from) return wrong("its source " + in_quotes(text.substr(0, arrow)) + " is no endpoint");
  if (!to) return wrong("its destination " + in_quotes(text.substr(arrow + 1)) + " is no endpoint");
  if (from->host && to->host) return wrong("both ends are the host");
  if ((from->node >= 0) != (to->node >= 0)) return wrong("both ends need a node, or none");
  if (from->node >= 0 && from->node == to->node)
    return wrong("both ends are on node " + std::to_string(from->node) + ", write the lane without nodes");
  if (from->node >= 0 && (from->host || to->host)) return wrong("lanes between nodes go from device to device");
  return spelled_lane{{*from, *to}, false};
}

/// The lane that this spelling means in a direction, or nothing where the two contradict each other. Between nodes,
/// `0>1` means device 0 of one node and device 1 of the other: the pair of nodes is then an axis of its own.
constexpr std::optional<lane> in_direction(spelled_lane const& s, std::string_view direction) {
  auto const own = direction_of(s.path);
  if (s.with_host) {
    if (direction == "h2d") return s.path;
    if (direction == "d2h") return lane{s.path.destination, s.path.source};
    return {};
  }
  if (own == direction || (direction == "node" && own == "d2d")) return s.path;
  return {};
}
}  // namespace lanemark
