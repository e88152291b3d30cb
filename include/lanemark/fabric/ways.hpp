// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/core/axis.hpp>
#include <lanemark/core/names.hpp>
#include <lanemark/fabric/operations.hpp>
#include <lanemark/measure/entry.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/policy/clock.hpp>

namespace lanemark::fabric {
/// What lanes between nodes can be measured by, preferred first. `auto` takes send: it works between any two ranks, and
/// a series must not change its meaning with the launcher's options.
struct between_nodes {
  using track = share;
  using operations =
      axis<send_stream, put<quantity::bandwidth>, shared_stream, send_ping<quantity::latency>, put<quantity::latency>,
           shared_ping<quantity::latency>, send_ping<quantity::sync>, shared_ping<quantity::sync>>;
  using timers = axis<timing::tsc, timing::steady>;
};
using way = entry<between_nodes>;

namespace detail {
template <class O, class T>
constexpr way make_way() {
  return {.measure = O::measures::name,
          .mechanism = O::mechanism,
          .cache = "warm",
          .timer = T::name,
          .parties = O::parties,
          .moves = O::moves,
          .per_turn = O::per_turn,
          .clocked = &clocked_leaf<O, T, share>,
          .tuned = &tune<T>,
          .timer_available = &T::available};
}
template <class O, class... Ts>
void add_ways(std::vector<way>& all, axis<Ts...>) {
  (all.push_back(make_way<O, Ts>()), ...);
}
template <class... Os>
std::vector<way> make_ways(axis<Os...>) {
  std::vector<way> all;
  (add_ways<Os>(all, between_nodes::timers{}), ...);
  return all;
}
}  // namespace detail

/// Every way there is.
inline std::vector<way> ways() { return detail::make_ways(between_nodes::operations{}); }

/// The way that a cell asks for, or why there is none.
inline result<way> way_of(cell const& c) {
  if (c.semantics != "default")
    return problem{fault::unsupported, "between nodes there is no semantics " + c.semantics +
                                           "; copy = \"put\" writes into the other node, \"send\" passes messages"};
  if (c.flags != 0)
    return problem{fault::unsupported, "lanes between nodes have no context flags, and flags = " +
                                           std::to_string(c.flags) + " is set: leave it out of their test"};
  std::string refused;
  std::vector<std::string> known;
  for (auto const& w : ways()) {
    if (w.measure != c.measure) continue;
    if (std::find(known.begin(), known.end(), w.mechanism) == known.end()) known.emplace_back(w.mechanism);
    if ((c.copy != "auto" && c.copy != w.mechanism) || (c.timer != "auto" && c.timer != w.timer)) continue;
    auto const no = w.timer_available();
    if (!no) return w;
    if (refused.empty()) refused = no->text;
  }
  if (!refused.empty()) return problem{fault::unsupported, refused};
  return problem{fault::unsupported, "between nodes there is no " + c.measure + " by " + c.copy + " timed by " +
                                         c.timer + "; it goes by " + joined(known) + ", timed by tsc, steady"};
}
}  // namespace lanemark::fabric
