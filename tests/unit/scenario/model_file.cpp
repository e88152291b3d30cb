// SPDX-License-Identifier: MIT
#include <lanemark/scenario/model_file.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;
using on_sim::fault_rule;
using on_sim::jitter_kind;
using on_sim::link_rule;

namespace {
loaded_model model_of(std::string const& text) {
  return load_model(text, "m", [](std::string_view t, std::string const& file) { return parse_text(t, file); });
}
/// Three lines that a model needs: what a case adds begins in line 4.
std::string const top = "lanemark_model = 1\nname = \"m\"\ndevices = { count = 2 }\n";
lines wrong_with(std::string const& body) {
  lines all;
  for (auto const& p : model_of(top + body).problems) all.push_back(to_string(p));
  return all;
}
on_sim::model right_with(std::string const& body) {
  auto const l = model_of(top + body);
  for (auto const& p : l.problems) UNSCOPED_INFO(to_string(p));
  REQUIRE(l.value);
  return *l.value;
}
}  // namespace

TEST_CASE("a model with every key", "[model]") {
  auto const l = model_of(R"(lanemark_model = 1
name = "all"
source = "made up"
[host]
cpu = "C"
vendor = "V"
numa = [0, 3]
[devices]
count = 2
label = "npu{}"
product = "P"
revision = "r1"
pci_id = "0x12"
chiplets = 4
link = { generation = 4, lanes = 8, max_lanes = 16 }
max_payload = 256
max_read_request = 512
bridge_name = "B"
memory = "16GiB"
each = [{ pci = "0000:01:00.0", bridge = "a", numa = 0, iommu = 5 }, { pci = "0000:02:00.0", bridge = "b", numa = 3, group = 2, chiplets = 1, uuid = "u", label = "odd" }]
[distance]
matrix = [[0, 7], [9, 0]]
[[lane]]
match = { direction = ["h2d", "d2h"], source = 0, destination = [0, 1], source_chiplet = 1, destination_chiplet = [2, 3], distance = 7, issuer = "source", semantics = "queue", affinity = ["near", "node:3"], measure = "latency", same_bridge = true, same_device = false }
bandwidth = "50 GB/s"
overhead = "1.5 us"
points = [{ size = "1KiB", time = "2 us" }, { size = 4096, rate = [["0", "3 GB/s"], ["4 GB/s", "0"]] }]
[[lane]]
bandwidth = "8 Gb/s"
[[sync]]
match = { source = 0 }
time = "2 us"
[[sync]]
matrix = [[0.0, 2], [3, 0]]
unit = "us"
[[link]]
name = "l"
match = { direction = "h2d" }
each = "bridge"
bandwidth = "2 GB/s"
[[fault]]
kind = "slow"
after = 3
factor = 1.5
[[fault]]
kind = "stuck"
cell = 4
[jitter]
kind = "lognormal"
cv = "0.5%"
[pace]
clock = "real"
)");
  for (auto const& p : l.problems) UNSCOPED_INFO(to_string(p));
  REQUIRE(l.value);
  auto const& m = *l.value;
  CHECK(m.name == "all");
  CHECK(m.source == "made up");
  CHECK(m.path == "m");
  CHECK(m.host_cpu == "C");
  CHECK(m.host_vendor == "V");
  CHECK(m.host_nodes == std::vector<int>{0, 3});
  REQUIRE(m.devices.size() == 2);
  auto const &a = m.devices[0], &b = m.devices[1];
  CHECK(a.id == 0);
  CHECK(a.label == "npu0");
  CHECK(a.product == "P");
  CHECK(a.revision == "r1");
  CHECK(a.pci_id == "0x12");
  CHECK(a.pci == "0000:01:00.0");
  CHECK(a.bridge == "a");
  CHECK(a.bridge_name == "B");
  CHECK(a.chiplets == 4);
  CHECK(a.iommu_group == 5);
  CHECK(a.memory == 16ULL << 30);
  CHECK(a.max_payload == 256);
  CHECK(a.max_read_request == 512);
  CHECK(a.link.generation == 4);
  CHECK(a.link.lanes == 8);
  CHECK(a.link.max_generation == 4);
  CHECK(a.link.max_lanes == 16);
  CHECK(a.group == 0);
  CHECK(b.label == "odd");
  CHECK(b.product == "P");
  CHECK(b.chiplets == 1);
  CHECK(b.group == 2);
  CHECK(b.numa == 3);
  CHECK(b.uuid == "u");
  CHECK(b.iommu_group == -1);
  CHECK(m.distances == std::vector<std::vector<int>>{{0, 7}, {9, 0}});
  REQUIRE(m.lanes.size() == 2);
  auto const& w = m.lanes[0].match;
  CHECK(w.direction == lines{"h2d", "d2h"});
  CHECK(w.source == std::vector<int>{0});
  CHECK(w.destination == std::vector<int>{0, 1});
  CHECK(w.source_chiplet == std::vector<int>{1});
  CHECK(w.destination_chiplet == std::vector<int>{2, 3});
  CHECK(w.distance == std::vector<int>{7});
  CHECK(w.issuer == lines{"source"});
  CHECK(w.semantics == lines{"queue"});
  CHECK(w.affinity == lines{"near", "node:3"});
  CHECK(w.measure == lines{"latency"});
  CHECK(w.same_bridge == true);
  CHECK(w.same_device == false);
  CHECK(m.lanes[0].bandwidth == 50);
  CHECK(m.lanes[0].overhead_ns == 1500);
  REQUIRE(m.lanes[0].points.size() == 2);
  CHECK(m.lanes[0].points[0].size == 1024);
  CHECK(m.lanes[0].points[0].time_ns.rows == std::vector<std::vector<double>>{{2000}});
  CHECK(m.lanes[0].points[1].size == 4096);
  CHECK(m.lanes[0].points[1].rate.rows == std::vector<std::vector<double>>{{0, 3}, {4, 0}});
  CHECK(m.lanes[1].bandwidth == 1);
  CHECK(m.lanes[1].match.direction.empty());
  REQUIRE(m.syncs.size() == 2);
  CHECK(m.syncs[0].one_way_ns.at(0, 1) == 2000);
  CHECK(m.syncs[1].one_way_ns.at(0, 1) == 2000);
  CHECK(m.syncs[1].one_way_ns.at(1, 0) == 3000);
  REQUIRE(m.links.size() == 1);
  CHECK(m.links[0].each == link_rule::instances::per_bridge);
  CHECK(m.links[0].bandwidth == 2);
  REQUIRE(m.faults.size() == 2);
  CHECK(m.faults[0].what == fault_rule::kind::slow);
  CHECK(m.faults[0].after == 3);
  CHECK(m.faults[0].factor == 1.5);
  CHECK(m.faults[1].what == fault_rule::kind::stuck);
  CHECK(m.faults[1].only == 4U);
  CHECK(m.jitter == jitter_kind::lognormal);
  CHECK(m.jitter_cv == 0.005);
  CHECK(m.real_pace);
}

