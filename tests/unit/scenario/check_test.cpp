// SPDX-License-Identifier: MIT
#include <lanemark/scenario/check_test.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("tests that are wrong are refused, each at its place", "[check]") {
  expected const table[] = {
      {R"([[test]]
direction = "h2d")",
       {R"(f:7:1: error: missing name in [[test]] 2; write for example name = "pairs")"}},
      {R"([[test]]
name = "t"
direction = "h2d")",
       {R"(f:8:8: error: test name "t" is taken, at f:5:8)"}},
      {R"([[test]]
name = "a b"
direction = "h2d")",
       {R"(f:8:8: error: name in [[test]] "a b" is "a b"; it must be 1 to 64 of the characters A-Z a-z 0-9 . _ -)"}},
      {R"([[test]]
name = "u")",
       {R"(f:7:1: error: missing direction in [[test]] "u"; write for example direction = ["h2d", "d2h"])"}},
      {R"([[test]]
name = "u"
measure="sync"
direction = "h2d")",
       {R"(f:7:1: error: [[test]] "u" measures sync, which is between two devices: its direction must include d2d or node)"}},
      {R"([[test.override]]
set = { iterations = 5 })",
       {R"(f:7:1: error: override 1 of [[test]] "t" needs match = { ... }, the cells to change)"}},
      {R"([[test.override]]
match = { size = ">=512MiB" })",
       {R"(f:7:1: error: override 1 of [[test]] "t" needs set = { ... }, the settings to change)"}},
      {R"([[test.override]]
match = { direction = "h2d" }
set = { size = "4K", iteration = 5 })",
       {R"(f:9:9: error: override 1 of [[test]] "t" cannot set "size", which is an axis; narrow it with match, or write a test of its own)",
        R"(f:9:22: error: unknown key "iteration" in set of override 1 of [[test]] "t"; did you mean "iterations"?)"}},
      {R"([[test.override]]
match = { direction = "h2d" }
set = { samples = { max = 5 } })",
       {R"(f:9:27: error: samples in set of override 1 of [[test]] "t": max = 5 is below min = 10; say both)"}},
      {R"([[test.override]]
match = { direction = "h2d+d2h" }
set = { warmup = 5 })",
       {R"(f:8:11: error: override 1 of [[test]] "t" can match no cell of this test, because of its direction)"}},
      {R"([[test.add]]
measure="latency")",
       {R"(f:7:1: error: add 1 of [[test]] "t" needs a direction; it is a complete cell of its own: direction = "d2d")"}},
      {R"([[test.add]]
direction="h2d"
size="4KB"
name="x")",
       {R"(f:9:6: error: size in add 1 of [[test]] "t": "4KB" is ambiguous, 1000 or 1024? write "4KiB" for powers of 1024, or 4000 for powers of 1000)",
        R"(f:10:1: error: unknown key "name" in add 1 of [[test]] "t"; docs/scenario.md lists the keys)"}},
      {R"([test.exclude]
size = 4)",
       {R"(f:7:1: error: exclude in [[test]] "t" must be a list of tables; write [[test.exclude]])"}},
      {R"(exclude = [3])",
       {R"(f:7:12: error: exclude in [[test]] "t" must be a list of tables; write [[test.exclude]])"}},
      {R"(target = 3)", {R"(f:7:1: error: unknown key "target" in [[test]] "t"; docs/scenario.md lists the keys)"}},
      {R"("größe" = 3)", {R"(f:7:1: error: unknown key "größe" in [[test]] "t"; docs/scenario.md lists the keys)"}},
      {R"([scenari]
x = 1)",
       {R"(f:7:2: error: unknown key "scenari" in the file; did you mean "scenario"?)"}},
  };
  for (auto const& row : table) {
    CAPTURE(row.body);
    CHECK(said_of(row.body) == row.says);
  }
}

TEST_CASE("axes and settings of [defaults] hold for every test and for additions", "[check]") {
  auto const s = scenario_of(R"(size = "2M"
[[test.override]]
match = { size = ">=1M" }
set = { iterations = 5, pattern = "seeded" }
[[test.add]]
direction = "d2d"
measure = "latency"
lanes = "0>1"
warmup = 9
[[test]]
name = "u"
[defaults]
direction = "d2h"
size = "4K"
affinity = "none"
iterations = 3
devices = [1])");
  REQUIRE(s.tests.size() == 2);
  auto const &t = s.tests[0], &u = s.tests[1];
  CHECK(t.axes.direction == lines{"h2d", "d2d"});
  CHECK(t.axes.size == std::vector<std::uint64_t>{2097152});
  CHECK(t.axes.affinity == lines{"none"});
  CHECK(t.keys.how.iterations == 3);
  CHECK(t.devices == lines{"1"});
  CHECK(u.axes.direction == lines{"d2h"});
  CHECK(u.axes.size == std::vector<std::uint64_t>{4096});
  REQUIRE(t.overrides.size() == 1);
  CHECK(t.overrides[0].set.iterations == std::size_t{5});
  CHECK(t.overrides[0].set.seeded);
  CHECK_FALSE(t.overrides[0].set.samples);
  CHECK(t.overrides[0].where.where == "f:8:1");
  REQUIRE(t.add.size() == 1);
  CHECK(t.add[0].axes.direction == lines{"d2d"});
  CHECK(t.add[0].axes.size == std::vector<std::uint64_t>{4096});  // of the defaults, not of the matrix beside it
  CHECK(t.add[0].axes.lanes.named == lines{"0>1"});
  CHECK(t.add[0].set.warmup == std::size_t{9});
  CHECK(t.add[0].where == "f:11:1");
}

TEST_CASE("what has no effect is worth a note", "[check]") {
  CHECK(said_of("measure = \"sync\"\nsize = 4096\nmode = \"single\"\nthreads = 2\ntogether = \"all\"") ==
        lines{"f:8:1: note: size in [[test]] \"t\" has no effect; it applies to bandwidth and latency",
              "f:9:1: note: mode in [[test]] \"t\" has no effect; it applies to bandwidth and latency",
              "f:10:1: note: threads in [[test]] \"t\" has no effect; it applies to measure bandwidth",
              "f:11:1: note: together in [[test]] \"t\" has no effect; it applies to mode parallel"});
}

TEST_CASE("numbered test cases need no direction where the build has them", "[check]") {
  auto const l = load({{"f", "lanemark = 1\n[scenario]\nname = \"s\"\n[[test]]\nname = \"t\"\ntc = [3, 4]\n"}}, "f", {},
                      {.test_cases = true});
  CHECK(said(l).empty());
}
