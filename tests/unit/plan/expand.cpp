// SPDX-License-Identifier: MIT
#include <lanemark/plan/expand.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
using words = std::vector<std::string>;

plan planned(choices const& test, inventory const& inv, plan_options const& options = {}) {
  return expand("s", std::span(&test, 1), inv, options);
}
/// Ids without `s/t/` in front.
words ids(plan const& p) {
  words all;
  for (auto const& c : p.cells) all.push_back(c.id.starts_with("s/t/") ? c.id.substr(4) : c.id);
  return all;
}
words problems(plan const& p) {
  words all;
  for (auto const& one : p.problems) all.push_back(one.text);
  return all;
}
match where(std::string key, words values, std::string at = {}) {
  return {{{.key = std::move(key), .values = std::move(values)}}, std::move(at)};
}
/// What every plan must keep, whatever the input.
void check_invariants(plan const& p) {
  std::set<std::string> seen;
  for (auto const& c : p.cells) {
    CHECK(seen.insert(c.id).second);
    CHECK(c.id.starts_with("s/" + c.test + "/" + c.measure + "/" + c.direction + "/" + c.mode + "/"));
    CHECK((!c.lanes.empty() || !c.impossible.empty()));
    if (c.mode == "single") CHECK(c.lanes.size() <= 1);
    if (c.mode == "bidirectional" && !c.lanes.empty()) CHECK((c.lanes.size() == 2 && opposite(c.lanes[0], c.lanes[1])));
    CHECK((c.measure != "sync" || c.size.count == 0));
  }
}
}  // namespace

TEST_CASE("defaults: bandwidth of 512 MiB, one lane at a time, all lanes") {
  auto const p = planned(test_of({"h2d", "d2h", "d2d"}), host_machine(2));
  CHECK(ids(p) == words{"bandwidth/h2d/single/host>0/size=536870912", "bandwidth/h2d/single/host>1/size=536870912",
                        "bandwidth/d2h/single/0>host/size=536870912", "bandwidth/d2h/single/1>host/size=536870912",
                        "bandwidth/d2d/single/0>1/size=536870912", "bandwidth/d2d/single/1>0/size=536870912"});
  CHECK(p.problems.empty());
  CHECK(p.notes.empty());
  check_invariants(p);
  auto const& c = p.cells[0];
  CHECK(c.size_requested == c.size);
  CHECK(c.affinity == placement{});
  CHECK(c.timer == "auto");
  CHECK(c.impossible.empty());
}

TEST_CASE("latency is of 512 B; sync has no size, no mode and goes between devices only") {
  auto t = test_of({"h2d", "d2d"});
  t.axes.measure = {"latency", "sync"};
  t.axes.mode = {"single", "parallel"};
  CHECK(ids(planned(t, host_machine(2))) ==
        words{"latency/h2d/single/host>0/size=512", "latency/h2d/single/host>1/size=512",
              "latency/h2d/parallel/host>0+host>1/size=512", "latency/d2d/single/0>1/size=512",
              "latency/d2d/single/1>0/size=512", "latency/d2d/parallel/0<>1/size=512", "sync/d2d/single/0>1",
              "sync/d2d/single/1>0"});
  t.axes.direction = {"h2d"};
  t.where = "x.toml:3:1";
  CHECK(problems(planned(t, host_machine(2))) ==
        words{"x.toml:3:1: error: sync is measured between devices: test t needs direction = \"d2d\" for it"});
}

TEST_CASE("order: axes as in their table, the last one fastest, values as given") {
  auto t = test_of({"d2h", "h2d"});
  t.axes.size = {4096, 1024, 4096};
  t.axes.affinity = {"far", "near"};
  t.axes.threads = {"all", "1", "2"};
  auto const p = planned(t, host_machine(1));
  words expected;
  for (std::string const lane : {"d2h/single/0>host", "h2d/single/host>0"})
    for (std::string const size : {"4096", "1024"})
      for (std::string const place : {"/affinity=far", ""})
        for (std::string const threads : {"/threads=all", "", "/threads=2"})
          expected.push_back("bandwidth/" + lane + "/size=" + size + place + threads);
  CHECK(ids(p) == expected);
}

TEST_CASE("counts in closed form, on 0, 1, 2, 3 and 384 devices, with gaps in their ids") {
  for (auto const& devices : std::vector<std::vector<int>>{{}, {0}, {3}, {0, 5}, {1, 2, 9}}) {
    auto const n = devices.size();
    auto t = test_of({"h2d", "d2h", "d2d"});
    t.axes.size = {1, 2, 3};
    t.axes.mode = {"single", "bidirectional"};
    auto const p = planned(t, gpu_machine(devices));
    auto const pairs = n < 2 ? 0 : n * (n - 1);
    auto const possible = 3 * (2 * n + pairs + n + pairs / 2);
    std::size_t const missing = n == 0   ? 3 + 2
                                : n == 1 ? 2
                                         : 0;  // a stand-in per direction and mode; host<>x has one direction
    CHECK(p.cells.size() == possible + missing);
    CHECK(p.counts.impossible == missing);
    CHECK(p.problems.empty());
    check_invariants(p);
  }
  std::vector<int> many;
  for (int i = 0; i < 384; ++i) many.push_back(i);
  auto const p = planned(test_of({"d2d"}), gpu_machine(many), {.max_cells = 200000});
  CHECK(p.cells.size() == 384 * 383);
}

