// SPDX-License-Identifier: MIT
#include <lanemark/judge/limits.hpp>

#include <limits>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
record measured(double median, std::string direction = "h2d", int device = 0, std::uint64_t size = 1048576) {
  bool const up = direction == "h2d";
  record r{.test = "t",
           .measure = "bandwidth",
           .direction = direction,
           .mode = "single",
           .size_requested = {size},
           .size = {size},
           .affinity = "near",
           .issuer = "auto",
           .cache = "warm",
           .semantics = "default",
           .status = outcome::measured,
           .unit = "B/s"};
  lane const path = up ? lane{host_end(), device_end(device)} : lane{device_end(device), host_end()};
  r.lanes = {{.path = path}};
  r.id = "s/t/bandwidth/" + direction + "/single/" + to_string(path) + "/size=" + std::to_string(size) + "/timer=tsc";
  r.timer.name = "tsc";
  r.summary = summary{.n = 20, .median = median};
  return r;
}
limit_rule minimum(double rate, std::vector<condition> all = {}, std::string where = "x.toml:12:1") {
  return {.where = {std::move(all), std::move(where)},
          .min = rate,
          .unit = "B/s",
          .text = "min = \"" + detail::short_number(rate / 1e9, 6) + " GB/s\""};
}
condition key(std::string name, std::string value) { return {.key = std::move(name), .values = {std::move(value)}}; }
limit_verdicts judged(std::vector<record> const& records, std::vector<limit_rule> const& rules) {
  return judge_limits(records, rules, gpu_machine({0, 1, 2}));
}
}  // namespace

TEST_CASE("a median below the minimum, and what is said of it") {
  auto const out = judged({measured(18.2e9)}, {minimum(20e9)});
  REQUIRE(out.all.size() == 1);
  auto const& v = out.all[0];
  CHECK(v.what == ruling::below_limit);
  CHECK(v.series == "s/t/bandwidth/h2d/single/host>0/size=1048576/timer=tsc");
  CHECK(v.limit == "min = \"20 GB/s\" (x.toml:12:1)");
  CHECK(v.value == 18.2e9);
  CHECK(v.bound == 20e9);
  CHECK(v.unit == "B/s");
  CHECK(v.sentence == "median 18.2 GB/s is below the minimum 20 GB/s (x.toml:12:1)");
}

TEST_CASE("medians at, above and under their bounds") {
  struct row {
    double median;
    std::optional<double> min, max;
    ruling what;
    char const* sentence;
  };
  for (auto const& r : {
           row{20e9, 20e9, {}, ruling::ok, "median 20 GB/s is not below the minimum 20 GB/s"},
           row{26.153e9, 20e9, {}, ruling::ok, "median 26.15 GB/s is not below the minimum 20 GB/s"},
           row{19.9999999e9, 20e9, {}, ruling::below_limit, "median 19.9999999 GB/s is below the minimum 20 GB/s"},
           row{12345.6e9, 20e9, {}, ruling::ok, "median 12346 GB/s is not below the minimum 20 GB/s"},
           row{0, 20e9, {}, ruling::below_limit, "median 0 GB/s is below the minimum 20 GB/s"},
           row{0, 0, {}, ruling::ok, "median 0 GB/s is not below the minimum 0 GB/s"},
           row{3e9, {}, 2e9, ruling::above_limit, "median 3 GB/s is above the maximum 2 GB/s"},
           row{2e9, {}, 2e9, ruling::ok, "median 2 GB/s is not above the maximum 2 GB/s"},
           row{1.1e9, 1e9, 2e9, ruling::ok, "median 1.1 GB/s is not below the minimum 1 GB/s"},
           row{1.9e9, 1e9, 2e9, ruling::ok, "median 1.9 GB/s is not above the maximum 2 GB/s"},
           row{2.5e9, 1e9, 2e9, ruling::above_limit, "median 2.5 GB/s is above the maximum 2 GB/s"},
       }) {
    auto const out = judged({measured(r.median)}, {{.min = r.min, .max = r.max, .unit = "B/s", .text = "x"}});
    REQUIRE(out.all.size() == 1);
    CHECK(out.all[0].what == r.what);
    CHECK(out.all[0].sentence == r.sentence);
  }
}

