// SPDX-License-Identifier: MIT
#include <lanemark/measure/quality.hpp>

#include <cmath>

#include <scripted_stage.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using sentences = std::vector<std::string>;

namespace {
/// A healthy cell: each test makes one thing bad.
struct bench {
  scripted_stage s;
  record r{.measure = "bandwidth", .size = {1 << 20}, .unit = "B/s"};
  settings how{};
  sampling_facts seen{.sample_ns = 1e6, .overlaps = {1, 1, 1}};

  explicit bench(std::size_t lanes = 1) : s(std::vector<double>(lanes, 1000)) {
    s.timer = {.step_ns = 10, .overhead_ns = 20};
    r.samples.assign(100, 2e9);
    r.summary = summarise(r.samples);
    for (std::size_t i = 0; i < lanes; ++i)
      r.lanes.push_back({.summary = summarise(std::vector<double>(10, 2e9 / static_cast<double>(lanes)))});
  }
  sentences warnings() const { return quality_warnings(r, s, how, seen); }
};
}  // namespace

TEST_CASE("a healthy cell has no warnings") {
  CHECK(bench().warnings().empty());
  CHECK(bench(4).warnings().empty());
}

TEST_CASE("each known trouble is one sentence, from its threshold on") {
  bench b;
  SECTION("a constant payload") {
    b.how.constant = std::uint8_t{0};
    CHECK(b.warnings() == sentences{"the payload is one repeated byte (0): constant data can move up to 3 times faster "
                                    "than real data; leave `pattern` out for a figure that holds"});
    b.s.moves = false;
    CHECK(b.warnings().empty());
  }
  SECTION("steps of the clock") {
    b.s.timer.overhead_ns = 0;
    b.seen.sample_ns = 10'000;
    CHECK(b.warnings().empty());
    b.seen.sample_ns = 5000;
    CHECK(b.warnings() ==
          sentences{"one sample lasts 500 steps of the clock (10.0 ns each): the clock alone may be off by 0.20 %"});
    b.s.timer.step_ns = 0;  // unknown, or exact
    CHECK(b.warnings().empty());
  }
  SECTION("overhead of the clock") {
    b.s.timer.overhead_ns = 2000;
    CHECK(b.warnings().empty());
    b.s.timer.overhead_ns = 5000;
    CHECK(b.warnings() == sentences{"reading the clock takes 0.50 % of a sample"});
  }
  SECTION("involuntary switches") {
    b.seen.switches = 1;
    CHECK(b.warnings().size() == 1);
  }
  SECTION("page faults, more than one in twenty samples") {
    b.seen.page_faults = 5;
    CHECK(b.warnings().empty());
    b.seen.page_faults = 6;
    CHECK(b.warnings() == sentences{"pages were touched first, moved or merged inside the timed part (6 page faults)"});
  }
  SECTION("buffers that a cache holds") {
    b.s.cache_bytes = 1 << 20;
    CHECK(b.warnings().empty());
    b.s.cache_bytes = 2 << 20;
    CHECK(
        b.warnings() ==
        sentences{"the buffers fit in the last-level cache (2MiB): this is the speed of the cache, not of the memory"});
    b.r.cache = "cold";
    CHECK(b.warnings().empty());
    b.r.cache = "warm", b.r.measure = "latency";
    CHECK(b.warnings().empty());
  }
  SECTION("the state of the machine") {
    b.seen.condition_before = 50;
    CHECK(b.warnings().empty());  // nothing to compare with
    b.seen.condition_after = 80;
    CHECK(b.warnings().empty());  // 1.6 times
    b.seen.condition_after = 81;
    CHECK(b.warnings().size() == 1);
    std::swap(b.seen.condition_before, b.seen.condition_after);
    CHECK(b.warnings().size() == 1);
  }
}

TEST_CASE("samples that are no independent draws of one thing") {
  bench b;
  auto const set = [&](auto of) {
    for (std::size_t i = 0; i < b.r.samples.size(); ++i) b.r.samples[i] = of(static_cast<double>(i));
  };
  std::string const alike = "neighbouring samples resemble each other: the interval of the median was widened for that";
  SECTION("a drift, from the precision that was asked for on") {
    set([](double i) { return 2e9 * (1 + i * 1.8e-4); });
    CHECK(b.warnings() == sentences{alike});
    set([](double i) { return 2e9 * (1 + i * 4e-4); });
    CHECK(b.warnings() ==
          sentences{"the median of the second half of the samples is 2.0 % above that of the first: the "
                    "machine had not settled; raise `warmup`, or find out what changed meanwhile",
                    alike});
    b.how.precision = 0.05;
    CHECK(b.warnings() == sentences{alike});
  }
  SECTION("two groups") {
    set([](double i) { return std::fmod(i * 7, 10) < 3 ? 2.2e9 : 2e9; });
    CHECK(b.warnings() ==
          sentences{"the samples fall into two groups: 30 % of them are 10.0 % above the others, and the median "
                    "describes one group at best"});
    b.s.timer.step_ns = 0.1 * b.seen.sample_ns;  // neighbouring readings of a coarse clock
    CHECK(b.warnings().size() == 1);
    b.s.timer.step_ns = 10;
    set([](double i) { return std::fmod(i * 7, 10) < 3 ? 2.02e9 : 2e9; });
    CHECK(b.warnings().empty());
  }
  SECTION("neighbours that resemble each other") {
    set([](double i) { return 2e9 * (1 + 1e-4 * std::sin(i * 6.283 / 20)); });
    CHECK(b.warnings() == sentences{alike});
  }
}

TEST_CASE("what can be wrong with lanes that run together") {
  bench b(2);
  SECTION("they hardly did") {
    b.seen.overlaps = {0.9, 0.9, 0.1};
    CHECK(b.warnings().empty());
    b.seen.overlaps = {0.89, 0.89, 1};
    CHECK(b.warnings() ==
          sentences{"the lanes ran together for only 89 % of the time: per-lane figures are partly uncontended"});
  }
  SECTION("the sum of the lanes is not the total") {
    b.r.lanes[0].summary->median = 1.09e9;  // 4.5 % too much
    CHECK(b.warnings().empty());
    b.r.lanes[0].summary->median = 1.2e9;
    CHECK(b.warnings() ==
          sentences{
              "the lanes' own figures add up to 2.20 GB/s, 10 % more than the total by wall time: trust the total"});
    b.r.lanes[0].summary->median = 0.8e9;
    CHECK(b.warnings() ==
          sentences{
              "the lanes' own figures add up to 1.80 GB/s, 10 % less than the total by wall time: trust the total"});
  }
  SECTION("they could not start together") {
    b.s.gated = false;
    CHECK(b.warnings() == sentences{"the backend has no start gate: the lanes started one after the other"});
  }
  SECTION("reading the clock is no part of a sample by the wall") {
    b.s.timer.overhead_ns = 9000;
    CHECK(b.warnings().empty());
  }
  SECTION("none of it is asked of one lane") {
    bench one;
    one.seen.overlaps = {0.1, 0.1};
    one.s.gated = false;
    one.r.lanes[0].summary->median = 1;
    CHECK(one.warnings().empty());
  }
}

TEST_CASE("several troubles are several sentences") {
  bench b(2);
  b.how.constant = std::uint8_t{1};
  b.seen.switches = 3;
  b.s.gated = false;
  CHECK(b.warnings().size() == 3);
}