TEST_CASE("too many cells are refused with the number, before they take any memory") {
  std::vector<int> many;
  for (int i = 0; i < 384; ++i) many.push_back(i);
  auto t = test_of({"d2d"});
  for (std::uint64_t s = 1; s <= 1000; ++s) t.axes.size.push_back(s);
  auto p = planned(t, gpu_machine(many));
  CHECK(p.cells.capacity() == 0);
  CHECK(problems(p) ==
        words{"scenario s plans 147072000 cells, more than the 10000 allowed; narrow an axis, or allow them with "
              "--max-cells 147072000"});
  t.exclude = {where("direction", {"h2d"})};  // cannot be counted without looking at each: bounded all the same
  p = planned(t, gpu_machine(many));
  CHECK(p.cells.empty());
  CHECK(problems(p) ==
        words{"scenario s plans up to 147072000 cells, more than the 10000 allowed; narrow an axis, or allow them "
              "with --max-cells 147072000"});
}

TEST_CASE("the cap counts cells, not what is excluded, and is larger for a simulation") {
  auto t = test_of({"h2d"});
  for (std::uint64_t s = 1; s <= 12000; ++s) t.axes.size.push_back(s);
  CHECK(planned(t, host_machine(1)).problems.size() == 1);
  CHECK(planned(t, host_machine(1), {.max_cells = 12000}).cells.size() == 12000);
  CHECK(planned(t, host_machine(1), {.max_cells = 11999}).problems.size() == 1);
  CHECK(planned(t, sim_machine(1)).cells.size() == 12000);
  t.exclude = {{{{.key = "size", .compare = ">", .bound = 10000}}, {}}};
  auto const p = planned(t, host_machine(1));
  CHECK(p.cells.size() == 10000);
  CHECK(p.counts.combinations == 12000);
  CHECK(p.counts.excluded == 2000);
}

TEST_CASE("a bidirectional cell is one per pair, whichever way it was asked for") {
  auto t = test_of({"h2d", "d2h", "d2d"});
  t.axes.mode = {"bidirectional"};
  auto const p = planned(t, gpu_machine({0, 1, 4}));
  CHECK(ids(p) ==
        words{"bandwidth/h2d/bidirectional/host<>0/size=536870912",
              "bandwidth/h2d/bidirectional/host<>1/size=536870912",
              "bandwidth/h2d/bidirectional/host<>4/size=536870912", "bandwidth/d2d/bidirectional/0<>1/size=536870912",
              "bandwidth/d2d/bidirectional/0<>4/size=536870912", "bandwidth/d2d/bidirectional/1<>4/size=536870912"});
  check_invariants(p);
  t.axes.direction = {"d2h"};
  CHECK(ids(planned(t, gpu_machine({0}))) == words{"bandwidth/h2d/bidirectional/host<>0/size=536870912"});
  t.axes.direction = {"d2d"};
  t.axes.lanes = {.keyword = "", .named = {"4>1", "1>4", "0>0"}};
  CHECK(ids(planned(t, gpu_machine({0, 1, 4}))) ==
        words{"bandwidth/d2d/bidirectional/1<>4/size=536870912", "bandwidth/d2d/bidirectional/0<>0/size=536870912"});
  t.axes.lanes = {.keyword = "ring"};
  CHECK(ids(planned(t, gpu_machine({0, 1}))) == words{"bandwidth/d2d/bidirectional/0<>1/size=536870912"});
}

TEST_CASE("lanes by keyword") {
  struct row {
    char const* keyword;
    words lanes;
  };
  for (auto const& r :
       {row{"first", {"h2d/single/host>2", "d2h/single/2>host", "d2d/single/2>5", "d2d/single/2>7"}},
        row{"ring",
            {"h2d/single/host>2", "h2d/single/host>5", "h2d/single/host>7", "d2h/single/2>host", "d2h/single/5>host",
             "d2h/single/7>host", "d2d/single/2>5", "d2d/single/5>7", "d2d/single/7>2"}},
        row{"self", {"d2d/single/2>2", "d2d/single/5>5", "d2d/single/7>7"}},
        row{"chain",
            {"h2d/single/host>2", "d2h/single/5>host", "d2h/single/7>host", "d2d/single/2>5", "d2d/single/2>7"}}}) {
    auto t = test_of({"h2d", "d2h", "d2d"});
    t.axes.size = {1};
    t.axes.lanes.keyword = r.keyword;
    words expected;
    for (auto const& l : r.lanes) expected.push_back("bandwidth/" + l + "/size=1");
    auto const p = planned(t, gpu_machine({2, 5, 7}));
    CHECK(ids(p) == expected);
    CHECK(p.notes.size() == (std::string(r.keyword) == "self" ? 2 : 0));
  }
  auto t = test_of({"h2d"});
  t.axes.lanes.keyword = "self";
  CHECK(planned(t, gpu_machine({0})).notes ==
        words{"lanes = \"self\" has no lane that goes h2d: test t has no such cell"});
  t.axes.direction = {"d2d"};  // one device is enough to copy inside it
  CHECK(ids(planned(t, gpu_machine({0}))) == words{"bandwidth/d2d/single/0>0/size=536870912"});
}

TEST_CASE("lanes by name go where they fit") {
  auto t = test_of({"h2d", "d2h", "d2d"});
  t.axes.size = {1};
  t.axes.lanes = {.keyword = "", .named = {"0>1", "1", "host:1>0"}};
  auto const p = planned(t, gpu_machine({0, 1}));
  CHECK(ids(p) == words{"bandwidth/h2d/single/host>1/size=1", "bandwidth/h2d/single/host:1>0/size=1",
                        "bandwidth/d2h/single/1>host/size=1", "bandwidth/d2d/single/0>1/size=1"});
  CHECK(p.cells[1].affinity == placement{placement::wish::node, 1});
  CHECK(p.problems.empty());
  t.axes.affinity = {"near", "far"};  // says nothing about a lane that names its node
  CHECK(planned(t, gpu_machine({0, 1})).cells.size() == 3 + 2 + 1);
}

