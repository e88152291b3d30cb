// SPDX-License-Identifier: MIT
#include <lanemark/report/json.hpp>

#include <clocale>
#include <cmath>

#include <lanemark_catch2.hpp>

#include "made_up.hpp"

using namespace lanemark;
using namespace made_up;
using report::json;

namespace {
run_result a_run() {
  run_result r{.id = "r1",
               .started = "2026-01-31T02:00:00Z",
               .duration_ns = 5,
               .version = "0.1.0",
               .command = {"lanemark", "run", "x.toml"}};
  r.backend = "host";
  r.scenario = {
      .name = "nightly", .path = "x.toml", .sha256 = "ab", .values = {{"test.pairs.size", "4096", "x.toml:3:1"}}};
  r.machine.devices = {{.id = 0, .label = "core0", .cpus = {0, 1}}};
  r.records = {cell({upload(0)}, 10.5e9, 4096), not_measured(cell({upload(1)}, 1), outcome::skipped, "no such device")};
  r.exit = {0, "all is well"};
  return r;
}
std::string keys(json const& j) {
  std::string text;
  for (auto const& [key, value] : j.items()) text += (text.empty() ? "" : " ") + key;
  return text;
}
bool starts(std::string const& text, std::string const& with) { return text.compare(0, with.size(), with) == 0; }
}  // namespace

TEST_CASE("the frozen keys are all there, in their order") {
  auto const j = json::parse(report::json_report(a_run()));
  CHECK(starts(keys(j), "schema run machine counts exit series warnings"));
  CHECK(j["schema"] == "lanemark-report/1");
  CHECK(starts(keys(j["run"]), "id started duration_ns version command backend simulated seed scenario"));
  CHECK(starts(keys(j["run"]["scenario"]), "name path sha256"));
  CHECK(starts(keys(j["machine"]), "fingerprint devices"));
  CHECK(starts(keys(j["machine"]["devices"][0]), "id label product pci numa chiplets"));
  CHECK(keys(j["counts"]) == "planned measured skipped failed");
  CHECK(keys(j["exit"]) == "code reason");
  auto const& s = j["series"][0];
  CHECK(starts(keys(s),
               "id test measure direction mode lanes size_requested size_bytes affinity timer clock_step_ns issuer "
               "copy pages unit "
               "better status reason stop samples summary verdict warnings"));
  CHECK(starts(keys(s["lanes"][0]), "source destination summary"));
  CHECK(keys(s["summary"]) == "n median ci_low ci_high min max mean p05 p95");
}

TEST_CASE("values have the types that the keys promise") {
  auto const j = json::parse(report::json_report(a_run()));
  CHECK(j["run"]["seed"] == "1");
  CHECK(j["run"]["duration_ns"] == 5);
  CHECK(j["run"]["scenario"]["values"][0]["where"] == "x.toml:3:1");
  CHECK(j["machine"]["devices"][0]["pci"].is_null());
  CHECK(j["machine"]["devices"][0]["numa"].is_null());
  CHECK(j["counts"] == json{{"planned", 2}, {"measured", 1}, {"skipped", 1}, {"failed", 0}});
  auto const &s = j["series"][0], &t = j["series"][1];
  CHECK(s["size_bytes"] == 4096);
  CHECK(s["unit"] == "B/s");
  CHECK(s["better"] == "higher");
  CHECK(s["status"] == "measured");
  CHECK(s["reason"].is_null());
  CHECK(s["copy"] == "stream");
  CHECK(s["samples"].size() == 3);
  CHECK(s["summary"]["median"] == 10.5e9);
  CHECK(s["verdict"].is_null());
  CHECK(t["status"] == "skipped");
  CHECK(t["reason"] == "no such device");
  CHECK(t["summary"].is_null());
  CHECK(t["copy"].is_null());
  CHECK(t["stop"].is_null());
  CHECK(t["samples"].empty());
}

TEST_CASE("numbers are finite or null") {
  auto r = a_run();
  r.records[0].samples = {1.0, NAN, INFINITY};
  r.records[0].summary->median = NAN;
  r.records[0].skew_ns = -1;
  r.records[0].summary->ci_low.reset();
  auto const j = json::parse(report::json_report(r));
  CHECK(j["series"][0]["samples"] == json{1.0, nullptr, nullptr});
  CHECK(j["series"][0]["summary"]["median"].is_null());
  CHECK(j["series"][0]["summary"]["ci_low"].is_null());
  CHECK(j["series"][0]["skew_ns"].is_null());
}

TEST_CASE("integers that a double would round are strings") {
  CHECK(report::whole((1ULL << 53) - 1).dump() == "9007199254740991");
  CHECK(report::whole(1ULL << 53).dump() == "\"9007199254740992\"");
  CHECK(report::whole(~0ULL).dump() == "\"18446744073709551615\"");
}

TEST_CASE("names that are no UTF-8 are replaced, and control characters escaped") {
  auto r = a_run();
  r.machine.devices[0].label = "a\xff\x1b";
  r.scenario.path = "\xc3\x28.toml";
  auto const text = report::json_report(r);
  auto const j = json::parse(text);
  CHECK(j["machine"]["devices"][0]["label"] == "a\xef\xbf\xbd\x1b");
  CHECK(j["run"]["scenario"]["path"] == "\xef\xbf\xbd(.toml");
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("a verdict against a series is told before others") {
  auto r = a_run();
  auto const id = r.records[0].id;
  r.verdicts = {{.series = id, .sentence = "fine"},
                {.what = ruling::below_limit,
                 .series = id,
                 .limit = "min",
                 .value = 1,
                 .bound = 2,
                 .unit = "B/s",
                 .sentence = "too slow"},
                {.what = ruling::improved, .series = id}};
  auto const j = json::parse(report::json_report(r));
  CHECK(j["series"][0]["verdict"] == json{{"ruling", "below-limit"},
                                          {"sentence", "too slow"},
                                          {"limit", "min"},
                                          {"value", 1.0},
                                          {"bound", 2.0},
                                          {"unit", "B/s"}});
  r.verdicts = {{.what = ruling::unmet, .series = id, .sentence = "no figure"}};
  CHECK(json::parse(report::json_report(r))["series"][0]["verdict"]["value"].is_null());
}

TEST_CASE("an empty run has the same keys") {
  auto const j = json::parse(report::json_report(run_result{.problems = {"x.toml:1:1: error: no"}}));
  CHECK(keys(j) == keys(json::parse(report::json_report(a_run()))));
  CHECK(j["series"].is_array());
  CHECK(j["problems"][0] == "x.toml:1:1: error: no");
}

TEST_CASE("one series a line, and no foreign locale") {
  auto const before = report::json_report(a_run());
  auto const* found = std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(report::json_report(a_run()) == before);
  if (found) std::setlocale(LC_ALL, "C");
  CHECK(before.find("\n  {\"id\":\"nightly/pairs/bandwidth/h2d/single/host>1/") != std::string::npos);
  CHECK(before.back() == '\n');
}

TEST_CASE("sync has no size and no copy loop") {
  auto r = a_run();
  r.records = {latency({device_lane(0, 1)}, 2070)};
  r.records[0].measure = "sync", r.records[0].size = r.records[0].size_requested = {0};
  auto const j = json::parse(report::json_report(r));
  CHECK(j["series"][0]["size_bytes"].is_null());
  CHECK(j["series"][0]["copy"].is_null());
  CHECK(j["series"][0]["mechanism"] == "memcpy");
  CHECK(j["series"][0]["unit"] == "ns");
  CHECK(j["series"][0]["better"] == "lower");
}
