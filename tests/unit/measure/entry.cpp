// SPDX-License-Identifier: MIT
#include <lanemark/measure/entry.hpp>

#include <lanemark/measure/measure.hpp>

#include <blocking_backend.hpp>
#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
lane const up{host_end(), device_end(0)}, down{device_end(0), host_end()};
using queued_latency = queued::copy<quantity::latency>;
using queued_bandwidth = queued::copy<quantity::bandwidth>;

/// A backend of threads that follow a script.
struct threads {
  using track = blocking::track;
  using operations = axis<blocking::turn<1>, blocking::turn<2>>;
  using timers = axis<blocking::own_clock>;
  static constexpr std::string_view name = "threads";
  static constexpr auto domain = time_domain::real;
  std::shared_ptr<blocking::script> s = std::make_shared<blocking::script>();
  unsigned next = 0;
  bool refuses_to_arrange = false;

  std::vector<device_info> devices() const { return {}; }
  status supports(request const& r) const {
    if (r.semantics != "default") return problem{fault::unsupported, "threads: no semantics"};
    return {};
  }
  status arrange(std::vector<request>& lanes, unsigned parties) {
    if (refuses_to_arrange) return problem{fault::unsupported, "threads: no CPUs for " + std::to_string(parties)};
    for (auto& r : lanes)
      if (r.threads == 0) r.threads = 2;
    return {};
  }
  result<track> open(request const& r) {
    if (r.size.count > 1 << 20) return problem{fault::failed, "threads: out of memory"};
    return track{.s = s, .lane = next++};
  }
  nanoseconds now() const noexcept { return steady_now(); }
  std::size_t last_level_cache() const noexcept { return 4096; }
  static double spot_check(std::vector<track>& all) { return 10 * static_cast<double>(all.size()); }
};
static_assert(blocking_backend<threads> && arranging_backend<threads> && !marking_backend<threads>);
}  // namespace

// an entry is names and one pointer to code, known at compile time
static_assert(make_entry<queued::backend, queued_bandwidth, timing::virtual_time>().mechanism == "copy-engine");
static_assert(make_entry<queued::backend, queued_bandwidth, timing::virtual_time>().submit ==
              &queued_bandwidth::submit);
static_assert(make_entry<queued::backend, queued::ping, timing::virtual_time>().per_turn == 0.5);
static_assert(!make_entry<queued::backend, queued::ping, timing::virtual_time>().moves);
static_assert(make_entry<threads, blocking::turn<2>, blocking::own_clock>().parties == 2);

TEST_CASE("an entry carries the names and the one loop that is new") {
  constexpr auto marks = make_entry<queued::backend, queued_bandwidth, timing::virtual_time>();
  CHECK((marks.measure == "bandwidth" && marks.cache == "warm" && marks.timer == "virtual"));
  CHECK((marks.clocked == nullptr && marks.tuned == nullptr));
  constexpr auto clock = make_entry<threads, blocking::turn<1>, blocking::own_clock>();
  CHECK((clock.clocked != nullptr && clock.submit == nullptr && clock.tuned != nullptr));
  CHECK((clock.mechanism == "turn" && clock.timer == "own" && clock.semantics == "any"));
}

TEST_CASE("between two marks stands one copy where latency is meant: queued ones hide each other's start") {
  CHECK(make_entry<queued::backend, queued_latency, timing::virtual_time>().most_repeats == 1);
  CHECK(make_entry<queued::backend, queued_bandwidth, timing::virtual_time>().most_repeats > 1'000'000);
}

TEST_CASE("what is known of a clock before it is used") {
  queued::backend b;
  b.d->mark_step_ns = 32;
  auto const marks = timer_of(b, make_entry<queued::backend, queued_bandwidth, timing::virtual_time>());
  CHECK((marks.name == "virtual" && marks.step_ns == 32 && marks.overhead_ns == 0));
  threads t;
  auto const clock = timer_of(t, make_entry<threads, blocking::turn<1>, blocking::own_clock>());
  CHECK((clock.name == "own" && clock.ns_per_tick == 0.5));
}

TEST_CASE("a stage over queues") {
  queued::backend b;
  auto const e = make_entry<queued::backend, queued_latency, timing::virtual_time>();
  auto const s = open_stage(b, e, timer_of(b, e), {{.path = up, .size = {4096}}, {.path = down, .size = {4096}}});
  REQUIRE(s);
  CHECK((*s)->lanes == 2);
  CHECK((*s)->mechanism == "copy-engine");
  CHECK((*s)->most_repeats == 1);
  CHECK((*s)->simulated);
  CHECK((*s)->moves);
  CHECK((*s)->cache_bytes == 0);
  auto const pings = make_entry<queued::backend, queued::ping, timing::virtual_time>();
  auto const signal = open_stage(b, pings, timer_of(b, pings), {{.path = up}});
  REQUIRE(signal);
  CHECK((*signal)->per_turn == 0.5);
  CHECK(!(*signal)->moves);
  CHECK((*signal)->most_repeats == queued::room);
}