TEST_CASE("lanes that contradict the direction or name what is not there") {
  auto t = test_of({"h2d", "d2h"});
  t.where = "x.toml:7:1";
  t.axes.lanes = {.keyword = "", .named = {"0>1", "5", "0>9", "bad"}};
  auto const p = planned(t, gpu_machine({0, 1}));
  CHECK(p.cells.empty());
  REQUIRE(p.problems.size() == 4);
  CHECK(problems(p)[0] ==
        "x.toml:7:1: error: unknown device 5; backend cuda has 0 (gpu0), 1 (gpu1); lane \"5\" names it");
  CHECK(problems(p)[1] ==
        "x.toml:7:1: error: unknown device 9; backend cuda has 0 (gpu0), 1 (gpu1); lane \"0>9\" names it");
  CHECK(problems(p)[2].starts_with("x.toml:7:1: error: \"bad\" is not a lane: it has no \">\""));
  CHECK(problems(p)[3] == "x.toml:7:1: error: lane \"0>1\" goes d2d, and test t measures h2d, d2h");
  t.axes.direction = {"d2d"};
  t.axes.lanes.named = {"0"};
  CHECK(problems(planned(t, gpu_machine({0, 1}))) ==
        words{"x.toml:7:1: error: lane \"0\" is between the host and a device, and test t measures d2d"});
  t.axes.direction = {"d2d", "d2h"};
  t.axes.lanes.named = {"0>1"};
  auto const q = planned(t, gpu_machine({0, 1}));
  CHECK(q.cells.size() == 1);
  CHECK(q.notes == words{"x.toml:7:1: note: no lane that is named goes d2h: test t has no such cell"});
}

TEST_CASE("a missing direction is a problem") {
  CHECK(problems(planned(test_of({}), host_machine(1))) ==
        words{"test t has no direction; write for example direction = [\"h2d\", \"d2h\"]"});
}

TEST_CASE("parallel: the lanes of a direction at once, in one order whatever the file's") {
  auto t = test_of({"d2d"});
  t.axes.mode = {"parallel"};
  t.axes.size = {1};
  CHECK(ids(planned(t, gpu_machine({0, 1, 2}))) == words{"bandwidth/d2d/parallel/0>1+0>2+1>0+1>2+2>0+2>1/size=1"});
  t.axes.lanes.keyword = "ring";
  CHECK(ids(planned(t, gpu_machine({2, 0, 1}))) == words{"bandwidth/d2d/parallel/0>1+1>2+2>0/size=1"});
  t.axes.lanes = {.keyword = "", .named = {"2>1", "0>1", "2>1"}};
  CHECK(ids(planned(t, gpu_machine({0, 1, 2}))) == words{"bandwidth/d2d/parallel/0>1+2>1/size=1"});
  t = test_of({"h2d"});
  t.axes.mode = {"parallel"};
  CHECK(ids(planned(t, gpu_machine({0}))) == words{"bandwidth/h2d/parallel/host>0/size=536870912"});
}

TEST_CASE("parallel: many lanes keep a short id that comes from values") {
  auto t = test_of({"d2d"});
  t.axes.mode = {"parallel"};
  t.axes.size = {1};
  auto const one = planned(t, gpu_machine({0, 1, 2, 3}));
  auto const other = planned(t, gpu_machine({3, 1, 0, 2}));
  CHECK(one.cells[0].lanes.size() == 12);
  CHECK(one.cells[0].id.starts_with("s/t/bandwidth/d2d/parallel/12-lanes:0-3:"));
  CHECK(ids(one) == ids(other));
  CHECK(ids(one) != ids(planned(t, gpu_machine({0, 1, 2, 4}))));
}

TEST_CASE("parallel: directions together and sets of devices") {
  auto t = test_of({"h2d", "d2h"});
  t.axes.mode = {"parallel"};
  t.axes.size = {1};
  t.axes.together.directions = {{"d2h", "h2d"}};
  auto p = planned(t, gpu_machine({0, 1}));
  CHECK(ids(p) == words{"bandwidth/h2d+d2h/parallel/host>0+host>1+0>host+1>host/size=1"});
  t.axes.together.has_sets = true;
  t.axes.together.sets = {{0}, {}, {1, 0}};
  p = planned(t, gpu_machine({0, 1}));
  CHECK(ids(p) == words{"bandwidth/h2d+d2h/parallel/host<>0/size=1",
                        "bandwidth/h2d+d2h/parallel/host>0+host>1+0>host+1>host/size=1"});
  CHECK(p.counts.repeated == 1);

  t.axes.direction = {"d2d"};
  t.axes.together = {.sets = {{0}, {0, 1}}, .has_sets = true};
  p = planned(t, gpu_machine({0, 1, 2}));
  CHECK(ids(p) == words{"bandwidth/d2d/parallel/none", "bandwidth/d2d/parallel/0<>1/size=1"});
  CHECK(p.cells[0].impossible == "d2d needs two devices, and there is one: gpu0 (of 3 that backend cuda has)");

  t.axes.together.sets = {{0, 7}};
  CHECK(problems(planned(t, gpu_machine({0, 1}))) ==
        words{"unknown device 7; backend cuda has 0 (gpu0), 1 (gpu1); a set of together names it"});
  t.axes.together.sets = {{0, 1}};
  p = planned(t, gpu_machine({0, 1}), {.devices = {"0"}});
  CHECK(p.notes == words{"test t leaves out a set of together: its devices 1 are not chosen"});
  REQUIRE(p.cells.size() == 1);
  CHECK(p.cells[0].impossible == "every set of together has devices that are not chosen");

  t = test_of({"h2d"});
  t.axes.mode = {"parallel"};
  t.axes.together.directions = {{"h2d", "d2h"}};
  CHECK(problems(planned(t, gpu_machine({0}))) == words{"together names d2h, and test t measures h2d"});
  t.axes.direction = {"h2d", "d2h", "d2d"};
  CHECK(planned(t, gpu_machine({0, 1})).notes == words{"together leaves out d2d: test t has no parallel cell of it"});
}

