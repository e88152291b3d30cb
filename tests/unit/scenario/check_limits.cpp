// SPDX-License-Identifier: MIT
#include <lanemark/scenario/check_limits.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("limits that are wrong are refused; one that bounds nothing is worth a note", "[check]") {
  expected const table[] = {
      {R"([[limit]]
match = { measure = "latency" }
min = "20 GB/s")",
       {R"(f:9:7: error: min in [[limit]] 1 is a rate, but the limit does not match bandwidth; write a duration such as "3 us")"}},
      {R"([[limit]]
match = { measure = ["latency", "bandwidth"] }
max = "3 us")",
       {R"(f:7:1: note: [[limit]] 1 can match no cell of this file)"}},
      {R"([[limit]]
max = "3 us"
min = "3 GB/s")",
       {R"(f:8:7: error: [[limit]] 1 has min and max in different units; a limit bounds a rate or a duration)"}},
      {R"([[limit]]
min = 20)",
       {R"(f:8:7: error: min in [[limit]] 1 must be a string with a unit such as "20 GB/s" or "3 us", not a whole number)"}},
      {R"([[limit]]
min = "20")",
       {R"(f:8:7: error: min in [[limit]] 1: "20" has no unit; write a rate such as "20 GB/s" or a duration such as "3 us")"}},
      {R"([[limit]]
min = "20 GB")",
       {R"(f:8:7: error: min in [[limit]] 1: "20 GB" is not a rate: unknown unit "GB", case matters (GB/s bytes, Gb/s bits); write for example "20 GB/s", "18.6 GiB/s" or "200 Gb/s")"}},
      {R"([[limit]]
min = "80%")",
       {R"(f:8:7: error: min in [[limit]] 1: "80%" of what? write "80% of link" or "80% of peers")"}},
      {R"([[limit]]
min = "80% of link")",
       {R"(f:8:7: error: min = "80% of link" in [[limit]] 1 is not available in this build)"}},
      {R"([[limit]]
min = "80 of link")",
       {R"(f:8:7: error: min in [[limit]] 1: "80 of link" is not a share; write for example "80% of link")"}},
      {R"([[limit]]
min = "-1 us")",
       {R"(f:8:7: error: min in [[limit]] 1: "-1 us" is not a duration: it is negative; write for example 500ns, 30us, 2ms, 1.5s, 5min or 1h)"}},
      {R"([[limit]]
min = "3 GB/s"
max = "2 GB/s")",
       {R"(f:9:7: error: [[limit]] 1 has a max below its min; nothing could meet both)"}},
      {R"([[limit]]
match = { tests = "t" }
min="1 GB/s")",
       {R"(f:8:11: error: unknown key "tests" in match of [[limit]] 1; did you mean "test"?)"}},
      {R"([[limit]]
match = { test = "tt" }
min="1 GB/s")",
       {R"(f:8:18: error: unknown test "tt" in match of [[limit]] 1; did you mean "t"?)"}},
      {R"([[limit]]
match = { size = "4K" }
min="1 GB/s")",
       {R"(f:7:1: note: [[limit]] 1 can match no cell of this file)"}},
      {R"([[limit]]
match = "h2d"
min="1 GB/s")",
       {R"(f:8:9: error: match in [[limit]] 1 must be a table, not a string)"}},
      {R"([[limit]])",
       {R"(f:7:1: error: [[limit]] 1 has neither min nor max, so it bounds nothing; write for example min = "20 GB/s")"}},
      {R"([limit]
min = "1 GB/s")",
       {R"(f:7:1: error: limit must be a list of tables; write [[limit]])"}},
  };
  for (auto const& row : table) {
    CAPTURE(row.body);
    CHECK(said_of(row.body) == row.says);
  }
}

TEST_CASE("limits come out in base units, with what was written", "[check]") {
  auto const s = scenario_of(R"([[limit]]
match = { direction = "h2d", size = ">=1MiB" }
min = "20 GB/s"
[[limit]]
match = { measure = ["latency", "sync"], test = "t" }
min = "1 us"
max = "3 us"
[[limit]]
max = "200 Gb/s")");
  REQUIRE(s.limits.size() == 3);
  CHECK(s.limits[0].min == 20e9);
  CHECK_FALSE(s.limits[0].max);
  CHECK(s.limits[0].unit == "B/s");
  CHECK(s.limits[0].text == "min = \"20 GB/s\"");
  CHECK(s.limits[0].where.where == "f:7:1");
  REQUIRE(s.limits[0].where.all.size() == 2);
  CHECK(s.limits[0].where.all[0].values == lines{"h2d"});
  CHECK(s.limits[0].where.all[1].compare == ">=");
  CHECK(s.limits[0].where.all[1].bound == 1048576);
  CHECK(s.limits[1].min == 1e3);
  CHECK(s.limits[1].max == 3e3);
  CHECK(s.limits[1].unit == "ns");
  CHECK(s.limits[1].text == "min = \"1 us\", max = \"3 us\"");
  CHECK(s.limits[2].max == 25e9);
  CHECK(s.limits[2].where.all.empty());
}

TEST_CASE("a limit on what no test measures is worth a note", "[check]") {
  CHECK(said_of("[[limit]]\nmax = \"3 us\"") == lines{"f:7:1: note: [[limit]] 1 can match no cell of this file"});
  CHECK(said_of("measure = \"sync\"\n[[limit]]\nmax = \"3 us\"").empty());
  std::string const added = "[[test.add]]\nmeasure = \"sync\"\ndirection = \"d2d\"\n";
  CHECK(said_of(added + "[[limit]]\nmax = \"3 us\"").empty());  // an added cell is one of the file's
  CHECK(said_of(added + "[[limit]]\nmatch = { size = \"4K\" }\nmin = \"1 GB/s\"") ==
        lines{"f:10:1: note: [[limit]] 1 can match no cell of this file"});
}

TEST_CASE("relative limits are read where the build has them", "[check]") {
  auto const s =
      scenario_of("[[limit]]\nmin = \"80% of link\"\n[[limit]]\nmin = \"95 % of peers\"", {.relative_limits = true});
  REQUIRE(s.limits.size() == 2);
  CHECK(s.limits[0].min == 0.8);
  CHECK(s.limits[0].unit == "% of link");
  CHECK(s.limits[1].min == 0.95);
  CHECK(s.limits[1].unit == "% of peers");
}
