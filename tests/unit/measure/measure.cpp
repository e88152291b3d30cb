// SPDX-License-Identifier: MIT
#include <lanemark/measure/measure.hpp>

#include <cmath>

#include <scripted_stage.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using calls = std::vector<std::string>;

record cell_of(std::string measure, std::size_t lanes = 1, bytes size = {1000}) {
  record r{.id = "a/cell", .measure = std::move(measure), .size_requested = size, .size = size};
  for (std::size_t i = 0; i < lanes; ++i)
    r.lanes.push_back({.path = i % 2 == 0 ? lane{host_end(), device_end(0)} : lane{device_end(0), host_end()}});
  return r;
}

/// Laps before the first sample when one turn is one sample: verify 1, warm up 1, look 3, empty 5.
constexpr std::size_t laps_before = 10;

/// A stage of one lane, a microsecond a turn: at first every other sample takes a tenth more, `many` of them.
void disturb_first(scripted_stage& s, std::size_t many) {
  s.change = [many](auto const& at, lap& l) {
    if (at.lap >= laps_before && at.lap < laps_before + 2 * many && at.lap % 2 == 0) l.lane_ns[0] = l.wall_ns = 1100;
  };
}
/// Every other lap takes twice as long: never precise.
void alternate(scripted_stage& s) {
  s.change = [](auto const& at, lap& l) {
    if (at.lap % 2 != 0) {
      for (auto& ns : l.lane_ns) ns *= 2;
      l.wall_ns *= 2;
    }
  };
}
bool warned(record const& r, std::string const& words) {
  for (auto const& w : r.warnings)
    if (w.find(words) != std::string::npos) return true;
  return false;
}
}  // namespace

TEST_CASE("a cell is filled, verified, warmed up, looked at, sampled, and verified again") {
  scripted_stage s({1000});
  auto const r = measure_stage(s, cell_of("bandwidth"));
  CHECK(s.log == calls{"fill", "play 1x1", "check", "play 1x1", "play 3x1", "play 5x0", "play 10x1", "fill", "play 1x1",
                       "check"});
  CHECK(r.status == outcome::measured);
  CHECK(r.reason.empty());
  CHECK(r.id == "a/cell");
  CHECK(r.stop == "precision");
  CHECK(r.unit == "B/s");
  CHECK(r.mechanism == "script");
  CHECK(r.timer.name == "scripted");
  CHECK(r.repeats == 1);
  CHECK(r.samples == std::vector<double>(10, 1e9));  // 1000 bytes in 1000 ns
  REQUIRE(r.summary);
  CHECK((r.summary->n == 10 && r.summary->median == 1e9 && r.summary->ci_low == 1e9));
  REQUIRE(r.lanes.size() == 1);
  REQUIRE(r.lanes[0].summary);
  CHECK(r.lanes[0].summary->median == 1e9);
  CHECK(r.seconds == Approx(16e-6));  // 2 to verify, 1 to warm up, 3 to look, 10 samples; empty laps are free here
  CHECK(r.overlap == 1);
  CHECK(r.gated);
  CHECK(r.skew_ns == 0);
  CHECK(r.warnings.empty());
}

TEST_CASE("the payload is what the settings ask for, at both ends of the cell") {
  scripted_stage s({1000});
  measure_stage(s, cell_of("bandwidth"), {.seed = 77});
  REQUIRE(s.filled.size() == 2);
  REQUIRE(s.checked.size() == 2);
  for (auto const& p : {s.filled[0], s.filled[1], s.checked[0], s.checked[1]}) {
    CHECK(p.seed == 77);
    CHECK(!p.constant);
  }
}

TEST_CASE("precision stops at 10, 20, 40, 80, 160 samples") {
  for (auto const& [disturbed, n] : std::vector<std::pair<std::size_t, std::size_t>>{
           {0, 10}, {1, 10}, {2, 20}, {5, 20}, {6, 40}, {14, 80}, {32, 160}}) {
    CAPTURE(disturbed);
    scripted_stage s({1000});
    disturb_first(s, disturbed);
    auto const r = measure_stage(s, cell_of("latency"), {.samples = 1000});
    CHECK(r.stop == "precision");
    CHECK(r.samples.size() == n);
    CHECK(r.summary->median == 1000);
    CHECK(r.summary->max == (disturbed == 0 ? 1000 : 1100));
  }
}

