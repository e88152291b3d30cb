// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/plan/axes.hpp>
#include <lanemark/plan/choices.hpp>
#include <lanemark/plan/lane_pool.hpp>
#include <lanemark/plan/lanes.hpp>

namespace lanemark {
/// A value of a chiplet axis. `each`: it came from `all`, so a device with fewer chiplets simply has fewer cells.
struct chiplet_choice {
  int value = 0;
  bool each = false;
  friend bool operator==(chiplet_choice const&, chiplet_choice const&) = default;
};

/// The cells of a test that share measure, direction and mode: a true product, since nothing in it depends on anything
/// else. Axes that do not apply have one value, their default.
struct block {
  std::string measure{}, direction{}, mode{};
  std::vector<std::vector<lane_pool>> groups{};  ///< parallel: one cell each; else one group of one pool, a cell a lane
  std::vector<std::uint64_t> size{0};
  std::vector<placement> affinity{{}};
  std::vector<std::string> timer{"auto"};
  std::vector<side> issuer{side::automatic};
  std::vector<chiplet_choice> source_chiplet{{}}, destination_chiplet{{}};
  std::vector<std::string> semantics{"default"}, cache{"warm"}, copy{"auto"}, protocol{"auto"};
  std::vector<unsigned> threads{1};
  std::string nothing{};  ///< why there is no lane at all: one cell that is skipped with this reason stands for them
};

namespace detail {
constexpr std::size_t saturated(std::size_t a, std::size_t b) {
  return a != 0 && b > std::numeric_limits<std::size_t>::max() / a ? std::numeric_limits<std::size_t>::max() : a * b;
}
constexpr std::size_t saturated_sum(std::size_t a, std::size_t b) {
  return b > std::numeric_limits<std::size_t>::max() - a ? std::numeric_limits<std::size_t>::max() : a + b;
}

/// The values without those that stand further ahead already; `otherwise` when there are none.
template <class T>
std::vector<T> distinct(std::vector<T> values, T const& otherwise) {
  if (values.empty()) return {otherwise};
  std::vector<T> kept;
  for (auto& v : values)
    if (std::find(kept.begin(), kept.end(), v) == kept.end()) kept.push_back(std::move(v));
  return kept;
}

inline std::vector<placement> read_affinities(std::vector<std::string> const& words, inventory const& inv) {
  std::vector<placement> values;
  for (auto const& w : words) {
    if (w == "each")
      for (int const n : inv.host_nodes) values.push_back({placement::wish::node, n});
    else if (w == "none")
      values.push_back({placement::wish::none});
    else if (w == "far")
      values.push_back({placement::wish::far});
    else if (w.starts_with("node:"))
      values.push_back({placement::wish::node, small_number(std::string_view{w}.substr(5)).value_or(-1)});
    else
      values.push_back({});
  }
  return distinct(std::move(values), placement{});
}

inline std::vector<chiplet_choice> read_chiplets(std::vector<std::string> const& words, inventory const& inv) {
  std::vector<chiplet_choice> values;
  int most = 1;
  for (auto const& d : inv.devices) most = std::max(most, d.chiplets);
  for (auto const& w : words) {
    if (w == "all")
      for (int k = 0; k < most; ++k) values.push_back({k, true});
    else if (w == "off")
      values.push_back({chiplet_off});
    else
      values.push_back({small_number(w).value_or(0)});
  }
  return distinct(std::move(values), chiplet_choice{});
}
}  // namespace detail

/// Puts the values of a test into a block, those of the axes that apply to it.
inline void fill_axes(block& b, axis_choices const& axes, inventory const& inv) {
  cell_kind const kind{b.measure, b.direction, b.mode};
  auto has = [&](std::string_view axis) { return applies(axis, kind, inv); };
  auto words = [&](std::string_view axis, std::vector<std::string> const& from, std::vector<std::string>& to) {
    if (has(axis)) to = detail::distinct(from, to[0]);
  };
  if (has("size")) b.size = detail::distinct(axes.size, std::uint64_t{b.measure == "latency" ? 512U : 512U << 20U});
  if (has("affinity")) b.affinity = detail::read_affinities(axes.affinity, inv);
  words("timer", axes.timer, b.timer);
  if (has("issuer")) {
    std::vector<side> sides;
    for (auto const& w : axes.issuer)
      sides.push_back(w == "source" ? side::source : w == "destination" ? side::destination : side::automatic);
    b.issuer = detail::distinct(std::move(sides), side::automatic);
  }
  if (has("source_chiplet")) b.source_chiplet = detail::read_chiplets(axes.source_chiplet, inv);
  if (has("destination_chiplet")) b.destination_chiplet = detail::read_chiplets(axes.destination_chiplet, inv);
  words("semantics", axes.semantics, b.semantics);
  words("cache", axes.cache, b.cache);
  words("copy", axes.copy, b.copy);
  words("protocol", axes.protocol, b.protocol);
  if (has("threads")) {
    std::vector<unsigned> counts;
    for (auto const& w : axes.threads)
      counts.push_back(w == "all" ? 0U : static_cast<unsigned>(detail::small_number(w).value_or(1)));
    b.threads = detail::distinct(std::move(counts), 1U);
  }
  // An ordered pair and its way back are one bidirectional cell, unless their ends lie on different chiplets.
  if (b.mode == "bidirectional" && b.source_chiplet == b.destination_chiplet && b.source_chiplet.size() == 1)
    for (auto& group : b.groups)
      for (auto& pool : group) pool.unordered = pool.direction == "d2d";
}

/// How many groups of lanes: each is a cell for every combination of the other axes.
inline std::size_t count_groups(block const& b) {
  if (b.mode == "parallel") return b.groups.size();
  std::size_t n = 0;
  for (auto const& group : b.groups)
    for (auto const& pool : group) n += count_lanes(pool);
  return n;
}

/// Is every combination a cell, and no two of them the same one?
inline bool all_differ(block const& b) {
  auto const fixed = [](std::vector<chiplet_choice> const& v) { return v.size() == 1; };
  for (auto const& group : b.groups)
    for (auto const& pool : group)
      if (pool.keyword.empty() || (b.mode == "bidirectional" && !pool.unordered)) return false;
  return b.timer.size() == 1 && fixed(b.source_chiplet) && fixed(b.destination_chiplet) &&
         (b.mode != "parallel" || b.groups.size() == 1);
}

/// How many combinations the block has: no fewer than its cells.
inline std::size_t count_cells(block const& b) {
  if (!b.nothing.empty()) return 1;
  std::size_t n = count_groups(b);
  for (std::size_t const k : {b.size.size(), b.affinity.size(), b.timer.size(), b.issuer.size(),
                              b.source_chiplet.size(), b.destination_chiplet.size(), b.semantics.size(), b.cache.size(),
                              b.copy.size(), b.protocol.size(), b.threads.size()})
    n = detail::saturated(n, k);
  return n;
}
}  // namespace lanemark
