// SPDX-License-Identifier: MIT
#include <lanemark/measure/gate.hpp>

#include <thread>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a gate of one party is always open, until it is cancelled") {
  gate g(1);
  CHECK(g.pass());
  CHECK(g.pass());
  g.cancel();
  CHECK(!g.pass());
}

TEST_CASE("nobody leaves a round before all have come, with more parties than CPUs as well") {
  auto const parties = GENERATE(2U, 4U);
  constexpr unsigned rounds = 200;
  gate g(parties);
  std::atomic<unsigned> came[rounds] = {};
  std::atomic<unsigned> early{0}, refused{0};
  std::vector<std::thread> all;
  for (unsigned i = 0; i < parties; ++i)
    all.emplace_back([&] {
      for (auto& round : came) {
        ++round;
        if (!g.pass()) ++refused;
        if (round.load() != parties) ++early;
      }
    });
  for (auto& t : all) t.join();
  CHECK(early == 0);
  CHECK(refused == 0);
}

TEST_CASE("who waits for a party that never comes is let go by cancelling") {
  gate g(3);
  std::atomic<int> let_go{0};
  std::vector<std::thread> two;
  for (int i = 0; i < 2; ++i) two.emplace_back([&] { let_go += !g.pass(); });
  g.cancel();
  for (auto& t : two) t.join();
  CHECK(let_go == 2);
  CHECK(!g.pass());  // the third comes too late
}
