// SPDX-License-Identifier: MIT
#include <lanemark/plan/machine_of.hpp>

#include <lanemark/measure/measure.hpp>

#include <blocking_backend.hpp>
#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
lane const up{host_end(), device_end(0)}, down{device_end(0), host_end()};

cell planned(std::string measure, std::vector<lane> lanes, std::size_t size = 4096) {
  return {.id = "t/" + measure, .test = "t", .measure = std::move(measure), .lanes = std::move(lanes), .size = {size}};
}
record measured(stage& s, cell const& c) {
  record r{.id = c.id, .measure = c.measure, .size = c.size};
  for (auto const& l : c.lanes) r.lanes.push_back({.path = l});
  return measure_stage(s, std::move(r), c.how);
}

/// Threads that follow a script, timed by a clock that this CPU lacks or by their own.
struct missing_clock : blocking::own_clock {
  static constexpr std::string_view name = "missing";
  static status available() { return problem{fault::unsupported, "timer missing: this CPU has none; use timer own"}; }
};
struct threads {
  using track = blocking::track;
  using operations = axis<blocking::turn<1>, blocking::turn<2>>;
  using timers = axis<missing_clock, blocking::own_clock>;
  static constexpr std::string_view name = "threads";
  static constexpr auto domain = time_domain::real;
  std::shared_ptr<blocking::script> s = std::make_shared<blocking::script>();
  std::vector<device_info> devices() const { return {{.id = 0, .label = "threads0"}}; }
  status supports(request const&) const { return {}; }
  result<track> open(request const&) { return track{.s = s}; }
  nanoseconds now() const noexcept { return steady_now(); }
  template <class Inventory>
  void describe(Inventory& all) const {
    all.granularity = "made up";
  }
};

/// A backend that copies in two ways, two loops each; the last is the fastest.
struct stored : blocking::turn<1, 3> {
  static constexpr std::string_view mechanism = "stored", semantics = "load-store";
};
struct stored_fast : blocking::turn<1, 2> {
  static constexpr std::string_view mechanism = "stored-fast", semantics = "load-store";
};
struct posted : blocking::turn<1, 2> {
  static constexpr std::string_view mechanism = "posted", semantics = "queue";
};
struct posted_fast : blocking::turn<1, 1> {
  static constexpr std::string_view mechanism = "posted-fast", semantics = "queue";
};
struct two_ways : threads {
  using operations = axis<stored, stored_fast, posted, posted_fast>;
  using timers = axis<blocking::own_clock>;
  std::shared_ptr<std::vector<std::string>> told = std::make_shared<std::vector<std::string>>();
  result<track> open(request const& r) {
    told->push_back(r.semantics);
    return track{.s = s};
  }
};
}  // namespace

TEST_CASE("a cell asks for one lane each, with all that is a value") {
  auto c = planned("bandwidth", {up, down}, 512);
  c.affinity = {.kind = placement::wish::node, .node = 3};
  c.threads = 4, c.pages = "small", c.cache = "cold", c.semantics = "queue", c.priority = "high", c.flags = 9;
  auto const all = requests_of(c);
  REQUIRE(all.size() == 2);
  CHECK(all[0].path == up);
  CHECK(all[1].path == down);
  for (auto const& r : all) {
    CHECK(r.size.count == 512);
    CHECK(r.place == c.affinity);
    CHECK(r.threads == 4);
    CHECK(!r.huge_pages);
    CHECK(r.cold);
    CHECK(r.semantics == "queue");
    CHECK(r.priority == "high");
    CHECK(r.flags == 9);
  }
  auto const plain = requests_of(planned("bandwidth", {up}));
  CHECK(plain[0].huge_pages);
  CHECK(!plain[0].cold);
}

TEST_CASE("a machine describes itself: devices, and what it offers by name") {
  machine_of<queued::backend> m{{}};
  auto const all = m.describe();
  CHECK(all.backend == "queued");
  CHECK(all.simulated);
  CHECK(all.devices.size() == 2);
  REQUIRE(all.offers.size() == 4);
  CHECK(all.offers[3].measure == "sync");
  CHECK(all.offers[3].mechanism == "queue-values");
  CHECK(all.offers[3].timer == "virtual");
  CHECK(machine_of<threads>{{}}.describe().granularity == "made up");
}