TEST_CASE("a stage over threads: parties of the operation, or threads of the lane") {
  threads t;
  t.s->turn_ticks = {{10, 30, 20}, {10, 30, 20}};
  std::vector<lap> laps;
  SECTION("three threads share a lane, all are timed") {
    auto const e = make_entry<threads, blocking::turn<1>, blocking::own_clock>();
    auto const s = open_stage(t, e, timer_of(t, e), {{.path = up, .size = {8}, .threads = 3}});
    REQUIRE(s);
    REQUIRE((*s)->play(1, 1, steady_now() + nanoseconds{60e9}, laps) == progress::done);
    CHECK(laps[0].lane_ns == std::vector<double>{15});
    CHECK((*s)->cache_bytes == 4096);
    CHECK((*s)->condition() == 10);
    CHECK(!(*s)->simulated);
  }
  SECTION("two parties signal each other, the first is timed, whatever `threads` says") {
    auto const e = make_entry<threads, blocking::turn<2>, blocking::own_clock>();
    auto const s = open_stage(t, e, timer_of(t, e), {{.path = up, .threads = 3}});
    REQUIRE(s);
    REQUIRE((*s)->play(1, 1, steady_now() + nanoseconds{60e9}, laps) == progress::done);
    CHECK(laps[0].lane_ns == std::vector<double>{5});
  }
  SECTION("all threads: the backend says how many that is") {
    auto const e = make_entry<threads, blocking::turn<1>, blocking::own_clock>();
    auto const s = open_stage(t, e, timer_of(t, e), {{.path = up, .size = {8}, .threads = 0}});
    REQUIRE(s);
    REQUIRE((*s)->play(1, 1, steady_now() + nanoseconds{60e9}, laps) == progress::done);
    CHECK(t.s->entered == 2);
  }
}

TEST_CASE("a stage that cannot be opened says why") {
  queued::backend b;
  auto const e = make_entry<queued::backend, queued_bandwidth, timing::virtual_time>();
  auto const opened = [&](std::vector<request> lanes) { return open_stage(b, e, timer_of(b, e), std::move(lanes)); };
  SECTION("no device: nothing was opened") {
    auto const s = opened({{.path = up, .size = {8}}, {.path = {host_end(), device_end(5)}, .size = {8}}});
    REQUIRE(!s);
    CHECK(s.error().kind == fault::unsupported);
    CHECK(s.error().text == "queued: no device 5: there are 2");
    CHECK(b.d->opened == 0);
  }
  SECTION("no memory") {
    auto const s = opened({{.path = up, .size = {std::size_t{1} << 40}}});
    REQUIRE(!s);
    CHECK(s.error().kind == fault::failed);
    CHECK(s.error().text == "queued: out of memory for 1TiB");
  }
  SECTION("no lanes") {
    auto const s = opened({});
    REQUIRE(!s);
    CHECK(s.error().text == "queued: a cell needs at least one lane");
  }
  SECTION("lanes that want different numbers of threads") {
    auto const s = opened({{.path = up, .size = {8}, .threads = 1}, {.path = down, .size = {8}, .threads = 2}});
    REQUIRE(!s);
    CHECK(s.error().text.find("the same number of threads") != std::string::npos);
  }
  SECTION("a loop of other semantics") {
    threads t;
    auto posted = make_entry<threads, blocking::turn<1>, blocking::own_clock>();
    posted.semantics = "queue";
    auto const s = open_stage(t, posted, timer_of(t, posted), {{.path = up, .size = {8}, .semantics = "load-store"}});
    REQUIRE(!s);
    CHECK(s.error().kind == fault::unsupported);
    CHECK(s.error().text == "threads: turn has semantics queue, not load-store");
    // default: the backend is told what it is
    auto const told = open_stage(t, posted, timer_of(t, posted), {{.path = up, .size = {8}}});
    REQUIRE(!told);
    CHECK(told.error().text == "threads: no semantics");
  }
  SECTION("what cannot be arranged") {
    threads t;
    t.refuses_to_arrange = true;
    auto const two = make_entry<threads, blocking::turn<2>, blocking::own_clock>();
    auto const s = open_stage(t, two, timer_of(t, two), {{.path = up}});
    REQUIRE(!s);
    CHECK(s.error().text == "threads: no CPUs for 2");
  }
}

TEST_CASE("another entry's loop on an opened stage") {
  queued::backend b;
  auto const slow = make_entry<queued::backend, queued::copy<quantity::bandwidth, 2>, timing::virtual_time>();
  auto const fast = make_entry<queued::backend, queued_bandwidth, timing::virtual_time>();
  auto const s = open_stage(b, slow, timer_of(b, slow), {{.path = up, .size = {4096}}});
  REQUIRE(s);
  std::vector<lap> laps;
  REQUIRE((*s)->play(1, 1, nanoseconds{1e12}, laps) == progress::done);
  use_entry<queued::backend>(**s, fast);
  CHECK((*s)->mechanism == "copy-engine");
  REQUIRE((*s)->play(1, 1, nanoseconds{1e12}, laps) == progress::done);
  CHECK(laps[0].lane_ns[0] == 2 * laps[1].lane_ns[0]);
}