TEST_CASE("affinity: each is every host node; it is for the host end, and for d2d of backend host") {
  auto t = test_of({"h2d", "d2d"});
  t.axes.size = {1};
  t.axes.affinity = {"each", "none", "node:0"};
  auto const gpus = planned(t, gpu_machine({0, 1}));
  CHECK(ids(gpus) ==
        words{"bandwidth/h2d/single/host>0/size=1/affinity=node:0",
              "bandwidth/h2d/single/host>0/size=1/affinity=node:1", "bandwidth/h2d/single/host>0/size=1/affinity=none",
              "bandwidth/h2d/single/host>1/size=1/affinity=node:0",
              "bandwidth/h2d/single/host>1/size=1/affinity=node:1", "bandwidth/h2d/single/host>1/size=1/affinity=none",
              "bandwidth/d2d/single/0>1/size=1", "bandwidth/d2d/single/1>0/size=1"});
  CHECK(planned(t, host_machine(2)).cells.size() == 6 + 6);
  t.axes.affinity = {"node:7"};
  auto const p = planned(t, gpu_machine({0, 1}));
  CHECK(p.cells[0].impossible == "affinity node:7: there is no host node 7; nodes with memory: 0, 1");
  CHECK(p.cells.back().impossible.empty());
  CHECK(p.counts.impossible == 2);
}

TEST_CASE("the host's own axes are absent elsewhere, and equal cells are one") {
  auto t = test_of({"h2d"});
  t.axes.size = {1};
  t.axes.cache = {"warm", "cold"};
  t.axes.copy = {"memcpy", "stream"};
  t.axes.threads = {"1", "2", "all"};
  t.axes.protocol = {"two-lines"};
  t.axes.issuer = {"source", "destination"};
  CHECK(ids(planned(t, gpu_machine({0}))) == words{"bandwidth/h2d/single/host>0/size=1"});
  auto const host = planned(t, host_machine(1));
  CHECK(host.cells.size() == 2 * 2 * 2 * 3);
  CHECK(ids(host)[0] == "bandwidth/h2d/single/host>0/size=1/issuer=source/copy=memcpy");
  CHECK(ids(host).back() == "bandwidth/h2d/single/host>0/size=1/issuer=destination/cache=cold/copy=stream/threads=all");
  t.axes.measure = {"latency"};
  t.axes.cache = {}, t.axes.copy = {}, t.axes.issuer = {};
  CHECK(ids(planned(t, host_machine(1))) == words{"latency/h2d/single/host>0/size=1"});
  t = test_of({"d2d"});
  t.axes.measure = {"sync"};
  t.axes.protocol = {"two-lines", "compare-and-swap"};
  t.axes.lanes = {.keyword = "", .named = {"0>1"}};
  CHECK(ids(planned(t, host_machine(2))) ==
        words{"sync/d2d/single/0>1/protocol=two-lines", "sync/d2d/single/0>1/protocol=compare-and-swap"});
}

TEST_CASE("issuer: for lanes between devices everywhere, with the host where the host can issue") {
  auto t = test_of({"h2d", "d2d"});
  t.axes.size = {1};
  t.axes.issuer = {"destination"};
  t.axes.lanes = {.keyword = "", .named = {"0", "0>1"}};
  CHECK(ids(planned(t, gpu_machine({0, 1}))) ==
        words{"bandwidth/h2d/single/host>0/size=1", "bandwidth/d2d/single/0>1/size=1/issuer=destination"});
  CHECK(ids(planned(t, sim_machine(2)))[0] == "bandwidth/h2d/single/host>0/size=1/issuer=destination");
  t.axes.mode = {"bidirectional"};
  auto const p = planned(t, sim_machine(2));
  CHECK(p.cells[0].lanes[0].issuer == side::destination);
  CHECK(p.cells[0].lanes[1].issuer == side::destination);
}

TEST_CASE("timer: auto stays open, and is the cell of the timer it stands for when both are named") {
  auto t = test_of({"h2d"});
  t.axes.size = {1};
  CHECK(with_timer(planned(t, host_machine(1)).cells[0], "tsc") == "s/t/bandwidth/h2d/single/host>0/size=1/timer=tsc");
  t.axes.timer = {"auto", "steady", "tsc"};
  CHECK(ids(planned(t, host_machine(1))) ==
        words{"bandwidth/h2d/single/host>0/size=1/timer=tsc", "bandwidth/h2d/single/host>0/size=1/timer=steady"});
  t.axes.timer = {"device"};
  CHECK(planned(t, host_machine(1)).cells[0].impossible ==
        "backend host has no timer device for bandwidth; it has tsc, steady");
}

