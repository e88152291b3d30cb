// SPDX-License-Identifier: MIT
#include <lanemark/measure/probe_measure.hpp>

#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::literals;
using timing::virtual_time;

namespace {
using upload = probe<host_to_device<queued::backend>, sizes::list<1_KiB, 4_KiB>, virtual_time>;

/// A driver that is not there.
struct absent : queued::backend {
  static result<absent> open_all() { return problem{fault::failed, "libabsent.so.1: no such file"}; }
};
}  // namespace

// what a probe takes where nothing is said: the preferred operation, the backend's timer
static_assert(std::same_as<upload::timer_type, virtual_time>);
static_assert(upload::operation_type::mechanism == "kernel-copy");

TEST_CASE("one record per size, exact in virtual time") {
  queued::backend b;
  auto const all = measure<upload>(b);
  REQUIRE(all.size() == 2);
  auto const& r = all[1];
  CHECK(r.status == outcome::measured);
  CHECK(r.stop == "precision");
  CHECK(r.samples.size() == 10);
  CHECK(r.size.count == 4096);
  CHECK(r.repeats == 1);
  // the preferred loop of this backend takes twice start + size / rate
  CHECK(r.summary->median == Approx(4096 / (2 * (500 + 409.6)) * 1e9).epsilon(1e-12));
  CHECK(all[0].summary->median == Approx(1024 / (2 * (500 + 102.4)) * 1e9).epsilon(1e-12));
  CHECK(r.simulated);
  CHECK(r.unit == "B/s");
  CHECK(r.timer.name == "virtual");
  CHECK(r.id == "probe/bandwidth/h2d/single/host>0/size=4096/timer=virtual");
  CHECK(r.test == "probe");
  CHECK(r.direction == "h2d");
  CHECK(r.affinity == "near");
  CHECK(to_string(r.lanes.at(0).path) == "host>0");
  CHECK(r.lanes[0].obtained.issuer == side::source);
}

TEST_CASE("latency is start plus size over rate, one copy at a time") {
  queued::backend b;
  b.d->lanes["1>0"] = {.start_ns = 730, .bytes_per_ns = 8};
  b.d->mark_step_ns = 32;
  auto const all =
      measure<probe<quantity::latency, device_to_device<queued::backend>>>(b, {}, {.first = 1, .second = 0});
  REQUIRE(all.size() == 1);
  CHECK(all[0].size.count == 512);  // the default of latency
  CHECK(all[0].unit == "ns");
  CHECK(all[0].summary->median == Approx(730 + 64));
  CHECK(all[0].repeats == 1);
  CHECK(b.d->most_turns == 1);
  CHECK(all[0].warnings.size() == 1);  // a sample is only some steps of the marks
}

TEST_CASE("a sync has one record, no size, and is half a round trip") {
  queued::backend b;
  auto const all = measure<probe<device_to_device<queued::backend>, quantity::sync, sizes::list<1_B, 2_B>>>(b);
  REQUIRE(all.size() == 1);
  CHECK(all[0].size.count == 0);
  CHECK(all[0].summary->median == Approx(1000));
  CHECK(all[0].id == "probe/sync/d2d/single/0>1/timer=virtual");
}

TEST_CASE("settings reach the measurement") {
  queued::backend b;
  auto const all = measure<upload>(b, {.iterations = 3});
  CHECK(all[0].samples.size() == 3);
  CHECK(all[0].stop == "iterations");
  CHECK(!all[0].summary->ci_low);
}

TEST_CASE("what a device cannot do is skipped with its reason, what goes wrong is failed with its own") {
  queued::backend b;
  auto const none = measure<upload>(b, {}, {.first = 9});
  REQUIRE(none.size() == 2);
  CHECK(none[0].status == outcome::skipped);
  CHECK(none[0].reason == "queued: no device 9: there are 2");
  CHECK(none[0].id == "probe/bandwidth/h2d/single/host>9/size=1024/timer=virtual");
  b.d->memory = 2000;
  auto const large = measure<upload>(b);
  CHECK(large[0].status == outcome::measured);  // one size fails, the others are measured
  CHECK(large[1].status == outcome::failed);
  CHECK(large[1].reason == "queued: out of memory for 4KiB");
  b.d->lanes["host>0"] = {.hangs = true};
  CHECK(measure<upload>(b)[0].status == outcome::timed_out);
}

TEST_CASE("without a backend at hand one is opened, or said why not") {
  auto const fresh = measure<upload>({.iterations = 1});
  REQUIRE(fresh.size() == 2);
  CHECK(fresh[0].status == outcome::measured);
  auto const none = measure<probe<host_to_device<absent>>>();
  REQUIRE(none.size() == 1);
  CHECK(none[0].status == outcome::failed);
  CHECK(none[0].reason == "libabsent.so.1: no such file");
  CHECK(none[0].measure == "bandwidth");
}