TEST_CASE("samples, iterations and time end what is never precise") {
  scripted_stage s({1000});
  alternate(s);
  SECTION("the most samples") {
    auto const r = measure_stage(s, cell_of("latency"));
    CHECK(r.stop == "samples");
    CHECK(r.samples.size() == 160);
    CHECK(r.summary->n == 160);
  }
  SECTION("fewer than ten") {
    auto const r = measure_stage(s, cell_of("latency"), {.samples = 7});
    CHECK(r.stop == "samples");
    CHECK(r.samples.size() == 7);
    CHECK(r.summary->ci_low);
  }
  SECTION("none asked for is one") {
    auto const r = measure_stage(s, cell_of("latency"), {.samples = 0});
    CHECK(r.status == outcome::measured);
    CHECK(r.samples.size() == 1);
  }
  SECTION("an exact number") {
    auto const n = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{25});
    CAPTURE(n);
    auto const r = measure_stage(s, cell_of("latency"), {.iterations = n});
    CHECK(r.stop == "iterations");
    CHECK(r.samples.size() == n);
    CHECK(r.summary->n == n);
    CHECK(r.summary->ci_low.has_value() == (n >= 6));
    CHECK(r.summary->ci_high.has_value() == (n >= 6));
  }
}

TEST_CASE("min_samples holds precision back, not the other reasons") {
  scripted_stage s({1000});
  CHECK(measure_stage(s, cell_of("latency"), {.min_samples = 15}).samples.size() == 20);
  CHECK(measure_stage(s, cell_of("latency"), {.min_samples = 21}).samples.size() == 40);
  auto const r = measure_stage(s, cell_of("latency"), {.samples = 12, .min_samples = 15});
  CHECK(r.samples.size() == 12);
  CHECK(r.stop == "samples");
}

TEST_CASE("no warm-up asked for is still one lap, several are several") {
  scripted_stage s({1000});
  measure_stage(s, cell_of("latency"), {.warmup = 0, .verify = false});
  CHECK(s.log == calls{"fill", "play 1x1", "play 3x1", "play 5x0", "play 10x1", "fill"});
  s.log.clear();
  measure_stage(s, cell_of("latency"), {.warmup = 3, .verify = false});
  CHECK(s.log == calls{"fill", "play 1x1", "play 1x1", "play 1x1", "play 3x1", "play 5x0", "play 10x1", "fill"});
}

TEST_CASE("the time budget ends sampling, and no batch exceeds it by more than a sample") {
  scripted_stage s({1e8});  // a tenth of a second
  alternate(s);
  SECTION("two seconds") {
    s.change = [](auto const& at, lap& l) {
      if (at.lap >= laps_before && at.lap % 2 != 0) l.lane_ns[0] = 1.2e8, l.wall_ns = 1.2e8;
    };
    auto const r = measure_stage(s, cell_of("latency"));
    CHECK(r.stop == "time");
    CHECK(r.samples.size() == 19);  // 18 take 1.98 s
  }
  SECTION("a budget below one sample gives one") {
    auto const r = measure_stage(s, cell_of("latency"), {.time = nanoseconds{1}});
    CHECK(r.stop == "time");
    CHECK(r.samples.size() == 1);
  }
  SECTION("precision within the budget comes first") {
    s.change = {};
    auto const r = measure_stage(s, cell_of("latency"));
    CHECK(r.stop == "precision");
    CHECK(r.samples.size() == 10);
  }
  for (std::size_t i = 6; i < s.log.size(); ++i) {
    CAPTURE(s.log[i]);
    CHECK((s.log[i] == "play 1x1" || s.log[i] == "play 2x1" || s.log[i] == "fill" || s.log[i] == "check"));
  }
}

