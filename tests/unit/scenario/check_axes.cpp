// SPDX-License-Identifier: MIT
#include <lanemark/scenario/check_axes.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("axes that are wrong are refused, each at its place", "[check]") {
  expected const table[] = {
      {R"(sise = "4K")", {R"(f:7:1: error: unknown key "sise" in [[test]] "t"; did you mean "size"?)"}},
      {R"(size = "8MM")",
       {R"(f:7:8: error: size in [[test]] "t": "8MM" is not a size: unknown unit "MM"; write for example 512B, 4K, 4KiB, 1.5G or 65536)"}},
      {R"(size = "4KB")",
       {R"(f:7:8: error: size in [[test]] "t": "4KB" is ambiguous, 1000 or 1024? write "4KiB" for powers of 1024, or 4000 for powers of 1000)"}},
      {R"(size = 0)", {R"(f:7:8: error: size in [[test]] "t" is 0; it must be at least 1 byte)"}},
      {R"(size = -1)", {R"(f:7:8: error: size in [[test]] "t" is -1; it must be at least 1 byte)"}},
      {R"(size = 1.5)",
       {R"(f:7:8: error: size in [[test]] "t" must be bytes or a string such as "64MiB", not a number with a fraction)"}},
      {R"(size = true)",
       {R"(f:7:8: error: size in [[test]] "t" must be bytes or a string such as "64MiB", not true or false)"}},
      {R"(size = [])",
       {R"(f:7:8: error: size in [[test]] "t" is an empty list; leave the key out, or list at least one value)"}},
      {R"(size = ["64K", 65536])",
       {R"(f:7:16: error: size in [[test]] "t" lists "64K" and 65536, which are the same)"}},
      {R"(size = ["4K", "4K"])", {R"(f:7:15: error: size in [[test]] "t" lists "4K" twice)"}},
      {R"(size = { from = "4K", to = "1M", multiply = 1 })",
       {R"(f:7:45: error: multiply in size in [[test]] "t" is 1; it must be from 2 to 1000000)"}},
      {R"(size = { from = "1M", to = "4K" })",
       {R"(f:7:28: error: size in [[test]] "t" ends at 4KiB, below its start 1MiB)"}},
      {R"(size = { from = "4K" })",
       {R"(f:7:8: error: size in [[test]] "t" needs "to": { from = "4KiB", to = "1GiB", multiply = 4 })"}},
      {R"(size = { from = "4K", to = "10K", step = 2 })",
       {R"(f:7:35: error: unknown key "step" in size in [[test]] "t"; known are from, to, multiply)",
        R"(f:7:28: note: size in [[test]] "t" does not reach 10KiB: its last size is 8KiB)"}},
      {R"(size = { from = "1K", to = "10K", multiply = 4 })",
       {R"(f:7:28: note: size in [[test]] "t" does not reach 10KiB: its last size is 4KiB)"}},
      {R"(size = { from = "8E", to = "16E" })",
       {R"(f:7:17: error: from in size in [[test]] "t": "8E" is not a size: unknown unit "E"; write for example 512B, 4K, 4KiB, 1.5G or 65536)",
        R"(f:7:28: error: to in size in [[test]] "t": "16E" is not a size: unknown unit "E"; write for example 512B, 4K, 4KiB, 1.5G or 65536)"}},
      {R"(measure = "bandwith")",
       {R"(f:7:11: error: unknown measure "bandwith" in [[test]] "t"; did you mean "bandwidth"?)"}},
      {R"(mode = "both")",
       {R"(f:7:8: error: unknown mode "both" in [[test]] "t"; known are single, bidirectional, parallel)"}},
      {R"(mode = 3)", {R"(f:7:8: error: mode in [[test]] "t" must be a string, not a whole number)"}},
      {R"(lanes = "al")", {R"(f:7:9: error: unknown lanes "al" in [[test]] "t"; did you mean "all"?)"}},
      {R"(lanes = "same")", {R"(f:7:9: error: lanes "same" in [[test]] "t" is not available in this build)"}},
      {R"(lanes = ["all", "0>1"])",
       {R"(f:7:10: error: lanes in [[test]] "t": "all" must stand alone; a list names lanes, such as ["0>1", "1>0"])"}},
      {R"(lanes = ["0>1", "00>1"])",
       {R"(f:7:17: error: lanes in [[test]] "t" lists "0>1" and "00>1", which are the same)"}},
      {R"(lanes = "0>x")",
       {R"(f:7:9: error: lanes in [[test]] "t": "0>x" is not a lane: its destination "x" is no endpoint; write for example "0>1", "0" (that device with the host), "host:1>0", "0.2>1.3" or "node0/0>node1/1")"}},
      {R"(lanes = 0)",
       {R"(f:7:9: error: lanes in [[test]] "t" must be a string such as "0>1", not a whole number; write "0")"}},
      {R"(lanes = "host>host")",
       {R"(f:7:9: error: lanes in [[test]] "t": "host>host" is not a lane: both ends are the host; write for example "0>1", "0" (that device with the host), "host:1>0", "0.2>1.3" or "node0/0>node1/1")"}},
      {R"(lanes = "1>host")",
       {R"(f:7:9: error: lanes in [[test]] "t": "1>host" is a d2h lane, but direction is h2d, d2d)"}},
      {R"(lanes = "rng")", {R"(f:7:9: error: unknown lanes "rng" in [[test]] "t"; did you mean "ring"?)"}},
      {R"(mode = "parallel"
together = ["h2d"])",
       {R"(f:8:13: error: together in [[test]] "t" must be "all" or lists of directions such as [["h2d", "d2h"]])"}},
      {R"(mode = "parallel"
together = [["h2d", "x"]])",
       {R"(f:8:21: error: unknown direction "x" in together in [[test]] "t"; known are h2d, d2h, d2d, node)"}},
      {R"(mode = "parallel"
sets = [[0, 0]])",
       {R"(f:8:13: error: sets in [[test]] "t" lists 0 twice)"}},
      {R"(mode = "parallel"
sets = [["a"]])",
       {R"(f:8:10: error: sets in [[test]] "t" must hold device ids such as 0, not "a")"}},
      {R"(mode="parallel"
sets = "all")",
       {R"(f:8:8: error: sets in [[test]] "t" must be a list of device sets such as [[0], [0, 1], "all"])"}},
      {R"(nodes = ["0>1"])", {R"(f:7:9: error: nodes in [[test]] "t" is not available in this build)"}},
      {R"(nodes = "0>0")",
       {R"(f:7:9: error: nodes in [[test]] "t" is not available in this build)",
        R"(f:7:9: error: nodes in [[test]] "t" must be "all" or ordered pairs of two nodes such as ["0>1"], not "0>0")"}},
      {R"(affinity = ["node:01", "node:1"])",
       {R"(f:7:24: error: affinity in [[test]] "t" lists "node:01" and "node:1", which are the same)"}},
      {R"(affinity = "nera")", {R"(f:7:12: error: unknown affinity "nera" in [[test]] "t"; did you mean "near"?)"}},
      {R"(timer = "tcs")", {R"(f:7:9: error: unknown timer "tcs" in [[test]] "t"; did you mean "tsc"?)"}},
      {R"(issuer = "write")",
       {R"(f:7:10: error: unknown issuer "write" in [[test]] "t"; known are auto, source, destination)"}},
      {R"(destination_chiplet = 999)",
       {R"(f:7:23: error: destination_chiplet in [[test]] "t" is 999; it must be from 0 to 255)"}},
      {R"(source_chiplet = "of")",
       {R"(f:7:18: error: unknown source_chiplet "of" in [[test]] "t"; did you mean "off"?)"}},
      {R"(cache = "hot")", {R"(f:7:9: error: unknown cache "hot" in [[test]] "t"; known are warm, cold)"}},
      {R"(measure = "sync"
protocol = "cas")",
       {R"(f:8:12: error: unknown protocol "cas" in [[test]] "t"; known are auto, two-lines, compare-and-swap)"}},
      {R"(threads = 0)", {R"(f:7:11: error: threads in [[test]] "t" is 0; it must be from 1 to 65535)"}},
      {R"(threads = "many")", {R"(f:7:11: error: unknown threads "many" in [[test]] "t"; known are a number, all)"}},
      {R"(protocol = "two-lines")",
       {R"(f:7:1: note: protocol in [[test]] "t" has no effect; it applies to measure sync)"}},
      {R"(devices = [])",
       {R"(f:7:11: error: devices in [[test]] "t" is an empty list; leave the key out, or list at least one value)"}},
      {R"(devices = [0, "0"])", {R"(f:7:15: error: devices in [[test]] "t" lists 0 and "0", which are the same)"}},
      {R"(devices = 1.5)",
       {R"(f:7:11: error: devices in [[test]] "t" must be "all", or ids, labels, PCI addresses or UUIDs such as [0, "rbln1"], not 1.5)"}},
      {R"(tc = 9)",
       {R"(f:7:6: error: tc in [[test]] "t" is 9; it must be from 0 to 6)",
        R"(f:7:6: error: tc in [[test]] "t" is not available in this build)"}},
      {R"(tc = [3, 4])", {R"(f:7:6: error: tc in [[test]] "t" is not available in this build)"}},
  };
  for (auto const& row : table) {
    CAPTURE(row.body);
    CHECK(said_of(row.body) == row.says);
  }
}