TEST_CASE("chiplets of the device ends") {
  auto t = test_of({"h2d", "d2h", "d2d"});
  t.axes.size = {1};
  t.axes.source_chiplet = {"0", "3"};
  t.axes.destination_chiplet = {"1", "off"};
  t.axes.lanes = {.keyword = "", .named = {"0", "0>1"}};
  CHECK(ids(planned(t, sim_machine(2, 4))) ==
        words{"bandwidth/h2d/single/host>0.1/size=1", "bandwidth/h2d/single/host>0/size=1/destination_chiplet=off",
              "bandwidth/d2h/single/0>host/size=1", "bandwidth/d2h/single/0.3>host/size=1",
              "bandwidth/d2d/single/0>1.1/size=1", "bandwidth/d2d/single/0>1/size=1/destination_chiplet=off",
              "bandwidth/d2d/single/0.3>1.1/size=1", "bandwidth/d2d/single/0.3>1/size=1/destination_chiplet=off"});

  t = test_of({"d2h"});
  t.axes.size = {1};
  t.axes.source_chiplet = {"all"};
  auto uneven = sim_machine(2, 2);
  uneven.devices[1].chiplets = 4;
  CHECK(ids(planned(t, uneven)) == words{"bandwidth/d2h/single/0>host/size=1", "bandwidth/d2h/single/0.1>host/size=1",
                                         "bandwidth/d2h/single/1>host/size=1", "bandwidth/d2h/single/1.1>host/size=1",
                                         "bandwidth/d2h/single/1.2>host/size=1",
                                         "bandwidth/d2h/single/1.3>host/size=1"});
  t.axes.source_chiplet = {"0", "off", "all"};  // absent on a device with one
  CHECK(ids(planned(t, sim_machine(1))) == words{"bandwidth/d2h/single/0>host/size=1"});
  t.axes.source_chiplet = {"1"};
  CHECK(planned(t, sim_machine(1)).cells[0].impossible == "Device 0 has 1 chiplet(s), affinity unsupported, skipping");
  t.axes.source_chiplet = {"4"};
  CHECK(planned(t, sim_machine(1, 4)).cells[0].impossible == "chiplet index out of range");
}

TEST_CASE("a lane's own chiplet stands, and chiplet 0 of several is the default") {
  auto t = test_of({"d2d"});
  t.axes.size = {1};
  t.axes.lanes = {.keyword = "", .named = {"0.2>1.3", "0.0>1.0", "0>1"}};
  CHECK(ids(planned(t, sim_machine(2, 4))) ==
        words{"bandwidth/d2d/single/0.2>1.3/size=1", "bandwidth/d2d/single/0>1/size=1"});
  t.axes.lanes.named = {"0.2>1"};
  t.axes.source_chiplet = {"1"}, t.axes.destination_chiplet = {"1"};
  CHECK(ids(planned(t, sim_machine(2, 4))) == words{"bandwidth/d2d/single/0.2>1.1/size=1"});
}

TEST_CASE("bidirectional cells on different chiplets are told apart by device, not by order") {
  auto t = test_of({"d2d"});
  t.axes.size = {1};
  t.axes.mode = {"bidirectional"};
  t.axes.source_chiplet = {"2"};
  CHECK(ids(planned(t, sim_machine(2, 4))) ==
        words{"bandwidth/d2d/bidirectional/0.2<>1/size=1", "bandwidth/d2d/bidirectional/0<>1.2/size=1"});
  t.axes.destination_chiplet = {"2"};
  CHECK(ids(planned(t, sim_machine(2, 4))) == words{"bandwidth/d2d/bidirectional/0.2<>1.2/size=1"});
}

TEST_CASE("semantics where a backend may have both") {
  auto t = test_of({"d2d"});
  t.axes.size = {1};
  t.axes.semantics = {"load-store", "queue"};
  t.axes.lanes = {.keyword = "", .named = {"0>1"}};
  CHECK(ids(planned(t, sim_machine(2))) == words{"bandwidth/d2d/single/0>1/size=1/semantics=load-store",
                                                 "bandwidth/d2d/single/0>1/size=1/semantics=queue"});
  for (auto const& c : planned(t, host_machine(2)).cells) CHECK(c.impossible == "");
  t.axes.threads = {"2"};
  auto const cells = planned(t, host_machine(2)).cells;
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].impossible == "");
  CHECK(cells[1].impossible ==
        "backend host has no threads 2 for semantics queue; it has 1, which posts, and one engine, which copies");
}

TEST_CASE("nodes") {
  auto t = test_of({"node"});
  t.axes.size = {1};
  CHECK(ids(planned(t, sim_machine(2, 1, 3))) ==
        words{"bandwidth/node/single/node0/0>node1/0/size=1", "bandwidth/node/single/node0/0>node2/0/size=1",
              "bandwidth/node/single/node1/0>node0/0/size=1", "bandwidth/node/single/node1/0>node2/0/size=1",
              "bandwidth/node/single/node2/0>node0/0/size=1", "bandwidth/node/single/node2/0>node1/0/size=1"});
  t.axes.nodes = {"0>1"};
  t.axes.lanes = {.keyword = "all", .said = true};
  CHECK(planned(t, sim_machine(2, 1, 3)).cells.size() == 4);
  t.axes.lanes = {.keyword = "same", .said = true};
  t.axes.mode = {"bidirectional"};
  CHECK(ids(planned(t, sim_machine(2, 1, 2))) == words{"bandwidth/node/bidirectional/node0/0<>node1/0/size=1",
                                                       "bandwidth/node/bidirectional/node0/1<>node1/1/size=1"});
  t.axes.lanes = {.keyword = "", .named = {"node1/1>node0/0"}, .said = true};
  t.axes.mode = {};
  CHECK(ids(planned(t, sim_machine(2, 1, 2))) == words{"bandwidth/node/single/node1/1>node0/0/size=1"});
  auto sync = test_of({"node"});
  sync.axes.measure = {"sync"};
  sync.axes.nodes = {"1>0"};
  CHECK(ids(planned(sync, sim_machine(2, 1, 2))) == words{"sync/node/single/node1/0>node0/0"});
  auto const alone = planned(test_of({"node"}), host_machine(2));
  REQUIRE(alone.cells.size() == 1);
  CHECK(alone.cells[0].id == "s/t/bandwidth/node/single/none");
  CHECK(alone.cells[0].impossible == "node needs two nodes, and there is one: start under mpirun -n N");
  t.axes.lanes = {};
  t.axes.nodes = {"0>3"};
  CHECK(problems(planned(t, sim_machine(2, 1, 2))) == words{"unknown node 3; there are nodes 0 to 1"});
}

