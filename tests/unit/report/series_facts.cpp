// SPDX-License-Identifier: MIT
#include <lanemark/report/series_facts.hpp>

#include <lanemark_catch2.hpp>

#include "made_up_runs.hpp"

using namespace lanemark;
using namespace made_up;

TEST_CASE("lanes as ids spell them") {
  CHECK(report::lanes_of(cell({upload(0)}, 1)) == "host>0");
  CHECK(report::lanes_of(cell({device_lane(0, 1), device_lane(1, 0)}, 1)) == "0<>1");
  CHECK(report::lanes_of(record{}).empty());
}

TEST_CASE("a median in words") {
  CHECK(report::median_text(cell({upload(0)}, 26.15e9)) ==
        "median 26.15 GB/s, 95 % interval 26.02 .. 26.28, 20 samples");
  auto one = latency({upload(0)}, 2070);
  one.summary = sum(2070, 1);
  CHECK(report::median_text(one) == "median 2.07 us, 1 sample");
  CHECK(report::median_text(not_measured(one, outcome::skipped, "x")).empty());
}

TEST_CASE("a verdict against the machine decides, then a hole, then the first") {
  verdict const ok{}, improved{.what = ruling::improved}, unmet{.what = ruling::unmet}, slow{.what = ruling::regressed};
  CHECK(report::deciding({}) == nullptr);
  CHECK(report::deciding({&ok, &improved}) == &ok);
  CHECK(report::deciding({&ok, &unmet, &improved}) == &unmet);
  CHECK(report::deciding({&unmet, &slow}) == &slow);
}

TEST_CASE("the newest run of each scenario") {
  run_result runs[] = {small_run(), small_run(), small_run(), small_run()};
  runs[0].started = "2026-02-01T00:00:00Z", runs[2].scenario.name = "other";
  auto const kept = report::newest_of_each(runs);
  CHECK(kept == std::vector<run_result const*>{&runs[0], &runs[2]});
  runs[3].started = runs[0].started;  // as new: the later one named
  CHECK(report::newest_of_each(runs)[0] == &runs[3]);
}