TEST_CASE("iterations know no budget, yet their batches stay short enough to interrupt") {
  scripted_stage s({1e8});
  auto const r = measure_stage(s, cell_of("latency"), {.iterations = 30, .time = nanoseconds{1e8}, .verify = false});
  CHECK(r.samples.size() == 30);
  CHECK(r.stop == "iterations");
  CHECK(std::count(s.log.begin(), s.log.end(), "play 2x1") == 15);
}

TEST_CASE("a late lane is named, with what it was given") {
  scripted_stage s({1000, 40e9});
  auto const r = measure_stage(s, cell_of("bandwidth", 2));
  CHECK(r.status == outcome::timed_out);
  CHECK(r.reason == "lane 0>host did not finish within 30.0 s; raise `wait`, or look at the device");
  CHECK(s.clock == 30e9);
  CHECK(r.seconds == 30);
  CHECK(r.samples.empty());
  CHECK(!r.summary);
  CHECK(s.log == calls{"fill", "play 1x1"});
}

TEST_CASE("a lane that hangs while sampling") {
  scripted_stage s({1000});
  s.hang_at_play = 4;
  auto const r = measure_stage(s, cell_of("bandwidth"), {.wait = nanoseconds{5e6}});
  CHECK(r.status == outcome::timed_out);
  CHECK(r.reason == "lane host>0 did not finish within 5.00 ms; raise `wait`, or look at the device");
  CHECK(s.log.back() == "play 10x1");
  CHECK(!r.summary);
}

TEST_CASE("a wait is counted from its own beginning, a timeout from the cell's") {
  scripted_stage s({1000});
  s.clock = 5e9;
  measure_stage(s, cell_of("bandwidth"), {.wait = nanoseconds{1e6}, .timeout = nanoseconds{1.005e6}});
  CHECK(s.deadlines.front() == nanoseconds{5e9 + 1e6});
  CHECK(s.deadlines.back() == nanoseconds{5e9 + 1.005e6});  // the rest of the cell is shorter
}

TEST_CASE("the timeout of the cell is told apart from a wait") {
  scripted_stage s({3e8});
  alternate(s);
  SECTION("while a batch runs") {
    auto const r = measure_stage(s, cell_of("latency"), {.timeout = nanoseconds{1e9}});
    CHECK(r.status == outcome::timed_out);
    CHECK(r.reason == "the cell ran over its timeout of 1.00 s after 0 samples; raise `timeout` or lower the size");
    CHECK(s.clock == 1e9);
  }
  SECTION("between batches") {
    auto const r = measure_stage(s, cell_of("latency"), {.iterations = 1000, .timeout = nanoseconds{4.5e9}});
    CHECK(r.status == outcome::timed_out);
    CHECK(r.reason.find("the cell ran over its timeout of 4.50 s after ") == 0);
    CHECK(!r.samples.empty());
    CHECK(!r.summary);
  }
  SECTION("where adding it up rounds: doubles of that size go in steps of two") {
    s.clock = 1e16;
    auto const r = measure_stage(s, cell_of("latency"), {.timeout = nanoseconds{1001}});
    CHECK(r.reason.find("the cell ran over its timeout") == 0);
  }
}

TEST_CASE("what the backend says of an error is the reason") {
  scripted_stage s({1000});
  SECTION("a sticky code") {
    s.sticky_at_play = GENERATE(std::size_t{0}, std::size_t{2}, std::size_t{4}, std::size_t{5});
    auto const r = measure_stage(s, cell_of("bandwidth"));
    CHECK(r.status == outcome::failed);
    CHECK(r.reason == "driver error 700 from copy");
    CHECK(!r.summary);
    CHECK(!r.lanes[0].summary);
  }
  SECTION("a sticky code behind a refusal") {
    s.sticky_at_play = s.give_up_at_play = 4;
    CHECK(measure_stage(s, cell_of("bandwidth")).reason == "driver error 700 from copy");
  }
  SECTION("a refusal without a code") {
    s.give_up_at_play = 4;
    auto const r = measure_stage(s, cell_of("bandwidth"));
    CHECK(r.status == outcome::failed);
    CHECK(r.reason == "the backend gave up without a reason");
  }
  SECTION("while calibrating") {
    s.timer.step_ns = 10;
    s.give_up_at_play = 4;
    auto const r = measure_stage(s, cell_of("bandwidth"));
    CHECK(r.status == outcome::failed);
    CHECK(s.log.back() == "play 3x13");
  }
}