TEST_CASE("what is left out has these values", "[model]") {
  auto const m = right_with("");
  CHECK(m.devices[1].label == "device1");
  CHECK(m.devices[1].chiplets == 1);
  CHECK(m.host_nodes == std::vector<int>{0});
  CHECK(m.distances.empty());
  CHECK(m.jitter == jitter_kind::none);
  CHECK_FALSE(m.real_pace);
  CHECK(model_of("lanemark_model = 1\nname = \"m\"\ndevices = { count = 0 }").value->devices.empty());
  using each = link_rule::instances;
  for (auto const& [word, wanted] : {std::pair{"one", each::one},
                                     {"source", each::per_source},
                                     {"destination", each::per_destination},
                                     {"device", each::per_device},
                                     {"bridge", each::per_bridge}})
    CHECK(right_with("[[link]]\nname = \"l\"\nbandwidth = \"1 GB/s\"\neach = \"" + std::string(word) + "\"")
              .links[0]
              .each == wanted);
  using kind = fault_rule::kind;
  for (auto const& [word, wanted] : {std::pair{"fail", kind::fail},
                                     {"hang", kind::hang},
                                     {"crash", kind::crash},
                                     {"corrupt", kind::corrupt},
                                     {"slow", kind::slow},
                                     {"disappear", kind::disappear},
                                     {"stuck", kind::stuck},
                                     {"abort", kind::abort},
                                     {"kill", kind::kill},
                                     {"slow-start", kind::slow_start}}) {
    auto const f = right_with("[[fault]]\nkind = \"" + std::string(word) + "\"").faults[0];
    CHECK(f.what == wanted);
    CHECK(f.after == 0);
    CHECK_FALSE(f.only);
    CHECK(f.factor == 2);
    CHECK(f.start_ns == 1e9);
  }
  CHECK(right_with("[[fault]]\nkind = \"slow-start\"\ntime = \"2.5s\"").faults[0].start_ns == 2.5e9);
}

