// SPDX-License-Identifier: MIT
#include <lanemark/plan/rounds.hpp>

#include <algorithm>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
endpoint on(int node, int device = 0) { return {.host = false, .index = device, .node = node}; }
cell across(int from, int to, int device = 0, std::uint64_t size = 512) {
  cell c{.test = "t", .measure = "latency", .direction = "node", .lanes = {{on(from, device), on(to, device)}}};
  c.size = {size}, c.schedule = "rounds";
  return c;
}
std::vector<cell> all_pairs(int nodes, std::vector<std::uint64_t> const& sizes = {512}) {
  std::vector<cell> cells;
  for (auto const size : sizes)
    for (int a = 0; a < nodes; ++a)
      for (int b = 0; b < nodes; ++b)
        if (a != b) cells.push_back(across(a, b, 0, size));
  return cells;
}
using groups = std::vector<std::vector<std::size_t>>;

/// Every cell once, and no node twice in a group of several.
void check_rounds(std::vector<cell> const& cells, groups const& got) {
  std::vector<int> met(cells.size());
  std::size_t shared = 0;
  for (auto const& group : got) {
    REQUIRE_FALSE(group.empty());
    std::set<int> nodes;
    std::size_t ends = 0;
    for (auto const i : group) {
      ++met.at(i);
      std::set<int> mine;
      for (auto const& l : cells[i].lanes) mine.insert({l.source.node, l.destination.node});
      nodes.insert(mine.begin(), mine.end());
      ends += mine.size();
    }
    shared += group.size() > 1 && ends != nodes.size();
  }
  CHECK(std::count(met.begin(), met.end(), 1) == static_cast<std::ptrdiff_t>(cells.size()));
  CHECK(shared == 0);
}
std::size_t wanted_rounds(int n) { return static_cast<std::size_t>(n < 2 ? 0 : n % 2 == 0 ? 2 * (n - 1) : 2 * n); }
}  // namespace

TEST_CASE("pairs of few nodes") {
  using pairs = std::vector<std::vector<std::pair<int, int>>>;
  CHECK(pair_rounds(-1).empty());
  CHECK(pair_rounds(0).empty());
  CHECK(pair_rounds(1).empty());
  CHECK(pair_rounds(2) == pairs{{{0, 1}}, {{1, 0}}});
  CHECK(pair_rounds(3) == pairs{{{1, 2}}, {{2, 1}}, {{0, 2}}, {{2, 0}}, {{0, 1}}, {{1, 0}}});
  CHECK(
      pair_rounds(4) ==
      pairs{
          {{0, 3}, {1, 2}}, {{2, 1}, {3, 0}}, {{0, 2}, {1, 3}}, {{2, 0}, {3, 1}}, {{0, 1}, {2, 3}}, {{1, 0}, {3, 2}}});
}

TEST_CASE("all ordered pairs once, no node twice in a round, 2(N-1) rounds or 2N") {
  for (int n = 0; n <= 128; ++n) {
    auto const rounds = pair_rounds(n);
    std::vector<int> met(static_cast<std::size_t>(n * n));
    bool disjoint = true, whole = true;
    for (auto const& round : rounds) {
      std::vector<int> busy(static_cast<std::size_t>(n));
      for (auto const& [a, b] : round) {
        disjoint = disjoint && a != b && ++busy.at(static_cast<std::size_t>(a)) == 1 &&
                   ++busy.at(static_cast<std::size_t>(b)) == 1;
        ++met.at(static_cast<std::size_t>(a * n + b));
      }
      whole = whole && static_cast<int>(round.size()) == n / 2;
    }
    INFO(n << " nodes");
    CHECK(rounds.size() == wanted_rounds(n));
    CHECK(disjoint);
    CHECK(whole);
    CHECK(std::count(met.begin(), met.end(), 1) == n * std::max(n - 1, 0));
  }
}

TEST_CASE("cells of all pairs are exactly those rounds") {
  for (int const n : {0, 1, 2, 3, 4, 5, 8, 13, 48, 128}) {
    INFO(n << " nodes");
    auto const cells = all_pairs(n);
    auto const got = rounds_of(cells);
    check_rounds(cells, got);
    auto const rounds = pair_rounds(n);
    REQUIRE(got.size() == rounds.size());
    bool same = true;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      std::vector<std::pair<int, int>> pairs;
      for (auto const i : got[r]) pairs.emplace_back(cells[i].lanes[0].source.node, cells[i].lanes[0].destination.node);
      same = same && pairs == rounds[r];
    }
    CHECK(same);
  }
}

TEST_CASE("sizes, devices and tests make more rounds, and are not mixed") {
  auto cells = all_pairs(6, {512, 1024});
  CHECK(rounds_of(cells).size() == 20);
  check_rounds(cells, rounds_of(cells));
  for (auto const& g : rounds_of(cells))
    for (auto const i : g) CHECK(cells[i].size.count == cells[g[0]].size.count);
  for (int device = 1; device < 4; ++device)
    for (auto c : all_pairs(6)) {
      c.lanes[0].source.index = c.lanes[0].destination.index = device;
      cells.push_back(c);
    }
  CHECK(rounds_of(cells).size() == 50);
  check_rounds(cells, rounds_of(cells));
  std::vector<cell> two{across(0, 1), across(2, 3)};
  CHECK(rounds_of(two) == groups{{0, 1}});
  two[1].test = "other";
  CHECK(rounds_of(two) == groups{{0}, {1}});
}

TEST_CASE("few of all pairs are packed as tightly as they come") {
  std::vector<cell> const disjoint{across(0, 1), across(2, 3), across(5, 4), across(7, 6)};
  CHECK(rounds_of(disjoint) == groups{{0, 1, 2, 3}});
  std::vector<cell> const star{across(0, 1), across(0, 2), across(0, 3)};
  CHECK(rounds_of(star).size() == 3);
  std::vector<cell> const gaps{across(10, 70), across(70, 10), across(10, 99),
                               across(99, 10), across(70, 99), across(99, 70)};
  CHECK(rounds_of(gaps).size() == 6);
  check_rounds(gaps, rounds_of(gaps));
}

TEST_CASE("both ways at once: half the rounds, since a pair and its way back are one cell") {
  std::vector<cell> cells;
  for (int a = 0; a < 8; ++a)
    for (int b = a + 1; b < 8; ++b) {
      auto c = across(a, b);
      c.mode = "bidirectional";
      c.lanes.push_back({c.lanes[0].destination, c.lanes[0].source});
      cells.push_back(c);
    }
  CHECK(rounds_of(cells).size() == 7);
  check_rounds(cells, rounds_of(cells));
}

TEST_CASE("cells that are serial, inside a node, or of more than two nodes are alone") {
  std::vector<cell> cells{across(0, 1), across(2, 3), across(4, 5), across(6, 7)};
  cells[0].schedule = "serial";
  cells[2].lanes.push_back({on(6), on(7)});
  CHECK(rounds_of(cells) == groups{{0}, {1, 3}, {2}});
  cell inside{.direction = "d2d", .lanes = {{device_end(0), device_end(1)}}};
  inside.schedule = "rounds";
  cell none{.direction = "node"};
  none.schedule = "rounds";
  CHECK(rounds_of(std::vector<cell>{inside, inside, none, none}) == groups{{0}, {1}, {2}, {3}});
  CHECK(rounds_of({}).empty());
}