TEST_CASE("the kind of a problem decides what the cell counts as") {
  scripted_stage s({1000});
  auto became = [&](fault f) {
    s.fill_problem = problem{f, "a sentence"};
    auto const r = measure_stage(s, cell_of("bandwidth"));
    CHECK(r.reason == "a sentence");
    return r.status;
  };
  CHECK(became(fault::unsupported) == outcome::skipped);
  CHECK(became(fault::failed) == outcome::failed);
  CHECK(became(fault::late) == outcome::timed_out);
  CHECK(became(fault::corrupt) == outcome::failed);
  CHECK(became(fault::invalid) == outcome::failed);
}

TEST_CASE("corrupt data fail the cell, before and after sampling") {
  scripted_stage s({1000});
  s.corrupt_at_check = GENERATE(std::size_t{0}, std::size_t{1});
  CAPTURE(s.corrupt_at_check);
  auto const r = measure_stage(s, cell_of("bandwidth"));
  CHECK(r.status == outcome::failed);
  CHECK(r.reason == "data corrupt: first at offset 5");
  CHECK(!r.summary);
  CHECK(!r.lanes[0].summary);
  CHECK(s.log.back() == "check");
  CHECK(s.log.size() == (s.corrupt_at_check == 0 ? 3 : 10));
}

TEST_CASE("without verification the payload is still there: zeros move faster") {
  scripted_stage s({1000});
  auto const r = measure_stage(s, cell_of("bandwidth"), {.verify = false});
  CHECK(r.status == outcome::measured);
  CHECK(s.log == calls{"fill", "play 1x1", "play 3x1", "play 5x0", "play 10x1", "fill"});
}

TEST_CASE("what moves no bytes is neither filled nor checked") {
  scripted_stage s({1000});
  s.moves = false;
  s.per_turn = 0.5;
  auto const r = measure_stage(s, cell_of("sync", 1, {}));
  CHECK(s.log == calls{"play 1x1", "play 3x1", "play 5x0", "play 10x1"});
  CHECK(r.unit == "ns");
  CHECK(r.summary->median == 500);  // half a round trip
}

TEST_CASE("a constant payload is warned of") {
  scripted_stage s({1000});
  auto const r = measure_stage(s, cell_of("bandwidth"), {.constant = std::uint8_t{0x5a}});
  CHECK(s.filled[0].constant == std::uint8_t{0x5a});
  CHECK(warned(r, "the payload is one repeated byte (90)"));
  CHECK(r.warnings.size() == 1);
}

TEST_CASE("a sample that takes no time is no figure") {
  scripted_stage s({0});
  SECTION("one lane") {}
  SECTION("one lane of two: its own figure would be infinite") {
    s.turn_ns = {1000, 0};
    s.lanes = 2;
  }
  auto const r = measure_stage(s, cell_of("bandwidth", s.lanes));
  CHECK(r.status == outcome::failed);
  CHECK(r.reason == "a sample took no time at all: the clock did not move");
  CHECK(!r.summary);
}

TEST_CASE("a sample may take years") {
  scripted_stage s({1e17});
  auto const r = measure_stage(s, cell_of("latency"), {.wait = nanoseconds{1e19}, .timeout = nanoseconds{1e20}});
  CHECK(r.status == outcome::measured);
  CHECK(r.stop == "time");
  CHECK(r.samples == std::vector<double>{1e17});
}

