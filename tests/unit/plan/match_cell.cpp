// SPDX-License-Identifier: MIT
#include <lanemark/plan/match_cell.hpp>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
bool holds(cell const& c, inventory const& inv, std::string key, std::vector<std::string> values) {
  return matches(match{{{.key = std::move(key), .values = std::move(values)}}}, c, inv);
}
bool holds_size(cell const& c, std::string compare, std::uint64_t bound) {
  return matches(match{{{.key = "size", .compare = std::move(compare), .bound = bound}}}, c, host_machine(2));
}
cell d2d(int from = 0, int to = 1) {
  cell c{.test = "pairs", .direction = "d2d", .lanes = {{device_end(from), device_end(to)}}};
  c.size = c.size_requested = {65536};
  return c;
}
}  // namespace

TEST_CASE("a match without conditions is for every cell, and all conditions must hold") {
  auto const inv = host_machine(2);
  CHECK(matches(match{}, d2d(), inv));
  CHECK(matches(match{{{.key = "direction", .values = {"d2d"}}, {.key = "size", .values = {"65536"}}}}, d2d(), inv));
  CHECK_FALSE(matches(match{{{.key = "direction", .values = {"d2d"}}, {.key = "size", .values = {"1"}}}}, d2d(), inv));
}

TEST_CASE("every key is looked at") {
  auto const inv = host_machine(2);
  auto c = d2d();
  struct row {
    char const *key, *yes, *no;
  };
  for (auto const& r :
       {row{"test", "pairs", "pair"}, row{"measure", "bandwidth", "latency"}, row{"direction", "d2d", "h2d"},
        row{"direction", "p2p", "d2h"}, row{"mode", "single", "parallel"}, row{"size", "65536", "65537"},
        row{"affinity", "near", "far"}, row{"timer", "auto", "tsc"}, row{"issuer", "auto", "source"},
        row{"semantics", "default", "queue"}, row{"cache", "warm", "cold"}, row{"copy", "auto", "rep"},
        row{"threads", "1", "all"}, row{"label", "numa1", "numa2"}, row{"lanes", "0>1", "1>0"}}) {
    INFO(r.key);
    CHECK(holds(c, inv, r.key, {r.yes}));
    CHECK_FALSE(holds(c, inv, r.key, {r.no}));
    CHECK(holds(c, inv, r.key, {r.no, r.yes}));
    CHECK_FALSE(holds(c, inv, r.key, {}));
  }
  CHECK_FALSE(holds(c, inv, "colour", {"red"}));
  c.affinity = {placement::wish::node, 1}, c.timer = "tsc", c.lanes[0].issuer = side::source, c.cache = "cold",
  c.copy = "rep", c.threads = 0;
  for (auto const& r : {row{"affinity", "node:1", "near"}, row{"affinity", "each", "node:0"},
                        row{"timer", "tsc", "auto"}, row{"issuer", "source", "auto"}, row{"cache", "cold", "warm"},
                        row{"copy", "rep", "auto"}, row{"threads", "all", "1"}}) {
    INFO(r.key);
    CHECK(holds(c, inv, r.key, {r.yes}));
    CHECK_FALSE(holds(c, inv, r.key, {r.no}));
  }
}

TEST_CASE("sizes compare") {
  CHECK(holds_size(d2d(), ">=", 65536));
  CHECK_FALSE(holds_size(d2d(), ">=", 65537));
  CHECK(holds_size(d2d(), ">", 65535));
  CHECK_FALSE(holds_size(d2d(), ">", 65536));
  CHECK(holds_size(d2d(), "<=", 65536));
  CHECK_FALSE(holds_size(d2d(), "<=", 65535));
  CHECK(holds_size(d2d(), "<", 65537));
  CHECK_FALSE(holds_size(d2d(), "<", 65536));
  auto big = d2d();
  big.size = {std::uint64_t{1} << 40};
  CHECK(holds_size(big, ">=", std::uint64_t{1} << 40));
}

TEST_CASE("an axis that does not apply has no value to match") {
  auto sync = d2d();
  sync.measure = "sync", sync.size = {};
  auto const host = host_machine(2);
  CHECK_FALSE(holds(sync, host, "size", {"0"}));
  CHECK_FALSE(holds_size(sync, "<", 100));
  CHECK_FALSE(holds(sync, host, "mode", {"single"}));
  CHECK(holds(sync, host, "protocol", {"auto"}));
  auto const gpus = gpu_machine({0, 1});
  CHECK_FALSE(holds(d2d(), gpus, "affinity", {"near"}));
  CHECK_FALSE(holds(d2d(), gpus, "cache", {"warm"}));
  CHECK_FALSE(holds(d2d(), gpus, "threads", {"1"}));
  CHECK_FALSE(holds(d2d(), gpus, "nodes", {"all"}));
}

TEST_CASE("product is of every device that takes part, label of any") {
  auto inv = gpu_machine({0, 1, 5});
  inv.devices[2].product = "T4";
  CHECK(holds(d2d(0, 1), inv, "product", {"H200"}));
  CHECK_FALSE(holds(d2d(0, 5), inv, "product", {"H200"}));
  CHECK_FALSE(holds(d2d(0, 5), inv, "product", {"T4"}));
  CHECK(holds(d2d(0, 5), inv, "label", {"gpu5"}));
  CHECK_FALSE(holds(d2d(0, 9), inv, "product", {"H200"}));
}