TEST_CASE("durations are said in the unit that suits each") {
  auto r = measured(3200);
  r.measure = "latency", r.unit = "ns";
  limit_rule const rule{.max = 3000, .unit = "ns", .text = "max = \"3 us\""};
  CHECK(judged({r}, {rule}).all[0].sentence == "median 3.2 us is above the maximum 3 us");
  r.summary->median = 730.57;
  CHECK(judged({r}, {rule}).all[0].sentence == "median 730.6 ns is not above the maximum 3 us");
  r.summary->median = 2e9;
  CHECK(judged({r}, {rule}).all[0].sentence == "median 2 s is above the maximum 3 us");
  r.summary->median = 3000.001;
  CHECK(judged({r}, {rule}).all[0].sentence == "median 3.000001 us is above the maximum 3 us");
}

TEST_CASE("most keys matched wins, wherever it stands") {
  std::vector<limit_rule> rules{minimum(30e9, {key("direction", "h2d")}),
                                minimum(10e9, {key("direction", "h2d"), key("lanes", "0")}), minimum(99e9)};
  auto out = judged({measured(18e9)}, rules);
  REQUIRE(out.all.size() == 1);
  CHECK(out.all[0].what == ruling::ok);
  CHECK(out.all[0].bound == 10e9);
  CHECK(out.problems.empty());
  std::swap(rules[0], rules[1]);
  CHECK(judged({measured(18e9)}, rules).all[0].bound == 10e9);
  out = judged({measured(18e9, "h2d", 1), measured(18e9, "d2h", 0)}, rules);
  REQUIRE(out.all.size() == 3);
  CHECK(out.all[0].bound == 30e9);
  CHECK(out.all[1].bound == 99e9);
  CHECK(out.all[2].sentence == "limit min = \"10 GB/s\" matches no cell of this run (x.toml:12:1)");
}

TEST_CASE("a tie is a problem, not a choice; before the run and after it") {
  std::vector<limit_rule> const rules{minimum(1e9, {key("direction", "h2d")}, "x.toml:1:1"),
                                      minimum(2e9, {key("product", "H200")}, "x.toml:5:1")};
  auto const out = judged({measured(18e9)}, rules);
  CHECK(out.all.empty());
  REQUIRE(out.problems.size() == 1);
  CHECK(out.problems[0].kind == fault::invalid);
  CHECK(out.problems[0].text ==
        "two limits with equally many keys match s/t/bandwidth/h2d/single/host>0/size=1048576/timer=tsc: min = \"1 "
        "GB/s\" (x.toml:1:1) "
        "and min = \"2 GB/s\" (x.toml:5:1); add a key to the one that shall win, or write min and max in one limit");
  cell c{.id = "s/t/x", .direction = "h2d", .lanes = {{host_end(), device_end(0)}}};
  auto const inv = gpu_machine({0});
  CHECK(find_ties(std::span(&c, 1), rules, inv).size() == 1);
  CHECK(find_ties(std::span(&c, 1), std::span(rules).first(1), inv).empty());
  auto third = rules;
  third.push_back(minimum(3e9, {key("direction", "h2d"), key("product", "H200")}));
  CHECK(find_ties(std::span(&c, 1), third, inv).empty());
  c.measure = "latency";
  CHECK(find_ties(std::span(&c, 1), rules, inv).empty());
}

TEST_CASE("a limit in another unit says nothing of a record") {
  auto latency = measured(700);
  latency.measure = "latency", latency.unit = "ns";
  auto const out =
      judged({latency, measured(5e9)}, {minimum(1e9), {.max = 1000, .unit = "ns", .text = "max = \"1 us\""}});
  REQUIRE(out.all.size() == 2);
  CHECK(out.all[0].unit == "ns");
  CHECK(out.all[1].unit == "B/s");
  CHECK(out.problems.empty());
}