TEST_CASE("the flag that stops is asked before every play") {
  scripted_stage s({1000});
  std::atomic<bool> stop{false};
  std::size_t told = 0;
  auto const tell = [&](std::span<double const> samples) { told += samples.size(); };
  SECTION("before the first") {
    stop = true;
    auto const r = measure_stage(s, cell_of("bandwidth"), {}, tell, &stop);
    CHECK(r.status == outcome::not_run);
    CHECK(r.reason == "interrupted after 0 samples");
    CHECK(r.stop == "interrupted");
    CHECK(s.log.empty());
  }
  SECTION("between two batches") {
    alternate(s);
    s.before_play = [&](std::size_t play) { stop = play == 4; };  // during the first batch
    auto const r = measure_stage(s, cell_of("bandwidth"), {}, tell, &stop);
    CHECK(r.status == outcome::not_run);
    CHECK(r.reason == "interrupted after 10 samples");
    CHECK(r.stop == "interrupted");
    CHECK(told == 10);
    CHECK(r.samples.empty());
    CHECK(!r.summary);
    CHECK(s.log.back() == "play 10x1");
  }
  SECTION("before the last verification: unverified is not measured") {
    s.before_play = [&](std::size_t play) { stop = play == 4; };
    auto const r = measure_stage(s, cell_of("bandwidth"), {}, tell, &stop);
    CHECK(r.status == outcome::not_run);
    CHECK(r.samples.empty());
    CHECK(!r.summary);
    CHECK(!r.lanes[0].summary);
  }
}

TEST_CASE("batches are told as they come, each sample once") {
  scripted_stage s({1000});
  disturb_first(s, 6);
  std::vector<std::size_t> sizes;
  std::vector<double> all;
  auto const tell = [&](std::span<double const> samples) {
    sizes.push_back(samples.size());
    all.insert(all.end(), samples.begin(), samples.end());
  };
  auto const r = measure_stage(s, cell_of("latency"), {}, tell);
  CHECK(sizes == std::vector<std::size_t>{10, 10, 20});
  CHECK(all == r.samples);
}

TEST_CASE("overhead and step of the clock become turns") {
  scripted_stage s({100});
  s.fixed_ns = 20;
  s.timer.step_ns = 10;
  SECTION("until a sample is 1000 times both") {
    auto const r = measure_stage(s, cell_of("latency"));
    CHECK(r.timer.overhead_ns == 20);
    CHECK(r.repeats == 240);
    CHECK(r.samples.front() == Approx((20 + 240 * 100) / 240.0));
    CHECK(r.warnings.empty());
  }
  SECTION("a queue that holds fewer leaves an error, which is told") {
    s.most_repeats = 50;
    auto const r = measure_stage(s, cell_of("latency"));
    CHECK(r.repeats == 50);
    CHECK(r.samples.front() == Approx(100.4));
    CHECK(warned(r, "one sample lasts 502 steps of the clock (10.0 ns each): the clock alone may be off by 0.20 %"));
    CHECK(warned(r, "reading the clock takes 0.40 % of a sample"));
    CHECK(r.warnings.size() == 2);
  }
  SECTION("and so does a budget that is too short") {
    auto const r = measure_stage(s, cell_of("latency"), {.time = nanoseconds{1e5}});
    CHECK(r.repeats * 100 >= 5000);
    CHECK(r.repeats < 100);
    CHECK(warned(r, "reading the clock takes"));
  }
}

TEST_CASE("latency is per turn, bandwidth per byte of all turns") {
  scripted_stage s({100});
  s.timer.step_ns = 10;
  auto const latency = measure_stage(s, cell_of("latency"));
  CHECK(latency.unit == "ns");
  CHECK(latency.repeats > 1);
  CHECK(latency.summary->median == 100);
  auto const bandwidth = measure_stage(s, cell_of("bandwidth"));
  CHECK(bandwidth.unit == "B/s");
  CHECK(bandwidth.summary->median == Approx(1e10));
}

