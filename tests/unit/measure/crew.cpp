// SPDX-License-Identifier: MIT
#include <lanemark/measure/crew.hpp>

#include <blocking_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using blocking::all_gone, blocking::script, blocking::turn;

namespace {
nanoseconds soon(double ms) { return steady_now() + nanoseconds{ms * 1e6}; }
std::shared_ptr<script> script_of(std::vector<std::vector<std::uint64_t>> ticks) {
  auto s = std::make_shared<script>();
  s->turn_ticks = std::move(ticks);
  return s;
}
constexpr double long_enough = 60e3;  // ms; only a broken crew uses it up
}  // namespace

TEST_CASE("a crew without a round comes and goes") {
  auto const s = script_of({{1}, {1}});
  for (int i = 0; i < 4000; ++i) {  // the call to leave must not be missed, whenever it comes
    crew<blocking::track> c(blocking::tracks_of(s), 1, blocking::leaf<turn<1>>);
    if (i % 2 == 0) REQUIRE(c.wait(soon(long_enough)) == progress::done);
  }
  CHECK(all_gone(s));
  CHECK(s->entered == 8000);
}

TEST_CASE("each member takes its laps of its turns, round by round") {
  auto const s = script_of({{10, 20}, {30, 40}});
  crew<blocking::track> c(blocking::tracks_of(s), 2, blocking::leaf<turn<2>>);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  CHECK(s->entered == 4);
  CHECK(c.parties() == 2);
  c.go(3, 5);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  for (std::size_t lane = 0; lane < 2; ++lane)
    for (unsigned party = 0; party < 2; ++party) {
      auto const laps = c.laps(lane, party);
      auto const one = 5 * s->turn_ticks[lane][party];
      REQUIRE(laps.size() == 3);
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(laps[i].begin == i * one);
        CHECK(laps[i].end == (i + 1) * one);
      }
    }
  c.go(1, 2);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  REQUIRE(c.laps(1, 0).size() == 1);
  CHECK(c.laps(1, 0)[0].begin == 450);  // goes on where the clock stands
  CHECK(c.laps(1, 0)[0].end == 510);
  CHECK(s->turns == 4 * (15 + 2));
  c.use(blocking::leaf<turn<2, 3>>);
  c.go(1, 1);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  CHECK(c.laps(0, 0)[0].end - c.laps(0, 0)[0].begin == 30);
}

TEST_CASE("more members than CPUs") {
  auto const s = script_of({{1}, {1}, {1}, {1}, {1}, {1}});
  crew<blocking::track> c(blocking::tracks_of(s), 1, blocking::leaf<turn<1>>);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  std::size_t switches = 0, faults = 0;
  for (int round = 0; round < 20; ++round) {
    c.go(10, 1);
    REQUIRE(c.wait(soon(long_enough)) == progress::done);
    CHECK(c.switches() >= switches);  // counters only grow
    CHECK(c.faults() >= faults);
    switches = c.switches(), faults = c.faults();
  }
  CHECK(s->turns == 6 * 10 * 20);
}

TEST_CASE("a round of no laps is one") {
  auto const s = script_of({{1}});
  crew<blocking::track> c(blocking::tracks_of(s), 1, blocking::leaf<turn<1>>);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  c.go(0, 7);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  CHECK(c.laps(0, 0).empty());
  CHECK(s->turns == 0);
}

TEST_CASE("who refuses to enter says why, and the crew can still be let go") {
  auto const s = script_of({{1}, {1}});
  s->refuses_to_enter = 1;
  {
    crew<blocking::track> c(blocking::tracks_of(s), 1, blocking::leaf<turn<1>>);
    REQUIRE(c.wait(soon(long_enough)) == progress::done);
    REQUIRE(c.refused());
    CHECK(c.refused()->text == "device 1 is lost");
  }
  CHECK(all_gone(s));
}

TEST_CASE("a member that hangs is named and left behind, the others come home") {
  auto const s = script_of({{1, 1}, {1, 1}, {1, 1}});
  s->hangs_in_lane = 1, s->hangs_in_party = 1;
  {
    crew<blocking::track> c(blocking::tracks_of(s), 2, blocking::leaf<turn<2>>);
    REQUIRE(c.wait(soon(long_enough)) == progress::done);
    c.go(4, 1);
    CHECK(c.wait(soon(20)) == progress::late);
    CHECK(c.slowest() == 1);
    CHECK(s->hanging == 1);
    CHECK(c.wait(soon(long_enough)) == progress::late);  // lost once, lost for good
  }
  CHECK(s->hanging == 1);  // the crew is gone, the thread and what it touches are not
  s->let_go = true;
  CHECK(all_gone(s));
}

TEST_CASE("who comes back late was late all the same") {
  auto const s = script_of({{1}, {1}, {1}});
  s->hangs_in_lane = 2;
  crew<blocking::track> c(blocking::tracks_of(s), 1, blocking::leaf<turn<1>>);
  REQUIRE(c.wait(soon(long_enough)) == progress::done);
  std::thread releases([&] {
    while (s->hanging == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    s->let_go = true;
  });
  c.go(4, 1);
  CHECK(c.wait(soon(50)) == progress::late);
  releases.join();
  CHECK(c.slowest() == 2);
  CHECK(c.wait(soon(long_enough)) == progress::late);
}
