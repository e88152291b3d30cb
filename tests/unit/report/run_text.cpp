// SPDX-License-Identifier: MIT
#include <lanemark/report/run_text.hpp>

#include <algorithm>

#include <lanemark_catch2.hpp>

#include "made_up.hpp"

using namespace lanemark;
using namespace made_up;

TEST_CASE("a run has a head, tables, reasons, warnings, notes, verdicts and an end") {
  run_result r{.started = "2026-01-31T02:00:00Z", .version = "0.1.0", .backend = "host"};
  r.scenario.name = "nightly", r.scenario.path = "n.toml";
  r.machine.devices.resize(2);
  r.records = {cell({upload(0)}, 10.5e9), not_measured(cell({upload(1)}, 1), outcome::failed, "broken")};
  r.records[0].warnings = {"noisy"};
  r.surroundings_warnings = {{"cpu", "slow: hurry"}, {"link", "asleep: wake it", false}};
  r.warnings = {"two runs at once"};
  r.notes = {"n.toml:9:1: note: exclude matches nothing"};
  r.verdicts = {{.what = ruling::below_limit, .series = "a", .sentence = "too slow"}, {.series = "b"}};
  r.exit = {1, "1 cell failed"};
  CHECK("\n" + report::run_text(r) == R"(
lanemark 0.1.0, nightly (n.toml), backend host, 2 devices, 2026-01-31T02:00:00Z

pairs: bandwidth h2d, single, 64MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
from \ to      0    1
host       10.50  n/a
median of 20 samples, 95 % interval +-0.5 %

failed: broken
  nightly/pairs/bandwidth/h2d/single/host>1/size=67108864/timer=tsc

warning: noisy
  nightly/pairs/bandwidth/h2d/single/host>0/size=67108864/timer=tsc
warning: cpu: slow: hurry
warning: two runs at once

n.toml:9:1: note: exclude matches nothing

below-limit: too slow
  a
1 of 2 verdicts ok

measured 1 of 2 planned, 0 skipped, 1 failed; exit 1: 1 cell failed
)");
}

TEST_CASE("of many verdicts of a kind the first twenty are said, and how many there are more", "[run_text]") {
  std::vector<verdict> all(20, {.what = ruling::regressed, .series = "a", .sentence = "slower"});
  all.insert(all.begin(), {.what = ruling::below_limit, .sentence = "too slow"});
  auto const lines = [](std::string const& text) { return std::count(text.begin(), text.end(), '\n'); };
  CHECK(report::verdicts_text({}) == "");
  CHECK(lines(report::verdicts_text(all)) == 1 + 2 * 20 + 1);
  all.insert(all.end(), 980, all.back());
  auto const text = report::verdicts_text(all);
  CHECK(lines(text) == 1 + 2 * 20 + 1 + 1);
  CHECK(text.ends_with("regressed: 980 more; --json names them all\n0 of 1001 verdicts ok\n"));
}

TEST_CASE("the last line says each thing once") {
  run_result r{.planned = 2};
  r.exit = {4, "nothing was measured: measured 0 of 2 planned, 0 skipped, 0 failed"};
  CHECK(report::end_text(r) == "measured 0 of 2 planned, 0 skipped, 0 failed; exit 4: nothing was measured\n");
  r.exit = {0, "measured 0 of 2 planned, 0 skipped, 0 failed"};
  CHECK(report::end_text(r) == "measured 0 of 2 planned, 0 skipped, 0 failed; exit 0\n");
}

TEST_CASE("a simulated run says so") {
  run_result r{.version = "0.1.0", .backend = "sim", .simulated = true};
  CHECK(report::run_text(r).find("\nsimulated: these figures come from a model, not from hardware\n") !=
        std::string::npos);
}