TEST_CASE("lanes that run together: the total is by the wall, each lane by its own clock") {
  scripted_stage s({1000, 2000});
  SECTION("bandwidth: all bytes over the wall time") {
    auto const r = measure_stage(s, cell_of("bandwidth", 2));
    CHECK(r.summary->median == 1e9);  // 2 x 1000 bytes in 2000 ns
    CHECK(r.lanes[0].summary->median == 1e9);
    CHECK(r.lanes[1].summary->median == 5e8);
    CHECK(warned(r,
                 "the lanes' own figures add up to 1.50 GB/s, 50 % more than the total by wall time: trust the total"));
  }
  SECTION("alike lanes have nothing to warn of") {
    s.turn_ns = {2000, 2000};
    auto const r = measure_stage(s, cell_of("bandwidth", 2));
    CHECK(r.summary->median == 1e9);
    CHECK(r.warnings.empty());
  }
  SECTION("latency: what the slowest took") {
    auto const r = measure_stage(s, cell_of("latency", 2));
    CHECK(r.summary->median == 2000);
    CHECK(r.lanes[0].summary->median == 1000);
    CHECK(r.warnings.empty());
  }
  SECTION("sync: half of what the slowest took") {
    s.per_turn = 0.5;
    CHECK(measure_stage(s, cell_of("sync", 2)).summary->median == 1000);
  }
}

TEST_CASE("overlap and skew of lanes that run together") {
  scripted_stage s({1000, 1000});
  SECTION("by the median, and the worst start") {
    s.change = [](auto const& at, lap& l) {
      l.overlap = at.lap % 4 == 0 ? 0.95 : 0.5;
      l.skew_ns = at.lap == 12 ? 70 : 30;
    };
    auto const r = measure_stage(s, cell_of("bandwidth", 2));
    CHECK(r.overlap == 0.5);
    CHECK(r.skew_ns == 70);
    CHECK(warned(r, "the lanes ran together for only 50 % of the time"));
  }
  SECTION("an unknown start makes the cell's unknown") {
    s.change = [](auto const& at, lap& l) { l.skew_ns = at.lap == 12 ? -1 : 30; };
    CHECK(measure_stage(s, cell_of("bandwidth", 2)).skew_ns == -1);
  }
  SECTION("no gate") {
    s.gated = false;
    auto const r = measure_stage(s, cell_of("bandwidth", 2));
    CHECK(!r.gated);
    CHECK(warned(r, "the backend has no start gate"));
  }
}

TEST_CASE("what happened to the issuing threads while sampling") {
  scripted_stage s({1000});
  SECTION("involuntary switches are counted and warned of") {
    s.switches_per_lap = 2;
    auto const r = measure_stage(s, cell_of("bandwidth"));
    CHECK(r.involuntary_switches == 20);  // of the ten samples alone
    CHECK(warned(r, "other work took the CPUs"));
  }
  SECTION("page faults") {
    s.faults_per_lap = 1;
    CHECK(warned(measure_stage(s, cell_of("bandwidth")), "(10 page faults)"));
  }
  SECTION("the machine changed meanwhile") {
    s.conditions = {50, 90};
    CHECK(warned(measure_stage(s, cell_of("bandwidth")),
                 "a cache line took 50.0 ns from core to core before and 90.0 ns"));
  }
}

TEST_CASE("what was obtained is in the record, and each warning once") {
  scripted_stage s({1000, 1000});
  s.warnings = {"noticed when opening"};
  s.got = {{.cpus = {1}, .source_node = 0, .pages = "huge", .warnings = {"not pinned"}},
           {.cpus = {2}, .source_node = 1, .pages = "small", .warnings = {"not pinned", "far away"}}};
  auto const r = measure_stage(s, cell_of("bandwidth", 2));
  CHECK(r.pages == "mixed");
  CHECK(r.lanes[0].obtained.cpus == std::vector<int>{1});
  CHECK(r.lanes[1].obtained.source_node == 1);
  CHECK(r.warnings == std::vector<std::string>{"noticed when opening", "not pinned", "far away"});
  scripted_stage late({1000});
  late.got = {{.pages = "huge"}};
  late.hang_at_play = 0;
  CHECK(measure_stage(late, cell_of("bandwidth")).pages == "huge");  // known also of a cell that failed
}

TEST_CASE("a stage with more lanes than the identity names them by number") {
  scripted_stage s({1000, 40e9});
  auto const r = measure_stage(s, cell_of("bandwidth", 0));
  CHECK(r.lanes.size() == 2);
  CHECK(r.status == outcome::timed_out);
}