TEST_CASE("no figure to hold against a limit is never a pass") {
  auto skipped = measured(0);
  skipped.status = outcome::skipped, skipped.reason = "no peer access from 0 to 1", skipped.summary.reset(),
  skipped.unit.clear();
  auto const nan = measured(std::numeric_limits<double>::quiet_NaN()),
             inf = measured(std::numeric_limits<double>::infinity());
  auto empty = measured(1);
  empty.summary.reset();
  auto const out = judged({skipped, nan, inf, empty}, {minimum(20e9)});
  REQUIRE(out.all.size() == 4);
  for (auto const& v : out.all) CHECK(v.what == ruling::unmet);
  CHECK(out.all[0].sentence ==
        "limit min = \"20 GB/s\" has no figure to hold against: skipped, no peer access from 0 to 1 (x.toml:12:1)");
  CHECK(out.all[0].unit == "B/s");
  CHECK(out.all[1].sentence ==
        "limit min = \"20 GB/s\" has no figure to hold against: the median is no finite number (x.toml:12:1)");
  auto const none = judged({}, {minimum(20e9)});
  REQUIRE(none.all.size() == 1);
  CHECK(none.all[0].what == ruling::unmet);
  CHECK(none.all[0].series.empty());
  CHECK(judged({measured(1)}, {}).all.empty());
}

TEST_CASE("shares of the link") {
  limit_rule const rule{.where = {{}, "x.toml:3:1"}, .min = 0.8, .unit = "% of link", .text = "min = \"80% of link\""};
  auto r = measured(50e9);
  CHECK(judged({r}, {rule}).all[0].sentence ==
        "limit min = \"80% of link\" has no figure to hold against: the rate of its link is not known (x.toml:3:1)");
  r.physical_limit = 64e9;
  auto const v = judged({r}, {rule}).all[0];
  CHECK(v.what == ruling::below_limit);
  CHECK(v.bound == Approx(51.2e9));
  CHECK(v.sentence == "median 50 GB/s is below the minimum 51.2 GB/s, 80% of link (x.toml:3:1)");
  r.physical_limit = 62.5e9;
  CHECK(judged({r}, {rule}).all[0].what == ruling::ok);
  r.physical_limit = 0;
  CHECK(judged({r}, {rule}).all[0].what == ruling::unmet);
}

TEST_CASE("shares of the peers: the other lanes of the same kind") {
  limit_rule const rule{.min = 0.95, .unit = "% of peers", .text = "min = \"95% of peers\""};
  auto out = judged({measured(20e9, "h2d", 0), measured(21e9, "h2d", 1), measured(15e9, "h2d", 2)}, {rule});
  REQUIRE(out.all.size() == 3);
  CHECK(out.all[0].what == ruling::ok);
  CHECK(out.all[2].what == ruling::below_limit);
  CHECK(out.all[2].bound == Approx(0.95 * 20.5e9));
  CHECK(out.all[2].sentence == "median 15 GB/s is below the minimum 19.48 GB/s, 95% of peers");
  out = judged({measured(20e9, "h2d", 0), measured(1e9, "d2h", 1), measured(2e9, "h2d", 1, 4096)}, {rule});
  for (auto const& v : out.all) {
    CHECK(v.what == ruling::unmet);
    CHECK(v.sentence ==
          "limit min = \"95% of peers\" has no figure to hold against: no other lane of this kind was measured");
  }
}

TEST_CASE("what ran takes the place of auto in a match") {
  auto r = measured(5e9);
  r.mechanism = "stream";
  auto const inv = host_machine(1);
  auto judge = [&](condition const& k) {
    return judge_limits(std::span(&r, 1), std::vector{minimum(1e9, {k})}, inv).all[0].what;
  };
  CHECK(judge(key("copy", "stream")) == ruling::ok);
  CHECK(judge(key("copy", "memcpy")) == ruling::unmet);
  CHECK(judge(key("timer", "tsc")) == ruling::ok);
  CHECK(judge(key("timer", "steady")) == ruling::unmet);
  r.affinity = "node:1";
  CHECK(judge(key("affinity", "node:1")) == ruling::ok);
  r.issuer = "destination";
  CHECK(judge(key("issuer", "destination")) == ruling::ok);
}
