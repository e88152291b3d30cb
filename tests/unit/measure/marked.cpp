// SPDX-License-Identifier: MIT
#include <lanemark/measure/marked.hpp>

#include <lanemark/measure/measure.hpp>

#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
lane const up{host_end(), device_end(0)}, down{device_end(0), host_end()};
constexpr nanoseconds far{1e15};
using bandwidth = queued::copy<quantity::bandwidth>;

struct bench {
  queued::backend b{};
  std::vector<lap> laps{};
  marked_stage<queued::backend> open(std::vector<lane> const& lanes, std::size_t size = 4096) {
    std::vector<queued::track> tracks;
    for (auto const& l : lanes) tracks.push_back(*b.open({.path = l, .size = {size}}));
    return {b, std::move(tracks), &bandwidth::submit};
  }
};
record cell_of(std::vector<lane> const& lanes, std::size_t size = 4096) {
  record r{.measure = "bandwidth", .size = {size}};
  for (auto const& l : lanes) r.lanes.push_back({.path = l});
  return r;
}
}  // namespace

TEST_CASE("a sample is armed behind the gate, released and waited for") {
  bench t;
  auto s = t.open({up});
  CHECK(s.lanes == 1);
  CHECK(s.most_repeats == queued::room);
  REQUIRE(s.play(3, 1, far, t.laps) == progress::done);
  CHECK(t.b.d->holds == 3);
  CHECK(t.b.d->releases == 3);
  REQUIRE(t.laps.size() == 3);
  for (auto const& l : t.laps) {
    CHECK(l.lane_ns == std::vector<double>{500 + 409.6});
    CHECK(l.wall_ns == Approx(909.6));
    CHECK(l.skew_ns == 0);
    CHECK(l.overlap == 1);
  }
  CHECK(s.gated);
  CHECK(s.now() == nanoseconds{t.b.d->clock});
  REQUIRE(s.play(1, 0, far, t.laps) == progress::done);
  CHECK(t.laps.back().wall_ns == 0);
}

TEST_CASE("lanes behind one gate start together; the wall ends with the last") {
  bench t;
  t.b.d->lanes["0>host"] = {.start_ns = 100, .bytes_per_ns = 20};
  t.b.d->arming_ns = 40;  // behind the gate that is no part of the sample
  auto s = t.open({up, down});
  REQUIRE(s.play(1, 1, far, t.laps) == progress::done);
  CHECK(t.laps[0].lane_ns == std::vector<double>{909.6, 304.8});
  CHECK(t.laps[0].wall_ns == Approx(909.6));
  CHECK(t.laps[0].skew_ns == 0);
  CHECK(t.laps[0].overlap == Approx(304.8 / 909.6));
}

TEST_CASE("without a gate the starts are staggered: said so, and inside the wall time") {
  bench t;
  t.b.d->has_gate = false;
  t.b.d->arming_ns = 1000;
  auto s = t.open({up, down});
  REQUIRE(s.play(1, 1, far, t.laps) == progress::done);
  CHECK(!s.gated);
  CHECK(t.laps[0].skew_ns == -1);
  CHECK(t.laps[0].wall_ns == Approx(2000));  // arming both takes longer than both copies: 1000 + 909.6
  auto const r = measure_stage(s, cell_of({up, down}));
  CHECK(r.status == outcome::measured);
  CHECK(!r.gated);
  CHECK(r.skew_ns == -1);
  bool warned = false;
  for (auto const& w : r.warnings)
    warned = warned || w == "the backend has no start gate: the lanes started one after the other";
  CHECK(warned);
}

TEST_CASE("a lane that hangs is late at the deadline, named, and nothing is enqueued behind it") {
  bench t;
  t.b.d->lanes["0>host"] = {.hangs = true};
  auto s = t.open({up, down});
  CHECK(s.play(1, 1, nanoseconds{5000}, t.laps) == progress::late);
  CHECK(s.culprit == 1);
  CHECK(t.b.d->clock == 5000);
  CHECK(t.laps.empty());
  auto const holds = t.b.d->holds;
  CHECK(s.play(1, 1, far, t.laps) == progress::late);
  CHECK(s.culprit == 1);
  CHECK(t.b.d->holds == holds);
}

TEST_CASE("a hanging lane times its cell out, in virtual time") {
  bench t;
  t.b.d->lanes["0>host"] = {.hangs = true};
  auto s = t.open({up, down});
  auto const r = measure_stage(s, cell_of({up, down}));
  CHECK(r.status == outcome::timed_out);
  CHECK(r.reason == "lane 0>host did not finish within 30.0 s; raise `wait`, or look at the device");
  CHECK(r.seconds == 30);
}

TEST_CASE("bytes that arrive wrong fail the cell, with place and value") {
  bench t;
  t.b.d->lanes["host>0"] = {.corrupts = true};
  auto s = t.open({up});
  auto const r = measure_stage(s, cell_of({up}));
  CHECK(r.status == outcome::failed);
  CHECK(r.reason.find("data corrupt: first at offset 2048, expected 0x") == 0);
  CHECK(r.reason.find(", 1 of 4096 bytes differ") != std::string::npos);
}

TEST_CASE("what the driver says of a failed copy is the reason") {
  bench t;
  t.b.d->lanes["host>0"] = {.fails = "driver error 719 from copy_async"};
  auto s = t.open({up});
  auto const r = measure_stage(s, cell_of({up}));
  CHECK(r.status == outcome::failed);
  CHECK(r.reason == "driver error 719 from copy_async");
}

TEST_CASE("turns never exceed what the queue holds behind a closed gate") {
  bench t;
  t.b.d->mark_step_ns = 1000;  // asks for samples of a millisecond
  auto s = t.open({up});
  s.timer.step_ns = 1000;
  auto const r = measure_stage(s, cell_of({up}));
  CHECK(r.status == outcome::measured);
  CHECK(r.repeats == queued::room);
  CHECK(t.b.d->most_turns == queued::room);
}

TEST_CASE("another loop over the same queues") {
  bench t;
  auto s = t.open({up});
  s.use(&queued::copy<quantity::bandwidth, 2>::submit);
  REQUIRE(s.play(1, 1, far, t.laps) == progress::done);
  CHECK(t.laps[0].lane_ns[0] == Approx(2 * 909.6));
}
