// SPDX-License-Identifier: MIT
#include <lanemark/report/json_night.hpp>

#include <lanemark/measure/statistics.hpp>
#include <lanemark/report/json.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
run_result run_of(std::vector<record> records) {
  run_result r{.id = "20260131-1", .started = "2026-01-31T02:00:00Z", .version = "0.1.0", .backend = "cuda"};
  r.scenario.name = "s";
  r.machine.devices = {{.id = 0, .label = "d0", .product = "X", .pci = "0000:01:00.0", .uuid = "u"}};
  r.records = std::move(records);
  r.planned = r.records.size();
  return r;
}
record one(std::string id, double median) {
  record r{
      .id = std::move(id), .test = "t", .measure = "bandwidth", .direction = "h2d", .mode = "single", .size = {4096}};
  r.status = outcome::measured, r.unit = "B/s";
  r.lanes.push_back({.path = {host_end(), device_end(0)}});
  r.samples = {median, median * 1.5};
  r.summary = summarise(r.samples);
  r.summary->median = median;
  return r;
}
}  // namespace

TEST_CASE("a report is skimmed to what the strict reader makes of it") {
  auto bad = one("s/t/bandwidth/h2d/single/host>0/size=8192", 0);
  bad.status = outcome::failed, bad.reason = "it broke", bad.summary.reset(), bad.samples.clear();
  auto r = run_of({one("s/t/bandwidth/h2d/single/host>0/size=4096", 5e9), bad});
  r.verdicts.push_back({.what = ruling::below_limit, .series = r.records[0].id, .unit = "B/s", .sentence = "too slow"});
  auto const text = report::json_report(r);
  for (bool const samples : {false, true}) {
    INFO(samples);
    series_book skimmed, strict;
    auto const fast = report::night_detail::skim_night(text, "x.json", skimmed, samples);
    REQUIRE(fast);
    auto const slow = report::night_of((*report::read_reports(text, "x.json"))[0], strict, "x.json");
    CHECK(fast->from == "x.json");
    CHECK(fast->id == slow.id);
    CHECK(fast->started == slow.started);
    CHECK(fast->scenario == "s");
    CHECK(fast->devices == slow.devices);
    CHECK(fast->devices.at(0).uuid == "u");
    REQUIRE(fast->readings.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      auto const &a = fast->readings[i], &b = slow.readings[i];
      CHECK(a.status == b.status);
      CHECK(a.n == b.n);
      CHECK((a.median == b.median || (a.median != a.median && b.median != b.median)));
      CHECK(a.unit == b.unit);
      CHECK(a.reason == b.reason);
      CHECK(a.limit == b.limit);
      CHECK(a.samples == (samples ? b.samples : std::vector<double>{}));
      CHECK(skimmed[a.series].id == strict[b.series].id);
      CHECK(skimmed[a.series].lanes == strict[b.series].lanes);
      CHECK(skimmed[a.series].size == strict[b.series].size);
      CHECK(skimmed[a.series].measure == "bandwidth");
    }
    CHECK(fast->readings[0].limit == "too slow");
    CHECK(fast->readings[1].reason == "it broke");
  }
}

TEST_CASE("keys in another order, blanks and unknown keys") {
  series_book book;
  auto const text = std::string(
      R"({ "zzz": [1, {"a": "]"}], "series": [ { "summary": {"median": 2.0, "n": 3}, "unit": "ns", "status": "measured",
    "new": {}, "measure": "latency", "id": "a" } ], "exit": {"code": 0, "reason": ""}, "counts": {}, "machine": {},
    "run": {"started": "t", "id": "i", "scenario": {"name": "s"}}, "schema": "lanemark-report/1" })");
  auto const n = report::read_nights(text, "x", book, false);
  REQUIRE(n);
  REQUIRE(n->size() == 1);
  CHECK((*n)[0].scenario == "s");
  CHECK((*n)[0].readings.at(0).median == 2);
  CHECK((*n)[0].readings.at(0).n == 3);
}

TEST_CASE("what cannot be skimmed is told by the strict reader") {
  series_book book;
  auto const text = report::json_report(run_of({one("s/t/bandwidth/h2d/single/host>0/size=4096", 5e9)}));
  for (std::size_t const cut : {text.size() / 4, text.size() / 2, text.size() - 3}) {
    INFO(cut);
    auto const n = report::read_nights(text.substr(0, cut), "cut.json", book, false);
    REQUIRE_FALSE(n);
    CHECK(n.error().kind == fault::invalid);
    CHECK(n.error().text.find("cut.json") == 0);
    CHECK(n.error().text.find("cut short") != std::string::npos);
  }
  auto const other = report::read_nights(R"({"schema": "lanemark-compare/1"})", "c.json", book, false);
  REQUIRE_FALSE(other);
  CHECK(other.error().kind == fault::unsupported);
  auto const twice = run_of({one("a", 1), one("a", 2)});
  CHECK(report::read_nights(report::json_report(twice), "t.json", book, false));  // judging says which id it is
}
