// SPDX-License-Identifier: MIT
#include <lanemark/scenario/check_match.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("conditions that are wrong or hopeless are refused", "[check]") {
  expected const table[] = {
      {R"([[test.exclude]]
direction = "d2h")",
       {R"(f:8:1: error: exclude 1 of [[test]] "t" can match no cell of this test, because of its direction)"}},
      {R"([[test.exclude]]
size = "1G")",
       {R"(f:8:1: error: exclude 1 of [[test]] "t" can match no cell of this test, because of its size)"}},
      {R"([[test.exclude]])",
       {R"(f:7:1: error: exclude 1 of [[test]] "t" has no condition, so it would match every cell; say at least one axis)"}},
      {R"([[test.exclude]]
size = "=>1MiB")",
       {R"(f:8:8: error: size in exclude 1 of [[test]] "t": "=>1MiB" is no comparison; write for example ">=1MiB" or "<64K")"}},
      {R"([[test.exclude]]
size = [">1K", "4K"])",
       {R"(f:8:9: error: size in exclude 1 of [[test]] "t": ">1K" must stand alone; a list holds plain sizes)"}},
      {R"([[test.exclude]]
sise = "1G")",
       {R"(f:8:1: error: unknown key "sise" in exclude 1 of [[test]] "t"; did you mean "size"?)"}},
      {R"([[test.exclude]]
test = "t")",
       {R"(f:8:1: error: unknown key "test" in exclude 1 of [[test]] "t"; known are measure, direction, mode, size, lanes, affinity, timer, issuer, source_chiplet, destination_chiplet, semantics, cache, copy, protocol, threads, product, label)"}},
      {R"([[test.exclude]]
lanes="0<>x")",
       {R"(f:8:7: error: lanes in exclude 1 of [[test]] "t": "0<>x" names no two ends; write for example "0<>1" or "host<>0")"}},
      {R"([[test.exclude]]
size={from=1})",
       {R"(f:8:6: error: size in exclude 1 of [[test]] "t" must be a value or a list, not a table; compare with ">=1MiB")"}},
  };
  for (auto const& row : table) {
    CAPTURE(row.body);
    CHECK(said_of(row.body) == row.says);
  }
}

TEST_CASE("conditions come out canonical", "[check]") {
  auto const s = scenario_of(R"(size = [1024, "2M"]
affinity = ["near", "each"]
threads = [1, 2]
[[test.exclude]]
direction = "p2p"
size = ["512M", 1024]
lanes = ["00>1", "0<>1", "self"]
[[test.exclude]]
size = ">=1MiB"
affinity = "node:03"
threads = 1
[[test.override]]
match = { direction = ["h2d"], product = "RBLN-CR13", label = ["a", "b"] }
set = { iterations = 5, missing = "fail" })");
  REQUIRE(s.name == "s");
  auto const& t = s.tests[0];
  REQUIRE(t.exclude.size() == 2);
  auto const& first = t.exclude[0];
  CHECK(first.where == "f:10:1");
  REQUIRE(first.all.size() == 3);
  CHECK(first.all[0].key == "direction");
  CHECK(first.all[0].values == lines{"d2d"});
  CHECK(first.all[1].values == lines{"536870912", "1024"});
  CHECK(first.all[2].values == lines{"0>1", "0<>1", "self"});
  auto const& second = t.exclude[1];
  REQUIRE(second.all.size() == 3);
  CHECK(second.all[0].key == "size");
  CHECK(second.all[0].compare == ">=");
  CHECK(second.all[0].bound == 1048576);
  CHECK(second.all[0].values.empty());
  CHECK(second.all[1].values == lines{"node:3"});
  CHECK(second.all[2].values == lines{"1"});
  auto const& over = t.overrides.at(0).where;
  REQUIRE(over.all.size() == 3);
  CHECK(over.all[1].key == "product");
  CHECK(over.all[2].values == lines{"a", "b"});
}

TEST_CASE("an exclude must be able to match a cell of its test", "[check]") {
  auto hopeless = [](std::string const& axes, std::string const& condition) {
    return !said_of(axes + "\n[[test.exclude]]\n" + condition).empty();
  };
  CHECK_FALSE(hopeless("", "size = 536870912"));  // what holds when no size is said
  CHECK(hopeless("", "size = 512"));
  CHECK_FALSE(hopeless("measure = \"latency\"", "size = 512"));
  CHECK(hopeless("measure = \"latency\"", "size = \"512MiB\""));
  CHECK(hopeless("measure = [\"bandwidth\", \"latency\"]",
                 "measure = \"bandwidth\"\nsize = 512"));  // each alone would do
  CHECK_FALSE(hopeless("size = [1, 2, 3]", "size = \">2\""));
  CHECK(hopeless("size = [1, 2, 3]", "size = \">3\""));
  CHECK_FALSE(hopeless("size = [1, 2, 3]", "size = \">=3\""));
  CHECK_FALSE(hopeless("size = [1, 2, 3]", "size = \"<2\""));
  CHECK(hopeless("size = [1, 2, 3]", "size = \"<1\""));
  CHECK(hopeless("size = [1, 2, 3]", "size = \"<=0.5K\"") == false);
  CHECK(hopeless("", "mode = \"parallel\""));
  CHECK(hopeless("", "protocol = \"two-lines\""));  // sync alone has one
  CHECK_FALSE(hopeless("affinity = \"each\"", "affinity = \"node:7\""));
  CHECK(hopeless("affinity = \"near\"", "affinity = \"node:7\""));
  CHECK_FALSE(hopeless("", "timer = \"tsc\""));  // what auto becomes, only the machine knows
  CHECK(hopeless("", "cache = \"cold\""));
  CHECK_FALSE(hopeless("", "source_chiplet = 3\nproduct = \"x\""));
  CHECK(hopeless("", "direction = \"h2d+d2h\""));
  CHECK_FALSE(hopeless("mode = \"parallel\"\ntogether = [[\"h2d\", \"d2h\"]]", "direction = \"d2h+h2d\""));
}

TEST_CASE("what an axis says wrongly is not called hopeless as well", "[check]") {
  CHECK(said_of("size = \"4KB\"\n[[test.exclude]]\nsize = \"4KiB\"").size() == 1);
}