TEST_CASE("lanes are matched by name, keyword and as a whole") {
  auto const inv = gpu_machine({2, 4, 7});
  cell up{.direction = "h2d", .lanes = {{host_end(), device_end(2)}}};
  CHECK(holds(up, inv, "lanes", {"2"}));
  CHECK(holds(up, inv, "lanes", {"host>2"}));
  CHECK_FALSE(holds(up, inv, "lanes", {"host:0>2"}));
  CHECK_FALSE(holds(up, inv, "lanes", {"2>host"}));
  CHECK(holds(up, inv, "lanes", {"first"}));
  CHECK(holds(d2d(2, 7), inv, "lanes", {"first"}));
  CHECK_FALSE(holds(d2d(4, 7), inv, "lanes", {"first"}));
  CHECK(holds(d2d(4, 7), inv, "lanes", {"ring"}));
  CHECK(holds(d2d(7, 2), inv, "lanes", {"ring"}));
  CHECK_FALSE(holds(d2d(2, 7), inv, "lanes", {"ring"}));
  CHECK(holds(d2d(4, 4), inv, "lanes", {"self"}));
  CHECK_FALSE(holds(d2d(4, 7), inv, "lanes", {"self"}));
  CHECK(holds(d2d(4, 7), inv, "lanes", {"all"}));

  auto both = d2d(2, 4);
  both.mode = "bidirectional";
  both.lanes.push_back({device_end(4), device_end(2)});
  CHECK(holds(both, inv, "lanes", {"2>4"}));
  CHECK(holds(both, inv, "lanes", {"4>2"}));
  CHECK(holds(both, inv, "lanes", {"2<>4"}));
  CHECK_FALSE(holds(both, inv, "lanes", {"2>7"}));
  both.mode = "parallel";
  CHECK_FALSE(holds(both, inv, "lanes", {"2>4"}));
}

TEST_CASE("lanes between nodes are matched with their nodes, and without for any pair of nodes") {
  auto const inv = sim_machine(3, 1, 3);
  auto on = [](int node, int device) { return endpoint{.host = false, .index = device, .node = node}; };
  auto across = [&](int from, int to, int source = 0, int destination = 1) {
    return cell{.test = "t", .direction = "node", .lanes = {{on(from, source), on(to, destination)}}};
  };
  CHECK(holds(across(0, 1), inv, "lanes", {"node0/0>node1/1"}));
  CHECK_FALSE(holds(across(0, 2), inv, "lanes", {"node0/0>node1/1"}));
  CHECK(holds(across(0, 2), inv, "lanes", {"0>1"}));
  CHECK_FALSE(holds(across(0, 2), inv, "lanes", {"1>0"}));
  CHECK(holds(across(2, 0, 0, 0), inv, "lanes", {"first"}));
  CHECK(holds(across(2, 0, 0, 0), inv, "lanes", {"same"}));
  CHECK_FALSE(holds(across(2, 0), inv, "lanes", {"first"}));
  CHECK_FALSE(holds(across(0, 1), inv, "lanes", {"ring"}));
  CHECK_FALSE(holds(across(0, 1, 2, 2), inv, "lanes", {"self"}));
  CHECK(holds(across(0, 1), inv, "nodes", {"0>1"}));
  CHECK_FALSE(holds(across(1, 0), inv, "nodes", {"0>1"}));
  CHECK(holds(across(1, 0), inv, "direction", {"node"}));
  auto both = across(0, 1);
  both.mode = "bidirectional";
  both.lanes.push_back({on(1, 1), on(0, 0)});
  CHECK(holds(both, inv, "lanes", {"0<>1"}));
  CHECK(holds(both, inv, "lanes", {"node0/0<>node1/1"}));
  CHECK(holds(both, inv, "lanes", {"node1/1>node0/0"}));
  CHECK(holds(both, inv, "lanes", {"1>0"}));
  CHECK_FALSE(holds(both, inv, "lanes", {"0<>2"}));
}

TEST_CASE("chiplets are matched where devices have several") {
  auto const several = sim_machine(2, 4), single = sim_machine(2, 1);
  auto c = d2d();
  CHECK(holds(c, several, "source_chiplet", {"0"}));
  CHECK_FALSE(holds(c, single, "source_chiplet", {"0"}));
  c.lanes[0].source.chiplet = 2, c.lanes[0].destination.chiplet = chiplet_off;
  CHECK(holds(c, several, "source_chiplet", {"2"}));
  CHECK_FALSE(holds(c, several, "source_chiplet", {"0"}));
  CHECK(holds(c, several, "destination_chiplet", {"off"}));
}

TEST_CASE("a cell that stands for missing lanes matches by what it has") {
  cell c{.test = "t", .direction = "d2d"};
  auto const inv = host_machine(1);
  CHECK(holds(c, inv, "direction", {"d2d"}));
  CHECK(holds(c, inv, "measure", {"bandwidth"}));
  CHECK_FALSE(holds(c, inv, "size", {"0"}));
  CHECK_FALSE(holds(c, inv, "lanes", {"all"}));
  CHECK_FALSE(holds(c, inv, "cache", {"warm"}));
  CHECK_FALSE(holds(c, inv, "product", {""}));
}
