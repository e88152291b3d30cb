// SPDX-License-Identifier: MIT
#include <lanemark/measure/calibrate.hpp>

#include <utility>

#include <scripted_stage.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// Calibrates over a stage and gives what was asked of it.
std::size_t calibrated(scripted_stage& s, double one_turn_ns, settings const& how = {}) {
  return calibrate_repeats(s, how, one_turn_ns, [&](std::size_t n, std::size_t repeats, std::vector<lap>& out) {
    return s.play(n, repeats, nanoseconds{1e18}, out) == progress::done;
  });
}
}  // namespace

TEST_CASE("a sample must last 1000 steps and 1000 overheads of the clock") {
  CHECK(wanted_sample_ns({.step_ns = 10, .overhead_ns = 3}, 1) == 10'000);
  CHECK(wanted_sample_ns({.step_ns = 10, .overhead_ns = 20}, 1) == 20'000);
  CHECK(wanted_sample_ns({.step_ns = 10, .overhead_ns = 20}, 2) == 10'000);  // several lanes: the wall's overhead, 1 %
  CHECK(wanted_sample_ns({.step_ns = 10, .overhead_ns = 300}, 2) == 30'000);
  CHECK(wanted_sample_ns({}, 1) == 0);
}

TEST_CASE("a lap of one lane is judged by the lane's clock, of several by the wall") {
  CHECK(lap_time({.lane_ns = {5}, .wall_ns = 9}) == 5);
  CHECK(lap_time({.lane_ns = {5, 6}, .wall_ns = 9}) == 9);
  std::vector<lap> const laps{{.lane_ns = {5}}, {.lane_ns = {3}}, {.lane_ns = {40}}};
  CHECK(median_lap(laps) == 5);
  CHECK(shortest_lap(laps) == 3);
}

TEST_CASE("one turn that lasts long enough is one sample") {
  scripted_stage s({20'000});
  s.timer = {.step_ns = 10, .overhead_ns = 20};
  CHECK(calibrated(s, 20'000) == 1);
  CHECK(s.log.empty());
}

TEST_CASE("turns grow until a sample is long enough, by no more than a hundred at once") {
  SECTION("in one step, with a fifth to spare") {
    scripted_stage s({1000});
    s.timer = {.step_ns = 10};
    CHECK(calibrated(s, 1000) == 13);  // 1.2 * 10000 / 1000, and one
    CHECK(s.log == std::vector<std::string>{"play 3x13"});
  }
  SECTION("in several") {
    scripted_stage s({1});
    s.timer = {.step_ns = 1000};  // a million turns are wanted
    CHECK(calibrated(s, 1) == 1'010'101);
    CHECK(s.log == std::vector<std::string>{"play 3x101", "play 3x10101", "play 3x1010101"});
  }
  SECTION("by half at least, so that it ends") {
    scripted_stage s({100});
    s.timer = {.step_ns = 10};
    // the first turn was a lucky 9999: nearly enough, but not for the next
    CHECK(calibrated(s, 9999) >= 100);
    CHECK(s.log.front() == "play 3x2");
  }
}

TEST_CASE("a hiccup does not make a sample look long enough") {
  scripted_stage s({10});
  s.timer = {.step_ns = 10};
  s.change = [](auto const& at, lap& l) {
    if (at.lap % 3 != 0) l.lane_ns[0] = 1e6;  // two of three laps are disturbed
  };
  CHECK(calibrated(s, 100) >= 1000);  // and so was the first turn
}

TEST_CASE("the queue's room caps the turns") {
  scripted_stage s({1});
  s.timer = {.step_ns = 1000};
  s.most_repeats = 256;
  CHECK(calibrated(s, 1) == 256);
  s.log.clear();
  s.most_repeats = 1;
  CHECK(calibrated(s, 1) == 1);
  CHECK(s.log.empty());
}

TEST_CASE("twenty samples must fit the time budget") {
  scripted_stage s({1000});
  s.timer = {.step_ns = 1e6};                                    // wants a second
  CHECK(calibrated(s, 1000, {.time = nanoseconds{1e6}}) == 61);  // 50 us, not more
  CHECK(s.clock <= 1e6);
}

TEST_CASE("a clock that stands still ends at the most, without overflow") {
  scripted_stage s({0});
  s.timer = {.step_ns = 10};
  CHECK(calibrated(s, 0) == s.most_repeats);
}

TEST_CASE("a failed trial ends it") {
  scripted_stage s({1});
  s.timer = {.step_ns = 1000};
  s.give_up_at_play = 1;
  CHECK(calibrated(s, 1) == 0);
  CHECK(s.log.size() == 2);
}
