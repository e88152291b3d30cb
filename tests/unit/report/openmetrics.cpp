// SPDX-License-Identifier: MIT
#include <lanemark/report/openmetrics.hpp>

#include <clocale>

#include <lanemark_catch2.hpp>

#include "made_up_runs.hpp"

using namespace lanemark;
using namespace made_up;

namespace {
std::string text_of(run_result const& r, std::string_view earlier = {}) {
  return report::openmetrics({&r, 1}, earlier);
}
bool has(std::string const& text, std::string_view part) {
  if (text.find(part) != text.npos) return true;
  UNSCOPED_INFO(text << "\nlacks " << part);
  return false;
}
}  // namespace

TEST_CASE("every family of a run") {
  auto r = small_run();
  r.verdicts = {{.series = r.records[1].id},
                {.what = ruling::below_limit, .series = r.records[0].id},
                {.what = ruling::improved, .series = r.records[0].id}};
  CHECK("\n" + text_of(r) == R"(
# TYPE lanemark_bandwidth_bytes_per_second gauge
# UNIT lanemark_bandwidth_bytes_per_second bytes_per_second
# HELP lanemark_bandwidth_bytes_per_second Median bandwidth of a series.
lanemark_bandwidth_bytes_per_second{scenario="nightly",series="nightly/pairs/bandwidth/h2d/single/host>0/size=4096/timer=tsc",test="pairs",measure="bandwidth",direction="h2d",mode="single",source="host",destination="0",size_bytes="4096"} 1.05e+10
# TYPE lanemark_latency_seconds gauge
# UNIT lanemark_latency_seconds seconds
# HELP lanemark_latency_seconds Median latency of a series.
lanemark_latency_seconds{scenario="nightly",series="nightly/pairs/latency/d2d/single/0>1/size=512/timer=tsc",test="pairs",measure="latency",direction="d2d",mode="single",source="0",destination="1",size_bytes="512"} 7.305e-07
# TYPE lanemark_verdict_series gauge
# HELP lanemark_verdict_series Series of the last run by verdict.
lanemark_verdict_series{scenario="nightly",verdict="ok"} 1
lanemark_verdict_series{scenario="nightly",verdict="improved"} 0
lanemark_verdict_series{scenario="nightly",verdict="regressed"} 0
lanemark_verdict_series{scenario="nightly",verdict="below-limit"} 1
lanemark_verdict_series{scenario="nightly",verdict="above-limit"} 0
lanemark_verdict_series{scenario="nightly",verdict="learning"} 0
lanemark_verdict_series{scenario="nightly",verdict="inconclusive"} 0
lanemark_verdict_series{scenario="nightly",verdict="unstable"} 0
lanemark_verdict_series{scenario="nightly",verdict="missing"} 0
lanemark_verdict_series{scenario="nightly",verdict="new"} 0
lanemark_verdict_series{scenario="nightly",verdict="unmet"} 0
lanemark_verdict_series{scenario="nightly",verdict="incomparable"} 0
# TYPE lanemark_cells gauge
# HELP lanemark_cells Cells of the last run by status.
lanemark_cells{scenario="nightly",status="measured"} 2
lanemark_cells{scenario="nightly",status="skipped"} 1
lanemark_cells{scenario="nightly",status="failed"} 1
lanemark_cells{scenario="nightly",status="timed-out"} 0
lanemark_cells{scenario="nightly",status="crashed"} 0
lanemark_cells{scenario="nightly",status="not-run"} 0
# TYPE lanemark_planned_cells gauge
# HELP lanemark_planned_cells Cells that the last run was to measure.
lanemark_planned_cells{scenario="nightly"} 4
# TYPE lanemark_exit_code gauge
# HELP lanemark_exit_code Exit code of the last run, 0 for success.
lanemark_exit_code{scenario="nightly"} 1
# TYPE lanemark_run_info gauge
# HELP lanemark_run_info What the last run was, always 1.
lanemark_run_info{scenario="nightly",run="20260131T020000Z-0123456789abcdef",version="0.1.0",backend="host",simulated="false"} 1
# TYPE lanemark_run_duration_seconds gauge
# UNIT lanemark_run_duration_seconds seconds
# HELP lanemark_run_duration_seconds How long the last run took.
lanemark_run_duration_seconds{scenario="nightly"} 1.5
# TYPE lanemark_last_run_timestamp_seconds gauge
# UNIT lanemark_last_run_timestamp_seconds seconds
# HELP lanemark_last_run_timestamp_seconds When the last run ended.
lanemark_last_run_timestamp_seconds{scenario="nightly"} 1769824801.500
# EOF
)");
}

TEST_CASE("the last success stays while runs fail") {
  auto r = small_run();
  r.exit = {0, "fine"};
  auto const good = text_of(r);
  auto const line = "\nlanemark_last_success_timestamp_seconds{scenario=\"nightly\"} 1769824801.500\n";
  CHECK(has(good, line));
  r.started = "2026-02-01T02:00:00Z", r.exit = {1, "no"};
  auto const bad = text_of(r, good);
  CHECK(has(bad, line));
  CHECK(has(bad, "lanemark_last_run_timestamp_seconds{scenario=\"nightly\"} 1769911201.500\n"));
  CHECK(has(text_of(r, bad), line));
  r.scenario.name = "other";
  CHECK(!has(text_of(r, good), "last_success"));
  for (auto const* wrong : {"lanemark_last_success_timestamp_seconds{scenario=\"other\"} NaN\n",
                            "lanemark_last_success_timestamp_seconds{scenario=\"other\"} 1 2\n",
                            "lanemark_last_success_timestamp_seconds{scenario=\"other\"} ",
                            "# lanemark_last_success_timestamp_seconds{scenario=\"other\"} 3\n"})
    CHECK(!has(text_of(r, wrong), "last_success"));
}

TEST_CASE("a name has one value: of several runs of a scenario the newest") {
  run_result runs[] = {small_run(), small_run(), small_run()};
  runs[1].started = "2026-03-01T02:00:00Z", runs[1].records[0].summary->median = 7;
  runs[2].scenario.name = "other";
  auto const text = report::openmetrics(runs);
  CHECK(count_of(text, "lanemark_exit_code{") == 2);
  CHECK(has(text, "size_bytes=\"4096\"} 7\n"));
  CHECK(count_of(text, "# TYPE lanemark_cells gauge\n") == 1);
  runs[0].records.push_back(runs[0].records[0]);  // only a harness could
  CHECK(count_of(text_of(runs[0]), "size_bytes=\"4096\"}") == 1);
}

TEST_CASE("hostile names and figures") {
  auto const text = text_of(hostile_run());
  CHECK(is_clean(text));
  CHECK(has(text, R"(scenario="=<a href=\"x\">&amp;'\\,;)"));
  CHECK(has_no_nan(text_of(odd_figures())));
  CHECK(count_of(text_of(odd_figures()), "\nlanemark_bandwidth_bytes_per_second{") == 3);
  CHECK(report::openmetrics({}) == "# EOF\n");
  run_result const nothing{};
  CHECK(has(text_of(nothing), "\nlanemark_exit_code 0\n"));
  CHECK(!has(text_of(nothing), "timestamp"));
  auto const before = text_of(small_run());
  auto const* found = std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(text_of(small_run()) == before);
  if (found) std::setlocale(LC_ALL, "C");
}
