// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lanemark/plan/cell.hpp>

// Which cells between nodes may run at once: in a round no node takes part twice.

namespace lanemark {
/// All ordered pairs of `nodes` nodes in rounds of disjoint pairs, each pair once: 2(N-1) rounds when N is even, 2N
/// when it is odd. The circle method: one place stands still, the others move on by one from round to round, and who
/// faces whom is a pair; with an odd number one of the places is empty. Each round is followed by its way back.
inline std::vector<std::vector<std::pair<int, int>>> pair_rounds(int nodes) {
  std::vector<std::vector<std::pair<int, int>>> rounds;
  if (nodes < 2) return rounds;
  auto const places = nodes + nodes % 2, turning = places - 1;
  for (int turn = 0; turn < turning; ++turn) {
    std::vector<std::pair<int, int>> there, back;
    auto meet = [&](int a, int b) {
      if (a >= nodes || b >= nodes) return;  // the empty place
      there.emplace_back(std::min(a, b), std::max(a, b));
      back.emplace_back(std::max(a, b), std::min(a, b));
    };
    meet(turn, turning);
    for (int k = 1; k < places / 2; ++k) meet((turn + k) % turning, (turn - k + turning) % turning);
    std::sort(there.begin(), there.end());
    std::sort(back.begin(), back.end());
    rounds.push_back(std::move(there));
    rounds.push_back(std::move(back));
  }
  return rounds;
}

namespace detail {
/// Where a cell goes between nodes: the two ends of its first lane, or nothing in common with any other cell.
struct cell_nodes {
  int from = 0, to = 0;
  bool alone = true;
};
inline cell_nodes nodes_of(cell const& c) {
  std::set<int> touched;
  for (auto const& l : c.lanes) touched.insert({std::max(l.source.node, 0), std::max(l.destination.node, 0)});
  if (c.schedule != "rounds" || touched.size() != 2) return {};
  auto const& first = c.lanes.front();
  auto const a = std::max(first.source.node, 0), b = std::max(first.destination.node, 0);
  if (a == b) return {*touched.begin(), *touched.rbegin(), false};
  return {a, b, false};
}

/// What must be alike in cells that run at once, or they would disturb each other in different ways.
inline auto kind_of(cell const& c) {
  return std::tuple(c.test, c.measure, c.direction, c.mode, c.size.count, c.timer, c.copy, c.semantics);
}

/// Groups of one kind, by the rounds of all pairs of its nodes. The k-th cells of all pairs go together.
inline std::vector<std::vector<std::size_t>> by_circle(std::span<cell const> cells,
                                                       std::vector<std::size_t> const& some) {
  std::map<int, int> number;  // the nodes that take part, without gaps
  for (auto const i : some) number[nodes_of(cells[i]).from], number[nodes_of(cells[i]).to];
  int n = 0;
  for (auto& [node, position] : number) position = n++;
  std::map<std::pair<int, int>, std::size_t> round_of;
  auto const rounds = pair_rounds(n);
  for (std::size_t r = 0; r < rounds.size(); ++r)
    for (auto const& pair : rounds[r]) round_of[pair] = r;
  std::map<std::pair<int, int>, std::size_t> met;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> groups;
  for (auto const i : some) {
    auto const at = nodes_of(cells[i]);
    std::pair const pair(number[at.from], number[at.to]);
    groups[{met[pair]++, round_of[pair]}].push_back(i);
  }
  std::vector<std::vector<std::size_t>> out;
  for (auto& [when, group] : groups) out.push_back(std::move(group));
  return out;
}

/// Groups of one kind, each cell in the first group whose nodes it leaves free.
inline std::vector<std::vector<std::size_t>> by_first_fit(std::span<cell const> cells,
                                                          std::vector<std::size_t> const& some) {
  std::vector<std::vector<std::size_t>> out;
  std::map<int, std::vector<bool>> busy;  // node -> in which groups
  auto const free = [](std::vector<bool> const& when, std::size_t g) { return g >= when.size() || !when[g]; };
  for (auto const i : some) {
    auto const at = nodes_of(cells[i]);
    auto &a = busy[at.from], &b = busy[at.to];
    std::size_t g = 0;
    while (!free(a, g) || !free(b, g)) ++g;
    for (auto* when : {&a, &b}) {
      if (when->size() <= g) when->resize(g + 1);
      (*when)[g] = true;
    }
    if (g == out.size()) out.emplace_back();
    out[g].push_back(i);
  }
  return out;
}
}  // namespace detail

/// The cells in groups that run one after the other, the cells of a group at once; positions in `cells`, each once.
/// Cells between two nodes whose schedule is `rounds` are grouped with others of their kind so that no node is in a
/// group twice: all pairs, with one cell each, are the rounds of `pair_rounds`. Every other cell is alone. In the order
/// of the plan, as far as the rounds let it.
inline std::vector<std::vector<std::size_t>> rounds_of(std::span<cell const> cells) {
  std::map<decltype(detail::kind_of(std::declval<cell const&>())), std::vector<std::size_t>> kinds;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!detail::nodes_of(cells[i]).alone) kinds[detail::kind_of(cells[i])].push_back(i);
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (detail::nodes_of(cells[i]).alone) {
      out.push_back({i});
      continue;
    }
    auto const& some = kinds[detail::kind_of(cells[i])];
    if (some.front() != i) continue;  // its kind is in already
    auto groups = detail::by_circle(cells, some), packed = detail::by_first_fit(cells, some);
    if (packed.size() < groups.size()) groups = std::move(packed);  // few of all pairs
    for (auto& g : groups) out.push_back(std::move(g));
  }
  return out;
}
}  // namespace lanemark