TEST_CASE("nodes of a super-pod", "[model]") {
  CHECK(right_with("").nodes == 1);
  CHECK(right_with("nodes = 48").nodes == 48);
  CHECK(wrong_with("nodes = 0") == lines{"m:4:9: error: nodes must be a whole number from 1 to 1024, not 0"});
  CHECK(wrong_with("nodes = 1025") == lines{"m:4:9: error: nodes must be a whole number from 1 to 1024, not 1025"});
}

TEST_CASE("distances by rule", "[model]") {
  auto const l = model_of(R"(lanemark_model = 1
name = "m"
[devices]
each = [{ bridge = "a", numa = 0 }, { bridge = "a", numa = 0 }, { bridge = "b", numa = 0 }, { bridge = "c", numa = 1 }]
[distance]
same_bridge = 4
same_numa = 8
otherwise = 12
)");
  REQUIRE(l.value);
  CHECK(l.value->distances ==
        std::vector<std::vector<int>>{{0, 4, 8, 12}, {4, 0, 8, 12}, {8, 8, 0, 12}, {12, 12, 12, 0}});
}

TEST_CASE("a distance that is not said is the next wider one", "[model]") {
  std::string const devices =
      "lanemark_model = 1\nname = \"m\"\n[devices]\neach = [{ bridge = \"a\", numa = 0 }, { bridge = \"a\", numa = 0 "
      "}, "
      "{ bridge = \"b\", numa = 0 }, { numa = 1 }]\n[distance]\n";
  auto first_row = [&](char const* body) { return model_of(devices + body).value->distances[0]; };
  CHECK(first_row("same_numa = 8\notherwise = 12") == std::vector<int>{0, 8, 8, 12});
  CHECK(first_row("same_bridge = 4\notherwise = 12") == std::vector<int>{0, 4, 12, 12});
  CHECK(first_row("otherwise = 3") == std::vector<int>{0, 3, 3, 3});
}

