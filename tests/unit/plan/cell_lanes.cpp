// SPDX-License-Identifier: MIT
#include <lanemark/plan/cell_lanes.hpp>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
cell with(std::string mode, std::vector<lane> lanes) {
  cell c{.direction = "d2d", .lanes = std::move(lanes)};
  c.mode = std::move(mode);
  return c;
}
std::string settled(cell c, inventory const& inv, chiplet_choice source = {}, chiplet_choice destination = {}) {
  return settle_lanes(c, side::automatic, source, destination, inv) ? to_string(c.lanes) : "no cell";
}
}  // namespace

TEST_CASE("bidirectional lanes: host first, lower device first, with their way back") {
  auto const inv = sim_machine(4, 4);
  CHECK(settled(with("bidirectional", {{device_end(3), device_end(1)}}), inv) == "1<>3");
  CHECK(settled(with("bidirectional", {{device_end(1), device_end(3)}}), inv) == "1<>3");
  CHECK(settled(with("bidirectional", {{device_end(2), host_end()}}), inv) == "host<>2");
  CHECK(settled(with("bidirectional", {{device_end(0), device_end(0)}}), inv, {2}, {1}) == "0.1<>0.2");
  auto on = [](int node, int device) { return endpoint{.host = false, .index = device, .node = node}; };
  CHECK(settled(with("bidirectional", {{on(0, 1), on(1, 0)}}), inv) == "node0/1<>node1/0");  // the lower node counts
  CHECK(settled(with("bidirectional", {{on(1, 0), on(0, 1)}}), inv) == "node0/1<>node1/0");
  CHECK(settled(with("bidirectional", {{device_end(3), device_end(1)}}), inv, {2}, {}) == "1<>3.2");
}

TEST_CASE("parallel lanes are a set with one order") {
  auto const inv = sim_machine(4);
  lane const up{host_end(), device_end(1)}, down{device_end(1), host_end()}, peers{device_end(0), device_end(1)},
      back{device_end(1), device_end(0)};
  CHECK(settled(with("parallel", {back, down, peers, up, up}), inv) == "host>1+1>host+0>1+1>0");
}

TEST_CASE("issuers go where they may") {
  auto inv = gpu_machine({0, 1});
  auto c = with("parallel", {{host_end(), device_end(0)}, {device_end(0), device_end(1)}});
  REQUIRE(settle_lanes(c, side::source, {}, {}, inv));
  CHECK(c.lanes[0].issuer == side::automatic);
  CHECK(c.lanes[1].issuer == side::source);
  inv.host_can_issue = true;
  REQUIRE(settle_lanes(c, side::destination, {}, {}, inv));
  CHECK(c.lanes[0].issuer == side::destination);
}

TEST_CASE("a chiplet that all brings in is only for devices that have it") {
  auto inv = sim_machine(2, 2);
  inv.devices[1].chiplets = 3;
  auto const to = [](int d) { return with("single", {{host_end(), device_end(d)}}); };
  CHECK(settled(to(0), inv, {}, {2, true}) == "no cell");
  CHECK(settled(to(1), inv, {}, {2, true}) == "host>1.2");
  CHECK(settled(to(0), inv, {}, {2, false}) == "host>0.2");  // asked for by number: a cell that says why not
  CHECK(settled(to(0), inv, {}, {0, true}) == "host>0");
}

TEST_CASE("a lane that names a host node says the affinity") {
  auto c = with("single", {{device_end(0), host_end(1)}});
  REQUIRE(settle_lanes(c, side::automatic, {}, {}, sim_machine(1)));
  CHECK(c.affinity == placement{placement::wish::node, 1});
}

TEST_CASE("the timer that auto comes to is the backend's first that fits") {
  auto const inv = host_machine(1);
  cell c{.measure = "bandwidth"};
  CHECK(expected_timer(c, inv) == "tsc");
  c.measure = "sync", c.protocol = "compare-and-swap";
  CHECK(expected_timer(c, inv) == "tsc");
  c.protocol = "no such";
  CHECK(expected_timer(c, inv) == "auto");
  c = {.measure = "latency"};
  c.cache = "cold";
  CHECK(expected_timer(c, inv) == "auto");
  CHECK(expected_timer(cell{}, gpu_machine({0})) == "device");
}