TEST_CASE("lanes between nodes: every number of nodes, every choice of lanes") {
  struct row {
    int nodes;
    lane_choice lanes;
    words pairs;
    std::size_t single, both;  ///< cells one way, and both ways at once
  };
  lane_choice const all{.keyword = "all", .said = true}, same{.keyword = "same", .said = true}, unsaid{};
  auto named = [](words w) { return lane_choice{.keyword = "", .named = std::move(w), .said = true}; };
  for (auto const& r :
       {row{2, unsaid, {}, 2, 1}, row{3, unsaid, {}, 6, 3}, row{5, unsaid, {}, 20, 10}, row{2, same, {}, 4, 2},
        row{3, same, {}, 12, 6}, row{2, all, {}, 8, 4}, row{3, all, {}, 24, 12}, row{3, all, {"0>1"}, 4, 4},
        row{3, all, {"0>1", "1>0"}, 8, 4},
        row{3, named({"0>1"}), {}, 6, 6},  // node0/0<>node1/1 is not node0/1<>node1/0
        row{3, named({"0>1", "1>0"}), {}, 12, 6}, row{2, named({"node0/0>node1/1", "node1/1>node0/0"}), {}, 2, 1},
        row{3, named({"0>0", "node2/1>node1/0"}), {"0>2"}, 2, 2}}) {
    INFO(r.nodes << " nodes, lanes " << r.lanes.keyword << " " << joined(r.lanes.named));
    auto t = test_of({"node"});
    t.axes.size = {1};
    t.axes.lanes = r.lanes;
    t.axes.nodes = r.pairs;
    CHECK(planned(t, sim_machine(2, 1, r.nodes)).cells.size() == r.single);
    t.axes.mode = {"bidirectional"};
    auto const both = planned(t, sim_machine(2, 1, r.nodes));
    CHECK(both.cells.size() == r.both);
    for (auto const& c : both.cells) CHECK((c.lanes.size() == 2 && opposite(c.lanes[0], c.lanes[1])));
    t.axes.mode = {"parallel"};
    auto const together = planned(t, sim_machine(2, 1, r.nodes));
    REQUIRE(together.cells.size() == 1);
    CHECK(together.cells[0].lanes.size() == r.single);
    // one node: one cell that says why, whatever lanes were asked for; devices and nodes of named lanes are not known
    if (!r.lanes.named.empty()) continue;
    for (auto const* mode : {"single", "bidirectional", "parallel"}) {
      t.axes.mode = {mode};
      auto const alone = planned(t, sim_machine(2, 1, 1));
      REQUIRE(alone.cells.size() == 1);
      CHECK(alone.cells[0].impossible == "node needs two nodes, and the model has 1");
    }
  }
}

TEST_CASE("a lane between nodes that are not there") {
  auto t = test_of({"node"});
  t.axes.lanes = {.keyword = "", .named = {"node0/0>node1/1"}, .said = true};
  auto p = planned(t, host_machine(2));  // not a lane of this process, whatever its name
  REQUIRE(p.cells.size() == 1);
  CHECK(p.cells[0].lanes.empty());
  CHECK(p.cells[0].impossible == "node needs two nodes, and there is one: start under mpirun -n N");
  t.axes.lanes.named = {"node0/0>node2/1"};
  CHECK(problems(planned(t, sim_machine(2, 1, 2))) ==
        words{"unknown node 2 in lane \"node0/0>node2/1\"; there are nodes 0 to 1"});
  t.axes.lanes.named = {"node0/0>node1/7"};
  CHECK(problems(planned(t, sim_machine(2, 1, 2))) ==
        words{"unknown device 7; backend sim has 0 (rbln0), 1 (rbln1); lane \"node0/0>node1/7\" names it"});
}

TEST_CASE("the lanes of a test are those of nodes alone where they are not said, all for the other directions") {
  auto t = test_of({"d2d", "node"});
  t.axes.size = {1};
  CHECK(ids(planned(t, sim_machine(2, 1, 2))) ==
        words{"bandwidth/d2d/single/0>1/size=1", "bandwidth/d2d/single/1>0/size=1",
              "bandwidth/node/single/node0/0>node1/0/size=1", "bandwidth/node/single/node1/0>node0/0/size=1"});
  t.axes.lanes = {.keyword = "ring", .said = true};
  auto const ring = planned(t, sim_machine(2, 1, 2));
  CHECK(ring.cells.size() == 2);
  CHECK(ring.notes == words{"lanes = \"ring\" has no lane that goes node: test t has no such cell"});
  t.axes.lanes = {.keyword = "", .named = {"node0/0>node1/0"}, .said = true};
  t.axes.direction = {"node"};
  t.axes.nodes = {"0>1"};
  CHECK(planned(t, sim_machine(2, 1, 2)).notes == words{"nodes has no effect: the lanes of test t name their nodes"});
}

TEST_CASE("lanes inside and between nodes at once are all of them or none") {
  auto t = test_of({"d2d", "node"});
  t.axes.mode = {"parallel"};
  t.axes.size = {1};
  t.axes.together.directions = {{"d2d", "node"}};
  CHECK(ids(planned(t, sim_machine(2, 1, 2))) ==
        words{"bandwidth/d2d+node/parallel/0>1+1>0+node0/0>node1/0+node1/0>node0/0/size=1"});
  auto const alone = planned(t, sim_machine(2, 1, 1));
  REQUIRE(alone.cells.size() == 1);
  CHECK(alone.cells[0].impossible == "node needs two nodes, and the model has 1");
}

