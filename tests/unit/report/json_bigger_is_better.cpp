// SPDX-License-Identifier: MIT
#include <lanemark/report/json_bigger_is_better.hpp>

#include <lanemark_catch2.hpp>

#include "made_up_runs.hpp"

using namespace lanemark;
using namespace made_up;
using report::json;

namespace {
using writer = void (*)(std::span<run_result const>, report::text_sink const&);
json read(writer write, std::span<run_result const> runs) {
  std::string text;
  write(runs, [&](std::string_view piece) { text += piece; });
  CHECK(has_no_nan(text));
  return json::parse(text);
}
}  // namespace

TEST_CASE("bandwidths are better when bigger, latencies when smaller") {
  auto const r = small_run();
  auto const big = read(report::bigger_is_better, {&r, 1}), small = read(report::smaller_is_better, {&r, 1});
  REQUIRE(big.size() == 1);
  CHECK(big[0]["name"] == r.records[0].id);
  CHECK(big[0]["unit"] == "GB/s");
  CHECK(big[0]["value"] == 10.5);
  CHECK(big[0]["range"].get<std::string>().substr(0, 8) == "\xc2\xb1 0.052");
  CHECK(big[0]["extra"] ==
        "median 10.50 GB/s, 95 % interval 10.45 .. 10.55, 20 samples\nrun 20260131T020000Z-0123456789abcdef");
  REQUIRE(small.size() == 1);
  CHECK(small[0]["unit"] == "ns");
  CHECK(small[0]["value"] == 730.5);
}

TEST_CASE("few samples have no range, what is no number no entry") {
  auto const r = odd_figures();
  auto const all = read(report::bigger_is_better, {&r, 1});
  REQUIRE(all.size() == 3);
  CHECK(!all[0].contains("range"));
  CHECK(read(report::smaller_is_better, {&r, 1}) == json::array());
  CHECK(read(report::bigger_is_better, {}) == json::array());
}

TEST_CASE("one value a name: the newest run of a scenario") {
  run_result runs[] = {small_run(), small_run()};
  runs[0].started = "2026-03-01T00:00:00Z", runs[0].records[0].summary->median = 3e9;
  auto const all = read(report::bigger_is_better, runs);
  REQUIRE(all.size() == 1);
  CHECK(all[0]["value"] == 3);
  auto const hostile = hostile_run();
  CHECK(read(report::bigger_is_better, {&hostile, 1}).size() == 1);
}
