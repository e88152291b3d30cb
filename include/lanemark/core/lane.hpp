// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/endpoint.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark {
/// Which end of a lane issues the copy. The source writes, the destination reads.
enum class side { automatic, source, destination };
constexpr std::string_view name_of(side s) {
  return s == side::automatic ? "auto" : s == side::source ? "source" : "destination";
}

/// One directed path for bytes.
struct lane {
  endpoint source, destination;
  side issuer = side::automatic;
  friend constexpr auto operator<=>(lane const&, lane const&) = default;
};

/// `host>0`, `0>1`, `host:1>0.2`.
[[gnu::cold]] inline std::string to_string(lane const& l) {
  return say({to_string(l.source), ">", to_string(l.destination)});
}

/// `h2d`, `d2h`, `d2d`, `h2h` or `node`, read off the two ends.
constexpr std::string_view direction_of(lane const& l) {
  if (l.source.node != l.destination.node) return "node";
  if (l.source.host) return l.destination.host ? "h2h" : "h2d";
  return l.destination.host ? "d2h" : "d2d";
}

/// Is `b` the way back of `a`?
constexpr bool opposite(lane const& a, lane const& b) { return a.source == b.destination && a.destination == b.source; }

/// `0>1`, `0<>1` for a lane and its way back, `0>1+1>2` for lanes that run together.
[[gnu::cold]] inline std::string to_string(std::span<lane const> lanes) {
  if (lanes.size() == 2 && opposite(lanes[0], lanes[1]))
    return say({to_string(lanes[0].source), "<>", to_string(lanes[0].destination)});
  std::string text;
  for (auto const& l : lanes) say_to(text, {text.empty() ? "" : "+", to_string(l)});
  return text;
}
}  // namespace lanemark