TEST_CASE("directions that are wrong are refused", "[check]") {
  struct {
    char const* value;
    char const* says;
  } const table[] = {
      {"\"h2h\"", "f:6:13: error: unknown direction \"h2h\" in [[test]] \"t\"; known are h2d, d2h, d2d, node"},
      {"[\"p2p\", \"d2d\"]",
       "f:6:21: error: direction in [[test]] \"t\" lists \"p2p\" and \"d2d\", which are the same"},
      {"\"node\"", "f:6:13: error: direction \"node\" in [[test]] \"t\" is not available in this build"},
      {"[]",
       "f:6:13: error: direction in [[test]] \"t\" is an empty list; leave the key out, or list at least one value"},
      {"3", "f:6:13: error: direction in [[test]] \"t\" must be a string, not a whole number"},
  };
  for (auto const& row : table) {
    CAPTURE(row.value);
    auto const text =
        "lanemark = 1\n[scenario]\nname = \"s\"\n[[test]]\nname = \"t\"\ndirection = " + std::string(row.value) + "\n";
    CHECK(said(load({{"f", text}}, "f")) == lines{row.says});
  }
}

TEST_CASE("axes come out canonical", "[check]") {
  auto const s = scenario_of(R"(
measure = ["sync", "bandwidth"]
mode = ["parallel", "single"]
size = ["64K", 65537, "1.5M", "16G"]
lanes = ["00>1", "0", "host:1>0", "0.2>1.3"]
together = [["h2d", "p2p"]]
sets = [[1, 0], "all"]
affinity = ["near", "each", "node:01"]
timer = ["tsc", "device"]
issuer = ["source", "destination"]
source_chiplet = [0, "3", "off"]
destination_chiplet = "all"
semantics = ["load-store", "queue"]
cache = "cold"
copy = ["rep", "auto"]
protocol = ["two-lines", "compare-and-swap"]
threads = [1, "04", "all"]
devices = [1, "rbln0", "0000:03:00.0"])");
  REQUIRE(s.name == "s");
  auto const& t = s.tests[0];
  auto const& a = t.axes;
  CHECK(a.measure == lines{"sync", "bandwidth"});
  CHECK(a.direction == lines{"h2d", "d2d"});
  CHECK(a.mode == lines{"parallel", "single"});
  CHECK(a.size == std::vector<std::uint64_t>{65536, 65537, 1572864, 17179869184});
  CHECK(a.lanes.keyword.empty());
  CHECK(a.lanes.said);
  CHECK(a.lanes.named == lines{"0>1", "0", "host:1>0", "0.2>1.3"});
  CHECK(a.together.directions == std::vector<lines>{{"h2d", "d2d"}});
  CHECK(a.together.has_sets);
  CHECK(a.together.sets == std::vector<std::vector<int>>{{1, 0}, {}});
  CHECK(a.affinity == lines{"near", "each", "node:1"});
  CHECK(a.timer == lines{"tsc", "device"});
  CHECK(a.issuer == lines{"source", "destination"});
  CHECK(a.source_chiplet == lines{"0", "3", "off"});
  CHECK(a.destination_chiplet == lines{"all"});
  CHECK(a.semantics == lines{"load-store", "queue"});
  CHECK(a.cache == lines{"cold"});
  CHECK(a.copy == lines{"rep", "auto"});
  CHECK(a.protocol == lines{"two-lines", "compare-and-swap"});
  CHECK(a.threads == lines{"1", "4", "all"});
  CHECK(t.devices == lines{"1", "rbln0", "0000:03:00.0"});
  CHECK(t.where == "f:4:1");
}

