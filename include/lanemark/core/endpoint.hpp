// SPDX-License-Identifier: MIT
#pragma once
#include <compare>
#include <string>

#include <lanemark/core/say.hpp>

namespace lanemark {
constexpr int chiplet_off = -2;  ///< as an endpoint's chiplet: affinity to a chiplet is switched off

/// A place bytes live: `host`, `host:1` (a NUMA node), `0` (a device), `0.2` (a chiplet), `node1/3` (a device of a
/// node).
struct endpoint {
  bool host = true;
  int index = -1;    ///< device id, or NUMA node of the host; -1: any host memory
  int chiplet = -1;  ///< -1: the device's default memory
  int node = -1;     ///< node of a super-pod; -1: not said, this one
  friend constexpr bool operator==(endpoint const&, endpoint const&) = default;
  /// Node by node; there devices before the host.
  friend constexpr std::strong_ordering operator<=>(endpoint const& a, endpoint const& b) {
    if (auto const c = a.node <=> b.node; c != 0) return c;
    if (auto const c = a.host <=> b.host; c != 0) return c;
    if (auto const c = a.index <=> b.index; c != 0) return c;
    return a.chiplet <=> b.chiplet;
  }
};
constexpr endpoint host_end(int numa = -1) { return {.host = true, .index = numa}; }
constexpr endpoint device_end(int id, int chiplet = -1) { return {.host = false, .index = id, .chiplet = chiplet}; }

[[gnu::cold]] inline std::string to_string(endpoint const& e) {
  std::string text;
  if (e.node >= 0) say_to(text, {"node", e.node, "/"});
  if (e.host) {
    say_to(text, {"host"});
    if (e.index >= 0) say_to(text, {":", e.index});
  } else {
    say_to(text, {e.index});
    if (e.chiplet >= 0) say_to(text, {".", e.chiplet});
  }
  return text;
}
}  // namespace lanemark
