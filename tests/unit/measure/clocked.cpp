// SPDX-License-Identifier: MIT
#include <lanemark/measure/clocked.hpp>

#include <lanemark/measure/measure.hpp>

#include <blocking_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using blocking::all_gone, blocking::script, blocking::turn;

namespace {
using stage_type = clocked_stage<blocking::track>;
nanoseconds soon(double ms) { return steady_now() + nanoseconds{ms * 1e6}; }
nanoseconds far() { return soon(60e3); }

struct bench {
  std::shared_ptr<script> s = std::make_shared<script>();
  std::unique_ptr<stage_type> stage{};
  std::vector<lap> laps{};

  template <class O = turn<1>>
  void open(std::vector<std::vector<std::uint64_t>> ticks, unsigned threads = 1) {
    s->turn_ticks = std::move(ticks);
    auto const parties = O::parties > 1 ? O::parties : threads;
    stage = std::make_unique<stage_type>(blocking::tracks_of(s), parties, O::parties > 1 ? 1U : parties,
                                         blocking::leaf<O>, nullptr);
    stage->timer = {.name = "own", .ns_per_tick = 0.5};
  }
};
}  // namespace

TEST_CASE("one lane, one thread: ticks become nanoseconds") {
  bench b;
  b.open({{100}});
  CHECK(b.stage->lanes == 1);
  REQUIRE(b.stage->play(3, 4, far(), b.laps) == progress::done);
  REQUIRE(b.laps.size() == 3);
  for (auto const& l : b.laps) {
    CHECK(l.lane_ns == std::vector<double>{200});
    CHECK(l.wall_ns == 200);
    CHECK(l.skew_ns == 0);
    CHECK(l.overlap == 1);
  }
  REQUIRE(b.stage->play(1, 0, far(), b.laps) == progress::done);
  REQUIRE(b.laps.size() == 4);  // appended
  CHECK(b.laps[3].wall_ns == 0);
}

TEST_CASE("two lanes: the wall from the first start to the last end") {
  bench b;
  b.open({{100}, {160}});
  REQUIRE(b.stage->play(2, 1, far(), b.laps) == progress::done);
  CHECK(b.laps[0].lane_ns == std::vector<double>{50, 80});
  CHECK(b.laps[0].wall_ns == 80);
  CHECK(b.laps[0].skew_ns == 0);
  CHECK(b.laps[0].overlap == 50. / 80);
  // lap 2: 100..200 and 160..320 ticks
  CHECK(b.laps[1].lane_ns == std::vector<double>{50, 80});
  CHECK(b.laps[1].wall_ns == 110);
  CHECK(b.laps[1].skew_ns == 30);
  CHECK(b.laps[1].overlap == 40. / 220);
}

TEST_CASE("lanes that did not run at the same time overlap by nothing") {
  bench b;
  b.open({{100}, {1000}});
  REQUIRE(b.stage->play(2, 1, far(), b.laps) == progress::done);
  CHECK(b.laps[1].overlap == 0);  // 100..200 and 1000..2000
}

TEST_CASE("threads of one lane: from the first that starts to the last that ends") {
  bench b;
  b.open({{100, 140}}, 2);
  CHECK(b.stage->lanes == 1);
  REQUIRE(b.stage->play(2, 1, far(), b.laps) == progress::done);
  CHECK(b.laps[0].lane_ns == std::vector<double>{70});
  CHECK(b.laps[1].lane_ns == std::vector<double>{90});  // 100..280
  CHECK(b.laps[1].wall_ns == 90);
}

TEST_CASE("of two parties of a signal only the first is timed") {
  bench b;
  b.open<turn<2>>({{100, 9000}, {120, 9000}});
  CHECK(b.stage->lanes == 2);
  REQUIRE(b.stage->play(1, 1, far(), b.laps) == progress::done);
  CHECK(b.laps[0].lane_ns == std::vector<double>{50, 60});
  CHECK(b.laps[0].wall_ns == 60);
}