TEST_CASE("what is wrong is said at its place", "[model]") {
  expected const table[] = {
      {"[[lane]]\nbandwith = \"1 GB/s\"",
       {"m:5:1: error: unknown key \"bandwith\" in [[lane]] 1; did you mean \"bandwidth\"?",
        "m:4:1: error: [[lane]] 1 needs a bandwidth, for example bandwidth = \"57.3 GB/s\""}},
      {"[distence]", {"m:4:2: error: unknown key \"distence\" in the model file; did you mean \"distance\"?"}},
      {"[distance]\nmatrix = [[0, 1]]",
       {"m:5:10: error: matrix in [distance] must be square, 2 rows of 2, one for each device; it has 1 rows"}},
      {"[distance]\nmatrix = [[0, 1], [0]]",
       {"m:5:10: error: matrix in [distance] must be square, 2 rows of 2, one for each device; it has 2 rows, one of 1 "
        "figures"}},
      {"[distance]\nmatrix = [[0, -1], [\"x\", 0]]",
       {"m:5:15: error: matrix in [distance] must be a whole number from 0 to 1048576, not -1",
        "m:5:21: error: matrix in [distance] must be a whole number from 0 to 1048576, not \"x\""}},
      {"[[sync]]\nmatrix = [[0, 1], [1, 0]]",
       {"m:5:10: error: matrix in [[sync]] 1 needs unit = \"ns\", \"us\" or \"ms\""}},
      {"[[sync]]\nmatrix = [[0, 1], [1, 0]]\nunit = \"s\"",
       {"m:6:8: error: unknown unit in [[sync]] 1 \"s\"; known are ns, us, ms"}},
      {"[[sync]]", {"m:4:1: error: [[sync]] 1 needs either a time or a matrix"}},
      {"[[sync]]\ntime = \"2 m\"", {"m:5:8: error: time in [[sync]] 1: "}},
      {"[[lane]]\nbandwidth = \"-1 GB/s\"", {"m:5:13: error: bandwidth in [[lane]] 1: "}},
      {"[[lane]]\nbandwidth = 5",
       {"m:5:13: error: bandwidth in [[lane]] 1 must be a string such as \"57.3 GB/s\", not a whole number"}},
      {"[[lane]]\nbandwidth = \"0 GB/s\"", {"m:5:13: error: bandwidth in [[lane]] 1"}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\noverhead = \"1\"", {"m:6:12: error: overhead in [[lane]] 1: "}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\npoints = [{ size = \"1K\" }]",
       {"m:6:11: error: a point of [[lane]] 1 needs a size, and a time or a rate at that size"}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\npoints = [{ size = 1, rate = [\"1 GB/s\", \"1 GB/s\", \"1 GB/s\"] }]",
       {"m:6:30: error: rate of a point of [[lane]] 1 has 3 figures in a row, and there are 2 devices"}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\nmatch = { direction = \"h2h\" }",
       {"m:6:23: error: unknown direction in match of [[lane]] 1 \"h2h\"; "}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\nmatch = { sorce = 1 }",
       {"m:6:11: error: unknown key \"sorce\" in match of [[lane]] 1; did you mean \"source\"?"}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\nmatch = { affinity = \"close\" }",
       {"m:6:22: error: unknown affinity in match of [[lane]] 1 \"close\"; known are near, far, none, node:N"}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\nmatch = { source = [] }",
       {"m:6:20: error: an empty list matches nothing; leave the key out"}},
      {"[[lane]]\nbandwidth = \"1 GB/s\"\nmatch = { same_bridge = 1 }",
       {"m:6:25: error: same_bridge in match of [[lane]] 1 must be true or false, not a whole number"}},
      {"[lane]\nbandwidth = \"1 GB/s\"", {"m:4:1: error: lane must be a list of tables; write [[lane]]"}},
      {"[[link]]\nbandwidth = \"1 GB/s\"", {"m:4:1: error: [[link]] 1 needs a name"}},
      {"[[link]]\nname = \"l\"", {"m:4:1: error: [[link]] 1 needs a bandwidth above zero"}},
      {"[[link]]\nname = \"l\"\nbandwidth = \"1 GB/s\"\neach = \"devise\"",
       {"m:7:8: error: unknown each in [[link]] 1 \"devise\"; did you mean \"device\"?"}},
      {"[[fault]]",
       {"m:4:1: error: [[fault]] 1 needs a kind: fail, hang, crash, corrupt, slow, disappear, stuck, abort, kill or "
        "slow-start"}},
      {"[[fault]]\nkind = \"hnag\"", {"m:5:8: error: unknown kind of [[fault]] 1 \"hnag\"; did you mean \"hang\"?"}},
      {"[[fault]]\nkind = \"fail\"\ncell = 1\nafter = 1",
       {"m:4:1: error: [[fault]] 1 says both cell and after: say which cell, or from which on"}},
      {"[[fault]]\nkind = \"slow\"\nfactor = 0", {"m:4:1: error: factor in [[fault]] 1 must be above zero"}},
      {"[jitter]\nkind = \"normal\"", {"m:4:1: error: [jitter] needs cv, for example cv = \"0.5%\""}},
      {"[jitter]\nkind = \"normal\"\ncv = 0.1",
       {"m:6:6: error: cv in [jitter] must be a string such as \"0.5%\", not a number with a fraction"}},
      {"[pace]\nclock = \"wall\"", {"m:5:9: error: unknown clock in [pace] \"wall\"; known are virtual, real"}},
      {"[host]\nnuma = -1", {"m:5:8: error: numa in [host] must be a whole number from 0 to 65535, not -1"}},
  };
  for (auto const& c : table) {
    INFO(c.body);
    auto const got = wrong_with(c.body);
    REQUIRE(got.size() == c.says.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      INFO(got[i]);
      CHECK(got[i].starts_with(c.says[i]));
    }
  }
}

TEST_CASE("what is wrong with the whole file or its devices", "[model]") {
  expected const table[] = {
      {"name = \"m\"\ndevices = { count = 1 }",
       {"m:1:1: error: missing key \"lanemark_model\"; the first line must be lanemark_model = 1"}},
      {"lanemark_model = 2\nname = \"m\"\ndevices = { count = 1 }",
       {"m:1:18: error: lanemark_model = 2 is no format this version reads; it reads lanemark_model = 1"}},
      {"lanemark_model = 1\ndevices = { count = 1 }",
       {"m:1:1: error: missing key \"name\"; write for example name = \"rbln-cr13-x8\""}},
      {"lanemark_model = 1\nname = \"\"\ndevices = { count = 1 }",
       {"m:2:8: error: name is empty; write for example name = \"rbln-cr13-x8\""}},
      {"lanemark_model = 1\nname = \"m\"",
       {"m:1:1: error: missing table [devices]; write for example [devices] with count = 2"}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]",
       {"m:3:1: error: [devices] needs count, or each with a table for every device"}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]\ncount = 3\neach = [{}, {}]",
       {"m:4:9: error: count in [devices] is 3, but each lists 2 devices"}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]\ncount = -1",
       {"m:4:9: error: count in [devices] must be a whole number from 0 to 4096, not -1"}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]\ncount = 1000000000000",
       {"m:4:9: error: count in [devices] must be a whole number from 0 to 4096, not 1000000000000"}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]\ncount = 2\nlabel = \"same\"",
       {"m:3:1: error: two devices of [devices] are called \"same\"; {} in a label becomes the number of the device"}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]\ncount = 2\npci = \"0000:01:00.0\"",
       {"m:3:1: error: two devices of [devices] are called \"0000:01:00.0\""}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]\neach = [{ pic = \"x\" }]",
       {"m:4:11: error: unknown key \"pic\" in device 0 of [devices]; did you mean \"pci\"?"}},
      {"lanemark_model = 1\nname = \"m\"\n[devices]\ncount = 1\nlink = { generation = 99 }",
       {"m:5:23: error: generation of the link in [devices] must be a whole number from 1 to 64, not 99"}},
      {"lanemark_model = 1\nname = ", {"m:2:"}},
  };
  for (auto const& c : table) {
    INFO(c.body);
    auto const l = model_of(c.body);
    CHECK_FALSE(l.value);
    REQUIRE(l.problems.size() == c.says.size());
    for (std::size_t i = 0; i < c.says.size(); ++i) {
      INFO(to_string(l.problems[i]));
      CHECK(to_string(l.problems[i]).starts_with(c.says[i]));
    }
  }
}

TEST_CASE("all problems at once", "[model]") {
  auto const all = wrong_with("[[lane]]\n[[link]]\n[[fault]]\nkind = 1\n[pace]\nclock = \"x\"\n[jitter]\ncv = \"x\"");
  CHECK(all.size() == 6);
}