TEST_CASE("copy between nodes is an axis of real backends") {
  auto t = test_of({"node"});
  t.axes.size = {1};
  t.axes.copy = {"auto", "put", "rep"};
  CHECK(ids(planned(t, sim_machine(1, 1, 2))) ==
        words{"bandwidth/node/single/node0/0>node1/0/size=1", "bandwidth/node/single/node1/0>node0/0/size=1"});
  t.axes.nodes = {"0>1"};
  t.axes.cache = {"cold"}, t.axes.protocol = {"compare-and-swap"}, t.axes.threads = {"4"};  // none of them applies
  auto several = host_machine(1);
  several.nodes = 2;
  auto const p = planned(t, several);
  CHECK(ids(p) == words{"bandwidth/node/single/node0/0>node1/0/size=1",
                        "bandwidth/node/single/node0/0>node1/0/size=1/copy=put",
                        "bandwidth/node/single/node0/0>node1/0/size=1/copy=rep"});
  CHECK(p.cells[0].impossible == "");
  CHECK(p.cells[1].impossible == "");
  CHECK(p.cells[2].impossible == "copy rep is a loop inside a node; between nodes there are put, send, shared");
}

TEST_CASE("exclude comes first, matches in part, and says when it matches nothing here") {
  auto t = test_of({"h2d", "d2h"});
  t.axes.size = {1, 2};
  t.exclude = {{{{.key = "direction", .values = {"h2d"}}, {.key = "size", .values = {"2"}}}, "x.toml:5:3"}};
  auto p = planned(t, gpu_machine({0}));
  CHECK(ids(p) == words{"bandwidth/h2d/single/host>0/size=1", "bandwidth/d2h/single/0>host/size=1",
                        "bandwidth/d2h/single/0>host/size=2"});
  CHECK(p.counts.excluded == 1);
  CHECK(p.notes.empty());
  t.exclude.push_back(where("product", {"T4"}, "x.toml:9:3"));
  CHECK(planned(t, gpu_machine({0})).notes ==
        words{"x.toml:9:3: note: exclude matches no cell of test t on this machine"});
  t.exclude = {match{}};
  CHECK(planned(t, gpu_machine({0})).cells.empty());
}

TEST_CASE("override changes keys of matching cells, the later one wins, and never adds") {
  auto t = test_of({"h2d", "d2h"});
  t.axes.size = {1, 2};
  t.keys.how.iterations = 0;
  t.keys.pages = "small";
  t.overrides = {{where("size", {"2"}), {.iterations = 5, .pages = "huge"}},
                 {where("direction", {"d2h"}), {.iterations = 7}},
                 {where("size", {"3"}, "x.toml:8:3"), {.iterations = 9}}};
  auto const p = planned(t, gpu_machine({0}));
  REQUIRE(p.cells.size() == 4);
  CHECK(p.cells[0].how.iterations == 0);
  CHECK(p.cells[0].pages == "small");
  CHECK(p.cells[1].how.iterations == 5);
  CHECK(p.cells[1].pages == "huge");
  CHECK(p.cells[2].how.iterations == 7);
  CHECK(p.cells[3].how.iterations == 7);
  CHECK(p.cells[3].pages == "huge");
  CHECK(p.notes == words{"x.toml:8:3: note: override matches no cell of test t on this machine"});
}

TEST_CASE("an addition is one more cell, with its own keys; one that is there already is a problem") {
  auto t = test_of({"h2d"});
  t.axes.size = {4096};
  t.overrides = {{match{}, {.iterations = 3}}};
  addition extra{.set = {.iterations = 9}, .where = "x.toml:20:3"};
  extra.axes.measure = {"latency"}, extra.axes.direction = {"d2d"}, extra.axes.size = {512};
  extra.axes.lanes = {.keyword = "", .named = {"0>1"}};
  t.add = {extra};
  auto p = planned(t, gpu_machine({0, 1}));
  CHECK(ids(p) == words{"bandwidth/h2d/single/host>0/size=4096", "bandwidth/h2d/single/host>1/size=4096",
                        "latency/d2d/single/0>1/size=512"});
  CHECK(p.counts.added == 1);
  CHECK(p.cells[0].how.iterations == 3);
  CHECK(p.cells[2].how.iterations == 9);

  t.add.push_back(extra);
  t.add.back().where = "x.toml:30:3";
  CHECK(problems(planned(t, gpu_machine({0, 1}))) ==
        words{"x.toml:30:3: error: the added cell s/t/latency/d2d/single/0>1/size=512 is in the plan already"});

  t.add = {extra};  // what was excluded may be added back
  t.exclude = {where("lanes", {"1"})};
  t.add[0].axes = t.axes;
  t.add[0].axes.lanes = {.keyword = "", .named = {"1"}};
  CHECK(ids(planned(t, gpu_machine({0, 1}))) ==
        words{"bandwidth/h2d/single/host>0/size=4096", "bandwidth/h2d/single/host>1/size=4096"});
}

TEST_CASE("an addition may choose its own devices") {
  auto t = test_of({"h2d"});
  t.axes.size = {1};
  t.devices = words{"0"};
  addition extra{.devices = words{"gpu1"}};
  extra.axes = t.axes;
  t.add = {extra};
  CHECK(ids(planned(t, gpu_machine({0, 1}))) ==
        words{"bandwidth/h2d/single/host>0/size=1", "bandwidth/h2d/single/host>1/size=1"});
}