TEST_CASE("what nobody says is left to planning", "[check]") {
  auto const s = scenario_of("");
  auto const& a = s.tests.at(0).axes;
  CHECK((a.measure.empty() && a.mode.empty() && a.size.empty() && a.affinity.empty() && a.threads.empty()));
  CHECK(a.lanes.keyword == "all");
  CHECK_FALSE(a.lanes.said);
  CHECK_FALSE(s.tests[0].devices);
}

TEST_CASE("ranges of sizes", "[check]") {
  auto sizes = [](std::string const& range) { return scenario_of("size = " + range).tests.at(0).axes.size; };
  using list = std::vector<std::uint64_t>;
  CHECK(sizes(R"({ from = "1K", to = "64K", multiply = 4 })") == list{1024, 4096, 16384, 65536});
  CHECK(sizes(R"({ from = 3, to = 24 })") == list{3, 6, 12, 24});  // twice, if not said
  CHECK(sizes(R"({ from = "4K", to = "4K", multiply = 10 })") == list{4096});
  CHECK(sizes(R"({ from = "1K", to = "10K", multiply = 4 })") == list{1024, 4096});
  auto const wide = sizes(R"({ from = 1, to = "18446744073709551615", multiply = 2 })");
  REQUIRE(wide.size() == 64);  // and no overflow at the end
  CHECK(wide.back() == 1ULL << 63U);
}

TEST_CASE("nodes and their lanes are read where the build has them", "[check]") {
  build_features const has{.nodes = true};
  auto l = load({{"f", R"(lanemark = 1
[scenario]
name = "s"
[[test]]
name = "t"
direction = "node"
nodes = ["0>1", "01>00"]
lanes = "same"
)"}},
                "f", {}, has);
  REQUIRE(l.value);
  CHECK(l.value->tests[0].axes.nodes == lines{"0>1", "1>0"});
  CHECK(l.value->tests[0].axes.lanes.keyword == "same");
}

TEST_CASE("a list is so long or it is refused at once", "[check]") {
  std::string list = "1";
  for (int i = 2; i <= 20'001; ++i) list += ", " + std::to_string(i);
  CHECK(said_of("size = [" + list + "]") ==
        lines{"f:7:8: error: size in [[test]] \"t\" lists 20001 values; at most 20000 are taken"});
  CHECK(said_of("size = [" + list.substr(3) + "]").empty());
}