TEST_CASE("each lane gets a payload of its own, and checks that one") {
  bench b;
  b.open({{1}, {1}});
  REQUIRE(!b.stage->fill({.seed = 5}));
  CHECK(b.stage->check({.seed = 5}));
  REQUIRE(b.stage->play(1, 1, far(), b.laps) == progress::done);
  CHECK(!b.stage->check({.seed = 5}));
  CHECK(b.stage->check({.seed = 6}));
  CHECK(b.stage->placements().size() == 2);
  CHECK(b.stage->placements()[1].cpus == std::vector<int>{1});
  CHECK(b.stage->condition() == 0);
}

TEST_CASE("another loop over the same tracks") {
  bench b;
  b.open({{100}});
  b.stage->use(blocking::leaf<turn<1, 3>>);
  REQUIRE(b.stage->play(1, 1, far(), b.laps) == progress::done);
  CHECK(b.laps[0].wall_ns == 150);
}

TEST_CASE("a thread that cannot enter fails the cell with its sentence") {
  bench b;
  b.s->refuses_to_enter = 1;
  b.open({{1}, {1}});
  CHECK(b.stage->ready(far()) == progress::failed);
  CHECK(b.stage->play(1, 1, far(), b.laps) == progress::failed);
  CHECK(b.laps.empty());
  REQUIRE(b.stage->fill({}));
  CHECK(b.stage->fill({})->text == "device 1 is lost");
  auto const r = measure_stage(*b.stage, {.measure = "bandwidth", .size = {8}});
  CHECK(r.status == outcome::failed);
  CHECK(r.reason == "device 1 is lost");
}

TEST_CASE("a thread that hangs while it enters costs `wait`, and names its lane") {
  bench b;
  b.s->hangs_on_entering = 1;
  b.open({{1}, {1}});
  record identity{.measure = "bandwidth", .size = {8}};
  identity.lanes = {{.path = {host_end(), device_end(0)}}, {.path = {host_end(), device_end(1)}}};
  auto const r = measure_stage(*b.stage, identity, {.wait = nanoseconds{30e6}});
  CHECK(r.status == outcome::timed_out);
  CHECK(r.reason == "lane host>1 did not finish within 30.0 ms; raise `wait`, or look at the device");
  REQUIRE(b.stage->fill({}));
  CHECK(b.stage->fill({})->kind == fault::late);  // not beneath a thread that may still come
  b.stage.reset();
  b.s->let_go = true;
  CHECK(all_gone(b.s));
}

TEST_CASE("a thread that hangs in a copy is late, its lane named; nothing is played after it") {
  bench b;
  b.s->hangs_in_lane = 1;
  b.s->hangs_from_turn = 4;  // the verification and the first two laps are well
  b.open({{1000}, {1000}});
  record identity{.measure = "bandwidth", .size = {8}};
  identity.lanes = {{.path = {host_end(), device_end(0)}}, {.path = {device_end(0), host_end()}}};
  auto const r = measure_stage(*b.stage, identity, {.wait = nanoseconds{100e6}});
  CHECK(r.status == outcome::timed_out);
  CHECK(r.reason == "lane 0>host did not finish within 100.0 ms; raise `wait`, or look at the device");
  CHECK(b.stage->play(1, 1, far(), b.laps) == progress::late);
  CHECK(b.laps.empty());
  b.stage.reset();
  b.s->let_go = true;
  CHECK(all_gone(b.s));
}

TEST_CASE("four lanes on few CPUs are measured") {
  bench b;
  b.open({{1000}, {1000}, {1000}, {1000}});
  auto const r = measure_stage(*b.stage, {.measure = "bandwidth", .size = {1000}}, {.iterations = 3});
  CHECK(r.status == outcome::measured);
  CHECK(r.samples == std::vector<double>(3, 8e9));  // 4 x 1000 bytes in 500 ns: the lanes keep step
}