TEST_CASE("devices: of the target, narrowed by the test, in the order of the list") {
  auto t = test_of({"h2d"});
  t.axes.size = {1};
  t.where = "x.toml:4:1";
  auto const inv = gpu_machine({0, 1, 2});
  CHECK(ids(planned(t, inv, {.devices = {"gpu2", "0"}})) ==
        words{"bandwidth/h2d/single/host>2/size=1", "bandwidth/h2d/single/host>0/size=1"});
  t.devices = words{"1", "2"};
  auto p = planned(t, inv, {.devices = {"0", "1"}});
  CHECK(ids(p) == words{"bandwidth/h2d/single/host>1/size=1"});
  CHECK(p.notes == words{"x.toml:4:1: note: test t goes without device 2, which the target leaves out"});
  p = planned(t, inv, {.devices = {"0"}});
  REQUIRE(p.cells.size() == 1);
  CHECK(p.cells[0].impossible ==
        "h2d needs a device, and none is chosen: backend cuda has 0 (gpu0), 1 (gpu1), 2 (gpu2)");
  t.devices = words{"7", "gpu1", "1"};
  CHECK(problems(planned(t, inv, {.devices = {"nope"}})) ==
        words{"unknown device nope; backend cuda has 0 (gpu0), 1 (gpu1), 2 (gpu2)",
              "x.toml:4:1: error: unknown device 7; backend cuda has 0 (gpu0), 1 (gpu1), 2 (gpu2)",
              "x.toml:4:1: error: device 1 is chosen twice, as gpu1 and as 1"});
  t.devices.reset();
  auto mixed = inv;
  mixed.devices[1].product = "T4";
  CHECK(ids(planned(t, mixed, {.product = "T4"})) == words{"bandwidth/h2d/single/host>1/size=1"});
  t.axes.direction = {"d2d"};
  t.axes.lanes = {.keyword = "", .named = {"0>1"}};
  p = planned(t, inv, {.devices = {"0", "2"}});
  CHECK(p.notes == words{"x.toml:4:1: note: test t leaves out the lanes 0>1: their devices are not chosen"});
  REQUIRE(p.cells.size() == 1);
  CHECK(p.cells[0].impossible == "lanes 0>1: their devices are not chosen");
}

TEST_CASE("what a machine lacks altogether is one cell with a reason, never silence") {
  auto t = test_of({"h2d", "d2d"});
  t.axes.size = {1, 2, 3};
  t.axes.measure = {"bandwidth", "sync"};
  t.keys.missing_fails = true;
  auto const p = planned(t, gpu_machine({0}));
  CHECK(ids(p) == words{"bandwidth/h2d/single/host>0/size=1", "bandwidth/h2d/single/host>0/size=2",
                        "bandwidth/h2d/single/host>0/size=3", "bandwidth/d2d/single/none", "sync/d2d/single/none"});
  CHECK(p.cells[3].impossible == "d2d needs two devices, and there is one: gpu0");
  CHECK(p.cells[4].impossible == "backend cuda does not measure sync; it measures bandwidth, latency");
  CHECK(p.cells[3].missing_fails);
  CHECK(p.counts.impossible == 2);
  auto const none = planned(t, gpu_machine({}));
  CHECK(none.cells.size() == 3);
  CHECK(none.cells[0].impossible == "h2d needs a device, and backend cuda has none");
  CHECK(none.problems.empty());
  auto const one_core = planned(test_of({"d2d"}), host_machine(1));
  CHECK(one_core.cells[0].impossible ==
        "d2d needs two devices, and there is one: numa0 (granularity = \"core\" makes each core a device)");
}

TEST_CASE("keys of the test reach every cell") {
  auto t = test_of({"h2d", "d2d"});
  t.keys = {.how = {.samples = 7, .seed = 42},
            .pages = "small",
            .priority = "high",
            .schedule = "rounds",
            .flags = 5,
            .missing_fails = true};
  for (auto const& c : planned(t, gpu_machine({0, 1})).cells) {
    CHECK(c.how.samples == 7);
    CHECK(c.how.seed == 42);
    CHECK(c.pages == "small");
    CHECK(c.priority == "high");
    CHECK(c.schedule == "rounds");
    CHECK(c.flags == 5);
    CHECK(c.missing_fails);
  }
  t.keys.how.samples = 0;
  CHECK(problems(planned(t, gpu_machine({0, 1}))) == words{"at most 0 samples measure nothing"});
}

TEST_CASE("tests follow each other, with ids of their own") {
  std::vector<choices> tests{test_of({"h2d"}, "b"), test_of({"h2d"}, "a")};
  auto const p = expand("s", tests, gpu_machine({0}));
  CHECK(ids(p) ==
        words{"s/b/bandwidth/h2d/single/host>0/size=536870912", "s/a/bandwidth/h2d/single/host>0/size=536870912"});
  CHECK(expand("s", std::span<choices const>{}, gpu_machine({0})).cells.empty());
}

TEST_CASE("a size of nothing is refused") {
  auto t = test_of({"h2d"});
  t.axes.size = {0, 1};
  CHECK(problems(planned(t, gpu_machine({0}))) == words{"test t has a size of 0 bytes, which moves nothing"});
}

TEST_CASE("the largest sizes stay what they are") {
  auto t = test_of({"h2d"});
  t.axes.size = {std::uint64_t{1} << 40, (std::uint64_t{4} << 30) + 1};
  CHECK(ids(planned(t, gpu_machine({0}))) ==
        words{"bandwidth/h2d/single/host>0/size=1099511627776", "bandwidth/h2d/single/host>0/size=4294967297"});
}

TEST_CASE("one cell of absurdly many lanes is refused") {
  inventory inv = sim_machine(0);
  for (int i = 0; i < 1000; ++i) inv.devices.push_back({.id = i});
  auto t = test_of({"d2d"});
  t.axes.mode = {"parallel"};
  CHECK(problems(planned(t, inv)) == words{"one parallel cell of test t would have 999000 lanes, more than the 262144 "
                                           "that are taken; name devices or lanes"});
}
