// SPDX-License-Identifier: MIT
#include <lanemark/report/json_google_benchmark.hpp>

#include <lanemark_catch2.hpp>

#include "made_up_runs.hpp"

using namespace lanemark;
using namespace made_up;
using report::json;

namespace {
json read(std::span<run_result const> runs) { return json::parse(report::google_benchmark(runs)); }
}  // namespace

TEST_CASE("one row a measured series, as its readers take them") {
  auto r = small_run();
  r.surroundings.emplace();
  r.surroundings->cpu.online = {0, 1}, r.surroundings->cpu.governors = {"powersave"};
  r.surroundings->cpu.caches = {{3, 1 << 20, 4}}, r.surroundings->load = 0.5;
  auto const j = read({&r, 1});
  auto const& c = j["context"];
  CHECK(c["json_schema_version"] == 1);
  CHECK(c["date"] == "2026-01-31T02:00:00+00:00");
  CHECK(c["num_cpus"] == 2);
  CHECK(c["cpu_scaling_enabled"] == true);
  CHECK(c["caches"][0]["size"] == 1 << 20);
  CHECK(c["load_avg"] == json{0.5});
  CHECK(c["lanemark_scenario"] == "nightly");
  REQUIRE(j["benchmarks"].size() == 2);
  auto const &bandwidth = j["benchmarks"][0], &latency = j["benchmarks"][1];
  CHECK(bandwidth["name"] == r.records[0].id);
  CHECK(bandwidth["run_type"] == "iteration");
  CHECK(bandwidth["time_unit"] == "ns");
  CHECK(bandwidth["real_time"].get<double>() == Approx(4096 / 10.5));
  CHECK(bandwidth["cpu_time"] == bandwidth["real_time"]);
  CHECK(bandwidth["bytes_per_second"] == 10.5e9);
  CHECK(bandwidth["iterations"] == 20);
  CHECK(latency["real_time"] == 730.5);
  CHECK(!latency.contains("bytes_per_second"));
  CHECK(latency["family_index"] == 1);
}

TEST_CASE("all lanes of a cell copy their bytes in one operation") {
  auto r = small_run();
  r.records = {cell({device_lane(0, 1), device_lane(1, 0)}, 2e9, 1000, "bidirectional")};
  CHECK(read({&r, 1})["benchmarks"][0]["real_time"].get<double>() == Approx(1000));
}

TEST_CASE("several runs of a series are its repetitions") {
  run_result const runs[] = {small_run(), small_run()};
  auto const rows = read(runs)["benchmarks"];
  REQUIRE(rows.size() == 4);
  CHECK(rows[2]["name"] == rows[0]["name"]);
  CHECK(rows[2]["repetition_index"] == 1);
  CHECK(rows[0]["repetitions"] == 2);
}

TEST_CASE("no row without a finite time, and no text that is no UTF-8") {
  auto r = odd_figures();
  auto const text = report::google_benchmark({&r, 1});
  CHECK(has_no_nan(text));
  CHECK(json::parse(text)["benchmarks"].size() == 2);
  r = hostile_run();
  CHECK(json::parse(report::google_benchmark({&r, 1}))["benchmarks"].size() == 2);
  CHECK(read({})["benchmarks"].empty());
}