TEST_CASE("cells are measured exactly: start plus size over rate") {
  machine_of<queued::backend> m{{}};
  auto& driver = *m.backend_itself().d;
  driver.lanes["0>host"] = {.start_ns = 100, .bytes_per_ns = 20};
  auto open = [&](cell const& c) {
    auto s = m.open(c);
    REQUIRE(s);
    return measured(**s, c);
  };
  SECTION("latency") { CHECK(open(planned("latency", {up})).summary->median == Approx(909.6)); }
  SECTION("sync") { CHECK(open(planned("sync", {up}, 0)).summary->median == Approx(1000)); }
  SECTION("bandwidth by a named loop") {
    auto c = planned("bandwidth", {up});
    c.copy = "kernel-copy";
    auto const r = open(c);
    CHECK(r.mechanism == "kernel-copy");
    CHECK(r.summary->median == Approx(4096e9 / (2 * 909.6)));
  }
  SECTION("both directions at once: all bytes by the slower one") {
    auto c = planned("bandwidth", {up, down});
    c.copy = "copy-engine";
    auto const r = open(c);
    CHECK(r.summary->median == Approx(2 * 4096e9 / 909.6));
    CHECK(r.lanes[0].summary->median == Approx(4096e9 / 909.6));
    CHECK(r.lanes[1].summary->median == Approx(4096e9 / 304.8));
    CHECK(r.overlap == Approx(304.8 / 909.6));
    CHECK(r.skew_ns == 0);
  }
}

TEST_CASE("copy = auto tries the loops that fit once per size class and keeps to the best") {
  machine_of<queued::backend> m{{}};
  auto& driver = *m.backend_itself().d;
  auto mechanism = [&](cell const& c) {
    auto const before = driver.holds;
    auto const s = m.open(c);
    REQUIRE(s);
    return (*s)->mechanism + (driver.holds == before ? "" : " tried");
  };
  CHECK(mechanism(planned("bandwidth", {up})) == "copy-engine tried");
  CHECK(mechanism(planned("bandwidth", {up})) == "copy-engine");
  CHECK(mechanism(planned("bandwidth", {down}, 5000)) == "copy-engine");  // of the class 4096..8191
  CHECK(mechanism(planned("bandwidth", {up}, 8192)) == "copy-engine tried");
  CHECK(mechanism(planned("bandwidth", {up, down})) == "copy-engine tried");
  auto threads = planned("bandwidth", {up});
  threads.threads = 2;
  CHECK(mechanism(threads) == "copy-engine tried");
  CHECK(mechanism(planned("latency", {up})) == "copy-engine");  // the only one
  CHECK(driver.most_turns <= queued::room);
}

TEST_CASE("a trial that goes wrong is not remembered, and the cell says what went wrong") {
  machine_of<queued::backend> m{{}};
  auto& driver = *m.backend_itself().d;
  auto outcome_of_cell = [&] {
    auto const c = planned("bandwidth", {up});
    auto const s = m.open(c);
    REQUIRE(s);
    return measured(**s, c);
  };
  SECTION("late") {
    driver.lanes["host>0"] = {.hangs = true};
    auto const r = outcome_of_cell();
    CHECK(r.status == outcome::timed_out);
    CHECK(r.reason == "lane host>0 did not finish within 30.0 s; raise `wait`, or look at the device");
  }
  SECTION("refused") {
    driver.lanes["host>0"] = {.fails = "driver error 2"};
    auto const r = outcome_of_cell();
    CHECK(r.status == outcome::failed);
    CHECK(r.reason == "driver error 2");
  }
  SECTION("corrupt: trials verify nothing, the measurement does") {
    driver.lanes["host>0"] = {.corrupts = true};
    CHECK(outcome_of_cell().reason.find("data corrupt") == 0);
  }
  SECTION("refused by one loop, at once: that is not the fastest") {
    driver.lanes["host>0"] = {.engine_refuses = "driver error 801"};
    auto const r = outcome_of_cell();
    CHECK(r.status == outcome::measured);
    CHECK(r.mechanism == "kernel-copy");
    return;
  }
  driver.lanes.clear();
  auto const well = outcome_of_cell();
  CHECK(well.status == outcome::measured);
  CHECK(well.mechanism == "copy-engine");
}

