// SPDX-License-Identifier: MIT
#include <lanemark/report/plan_text.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a plan shows every cell, why some are skipped, and the totals") {
  cell a{
      .id = "s/t/bandwidth/h2d/single/host>0/size=1048576", .lanes = {{host_end(), device_end(0)}}, .size = {1 << 20}};
  a.how.iterations = 10;
  cell b{.id = "s/t/sync/d2d/single/0>1", .measure = "sync", .lanes = {{device_end(0), device_end(1)}}};
  b.impossible = "the host has no sync";
  report::plan_view const p{.scenario = "s",
                            .path = "s.toml",
                            .backend = "host",
                            .devices = 2,
                            .cells = {a, b},
                            .notes = {"s.toml:3:1: note: nothing"}};
  CHECK("\n" + report::plan_text(p) == R"(
scenario s (s.toml) on backend host, 2 devices

cell                                          bytes  estimate
s/t/bandwidth/h2d/single/host>0/size=1048576  1MiB   26.2 ms
s/t/sync/d2d/single/0>1                       -      skipped: the host has no sync

s.toml:3:1: note: nothing
2 cells planned: 1 to measure, 1 to skip; about 26.2 ms, guessed from usual rates; buffers of 2.0 MiB at most
)");
}

TEST_CASE("an empty plan says so") {
  CHECK(report::plan_text({.scenario = "s", .path = "s.toml", .backend = "host"}) ==
        "scenario s (s.toml) on backend host, 0 devices\n\n0 cells planned: 0 to measure, 0 to skip; about 0.00 ns, "
        "guessed from usual rates\n");
}