TEST_CASE("what a backend does not have is a sentence that lists what it has") {
  machine_of<queued::backend> m{{}};
  auto refused = [&](cell const& c) {
    auto const s = m.open(c);
    REQUIRE(!s);
    CHECK(s.error().kind == fault::unsupported);
    return s.error().text;
  };
  auto const offers =
      std::string("; it has: bandwidth by kernel-copy timed by virtual, bandwidth by copy-engine timed by ") +
      "virtual, latency by copy-engine timed by virtual, sync by queue-values timed by virtual";
  auto c = planned("latency", {up});
  c.copy = "stream";
  CHECK(refused(c) == "queued has no latency by stream timed by auto" + offers);
  c.copy = "auto", c.timer = "tsc";
  CHECK(refused(c) == "queued has no latency by auto timed by tsc" + offers);
  c.timer = "auto", c.cache = "cold";
  CHECK(refused(c) == "queued has no latency by auto with cache cold timed by auto" + offers);
  auto s = planned("sync", {up}, 0);
  s.copy = "copy-engine", s.protocol = "two-lines";  // of a sync the protocol counts
  CHECK(refused(s) == "queued has no sync by two-lines timed by auto" + offers);
  s.protocol = "queue-values";
  CHECK(m.open(s));
}

TEST_CASE("semantics: default takes those of the preferred loop and keeps to them, and each has its own best loop") {
  machine_of<two_ways> m{{}};
  m.backend_itself().s->turn_ticks = {{100}};
  auto mechanism = [&](std::string semantics, std::string copy = "auto") {
    auto c = planned("bandwidth", {up});
    c.semantics = std::move(semantics), c.copy = std::move(copy);
    auto const s = m.open(c);
    return s ? (*s)->mechanism : s.error().text;
  };
  CHECK(mechanism("default") == "stored-fast");
  CHECK(mechanism("queue") == "posted-fast");  // not what was taken for default
  CHECK(mechanism("load-store") == "stored-fast");
  CHECK(mechanism("default", "posted") == "posted");
  CHECK(*m.backend_itself().told == std::vector<std::string>{"load-store", "queue", "load-store", "queue"});
  CHECK(mechanism("load-store", "posted") ==
        "threads has no bandwidth by posted with semantics load-store timed by auto; it has: bandwidth by stored "
        "(load-store) timed by own, bandwidth by stored-fast (load-store) timed by own, bandwidth by posted (queue) "
        "timed by own, bandwidth by posted-fast (queue) timed by own");
  auto const offers = m.describe().offers;
  REQUIRE(offers.size() == 4);
  CHECK((offers[0].semantics == "load-store" && offers[3].semantics == "queue"));
  CHECK(machine_of<threads>{{}}.describe().offers[0].semantics == "any");
}

TEST_CASE("what this machine lacks is skipped with its reason") {
  machine_of<queued::backend> m{{}};
  auto const s = m.open(planned("latency", {{device_end(0), device_end(7)}}));
  REQUIRE(!s);
  CHECK(s.error().kind == fault::unsupported);
  CHECK(s.error().text == "queued: no device 7: there are 2");
}

TEST_CASE("auto takes the first timer that this CPU has; one that was named is not exchanged") {
  machine_of<threads> m{{}};
  m.backend_itself().s->turn_ticks = {{100}};
  auto c = planned("bandwidth", {up});
  auto const s = m.open(c);
  REQUIRE(s);
  CHECK((*s)->timer.name == "own");
  CHECK((*s)->timer.ns_per_tick == 0.5);
  c.timer = "missing";
  auto const none = m.open(c);
  REQUIRE(!none);
  CHECK(none.error().text == "timer missing: this CPU has none; use timer own");
}

TEST_CASE("cells without lanes, and `threads = all` on a backend that does not arrange, are refused") {
  machine_of<threads> m{{}};
  CHECK(!m.open(planned("bandwidth", {})));
  auto c = planned("bandwidth", {up});
  c.threads = 0;
  auto const s = m.open(c);
  REQUIRE(!s);
  CHECK(s.error().kind == fault::unsupported);
}
