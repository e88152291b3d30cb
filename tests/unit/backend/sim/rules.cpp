// SPDX-License-Identifier: MIT
#include <lanemark/backend/sim/rules.hpp>

#include <functional>

#include <made_up_model.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_sim;

namespace {
endpoint dev(int id, int chiplet = -1) {
  auto e = device_end(id);
  e.chiplet = chiplet;
  return e;
}
}  // namespace

TEST_CASE("each key of a match decides on its own") {
  auto m = made_up_model(4);
  m.distances = {{0, 4, 8, 8}, {4, 0, 8, 8}, {8, 8, 0, 4}, {8, 8, 4, 0}};
  auto const up = lane_request(host_end(), dev(1)), down = lane_request(dev(1), host_end()),
             near = lane_request(dev(0), dev(1)), far = lane_request(dev(0), dev(2)),
             self = lane_request(dev(2), dev(2)), pinned = lane_request(dev(0, 2), dev(1, 3));
  auto read = near;
  read.path.issuer = side::destination;
  auto queue = near;
  queue.semantics = "queue";
  auto on_node = up;
  on_node.place = {placement::wish::node, 1};
  struct row {
    lane_match match;
    request asked;
    char const* measure;
    bool wanted;
  };
  std::vector<row> const table{
      {{}, up, "bandwidth", true},
      {{.direction = {"h2d"}}, up, "bandwidth", true},
      {{.direction = {"h2d"}}, down, "bandwidth", false},
      {{.direction = {"d2h", "d2d"}}, down, "bandwidth", true},
      {{.source = {0}}, near, "bandwidth", true},
      {{.source = {1, 2}}, near, "bandwidth", false},
      {{.source = {1}}, up, "bandwidth", false},  // the host is no device
      {{.destination = {1}}, up, "bandwidth", true},
      {{.destination = {2}}, near, "bandwidth", false},
      {{.source_chiplet = {2}}, pinned, "bandwidth", true},
      {{.source_chiplet = {0}}, pinned, "bandwidth", false},
      {{.source_chiplet = {0}}, near, "bandwidth", true},  // not pinned is chiplet 0
      {{.destination_chiplet = {1, 3}}, pinned, "bandwidth", true},
      {{.destination_chiplet = {2}}, pinned, "bandwidth", false},
      {{.distance = {4}}, near, "bandwidth", true},
      {{.distance = {4}}, far, "bandwidth", false},
      {{.distance = {0}}, up, "bandwidth", false},
      {{.issuer = {"source"}}, near, "bandwidth", true},
      {{.issuer = {"source"}}, read, "bandwidth", false},
      {{.issuer = {"destination"}}, read, "bandwidth", true},
      {{.semantics = {"queue"}}, queue, "bandwidth", true},
      {{.semantics = {"queue"}}, near, "bandwidth", false},
      {{.affinity = {"near"}}, up, "bandwidth", true},
      {{.affinity = {"near"}}, on_node, "bandwidth", false},
      {{.affinity = {"node:1"}}, on_node, "bandwidth", true},
      {{.measure = {"latency"}}, near, "latency", true},
      {{.measure = {"latency"}}, near, "sync", false},
      {{.same_bridge = true}, near, "bandwidth", true},
      {{.same_bridge = true}, far, "bandwidth", false},
      {{.same_bridge = false}, far, "bandwidth", true},
      {{.same_bridge = true}, up, "bandwidth", false},
      {{.same_device = true}, self, "bandwidth", true},
      {{.same_device = true}, near, "bandwidth", false},
      {{.same_device = false}, near, "bandwidth", true},
      {{.same_device = true}, up, "bandwidth", false},
      {{.direction = {"d2d"}, .source = {0}, .destination = {2}}, near, "bandwidth", false},  // all keys must hold
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    INFO("row " << i);
    CHECK(applies_to(table[i].match, m, table[i].asked, table[i].measure) == table[i].wanted);
  }
}

TEST_CASE("the first rule that matches decides") {
  auto m = made_up_model(2);
  m.lanes = {{.match = {.direction = {"h2d"}}, .bandwidth = 10}, {.match = {.destination = {1}}, .bandwidth = 20}};
  CHECK(first_rule(m.lanes, m, lane_request(host_end(), dev(1)), "bandwidth")->bandwidth == 10);
  CHECK(first_rule(m.lanes, m, lane_request(dev(0), dev(1)), "bandwidth")->bandwidth == 20);
  CHECK(first_rule(m.lanes, m, lane_request(dev(1), dev(0)), "bandwidth") == nullptr);
}

TEST_CASE("what one copy costs: the line, and stated sizes where they are stated") {
  lane_rule rule{.bandwidth = 50, .overhead_ns = 1000};
  auto time = [&](std::uint64_t size, int from = 0, int to = 1) {
    auto const c = cost_of(rule, lane_request(from < 0 ? host_end() : dev(from), to < 0 ? host_end() : dev(to), size));
    return c.wait_ns + static_cast<double>(size) / c.rate;
  };
  CHECK(time(100'000) == 1000 + 2000);
  rule.points = {{.size = 512, .time_ns = {{{5000}}}},              // slower than the line
                 {.size = 4096, .time_ns = {{{10}}}},               // faster than the line allows: no wait is left
                 {.size = 100'000, .rate = {{{0, 20}, {40, 0}}}}};  // by pair; 0: not stated
  CHECK(time(512) == Approx(5000).epsilon(1e-12));
  CHECK(time(4096) == Approx(10).epsilon(1e-12));
  CHECK(time(100'000, 0, 1) == Approx(5000).epsilon(1e-12));
  CHECK(time(100'000, 1, 0) == Approx(2500).epsilon(1e-12));
  CHECK(time(100'000, 1, 1) == 3000);  // not stated: the line
  CHECK(time(100'001) == Approx(1000 + 100'001 / 50.0));
  // a stated time keeps the bandwidth of the rule, so that the lane loads links as it does at other sizes
  CHECK(cost_of(rule, lane_request(dev(0), dev(1), 512)).rate == 50);
  CHECK(cost_of(rule, lane_request(dev(0), dev(1), 4096)).rate == Approx(409.6));
}

TEST_CASE("links: one, or one for each source, destination, device or bridge") {
  auto m = made_up_model(4);
  using each = link_rule::instances;
  auto names = [&](each e, endpoint from, endpoint to) {
    m.links = {{.name = "l", .bandwidth = 5, .each = e}};
    std::vector<double> rates;
    auto const found = links_of(m, lane_request(from, to), "bandwidth", rates);
    CHECK(rates == std::vector<double>(found.size(), 5));
    return found;
  };
  using list = std::vector<std::string>;
  CHECK(names(each::one, dev(0), dev(1)) == list{"l"});
  CHECK(names(each::per_source, dev(0), dev(1)) == list{"l/0"});
  CHECK(names(each::per_destination, dev(0), dev(1)) == list{"l/1"});
  CHECK(names(each::per_device, dev(0), dev(1)) == list{"l/0", "l/1"});
  CHECK(names(each::per_device, host_end(), dev(3)) == list{"l/3"});
  CHECK(names(each::per_device, dev(2), dev(2)) == list{"l/2"});  // once, however often the lane touches it
  CHECK(names(each::per_bridge, dev(0), dev(1)) == list{"l/bridge0"});
  CHECK(names(each::per_bridge, dev(1), dev(2)) == list{"l/bridge0", "l/bridge1"});
  m.links = {{.name = "up", .match = {.direction = {"h2d"}}, .bandwidth = 3}, {.name = "all", .bandwidth = 9}};
  std::vector<double> rates;
  CHECK(links_of(m, lane_request(dev(0), dev(1)), "bandwidth", rates) == list{"all"});
  CHECK(rates == std::vector<double>{9});
  rates.clear();
  CHECK(links_of(m, lane_request(host_end(), dev(1)), "bandwidth", rates) == list{"up", "all"});
  CHECK(rates == std::vector<double>{3, 9});
}

TEST_CASE("of a super-pod: nothing is shared between nodes but what is one for all") {
  auto m = made_up_model(4);
  m.nodes = 3;
  m.distances = {{0, 4, 8, 8}, {4, 0, 8, 8}, {8, 8, 0, 4}, {8, 8, 4, 0}};
  auto on = [](int node, int id) {
    auto e = device_end(id);
    e.node = node;
    return e;
  };
  auto const across = lane_request(on(0, 0), on(2, 1));
  CHECK(applies_to({.direction = {"node"}}, m, across, "latency"));
  CHECK_FALSE(applies_to({.direction = {"d2d"}}, m, across, "latency"));
  CHECK(applies_to({.source = {0}, .destination = {1}}, m, across, "latency"));
  CHECK_FALSE(applies_to({.same_bridge = true}, m, across, "latency"));  // 0 and 1 share one, within a node
  CHECK(applies_to({.same_bridge = false}, m, across, "latency"));
  CHECK_FALSE(applies_to({.same_device = true}, m, lane_request(on(0, 1), on(1, 1)), "latency"));
  CHECK_FALSE(applies_to({.distance = {4}}, m, across, "latency"));
  using each = link_rule::instances;
  using list = std::vector<std::string>;
  auto names = [&](each e, endpoint from, endpoint to) {
    m.links = {{.name = "l", .bandwidth = 5, .each = e}};
    std::vector<double> rates;
    return links_of(m, lane_request(from, to), "bandwidth", rates);
  };
  CHECK(names(each::one, on(0, 1), on(2, 1)) == list{"l"});
  CHECK(names(each::per_source, on(1, 3), on(2, 1)) == list{"l/node1/3"});
  CHECK(names(each::per_destination, on(1, 3), on(2, 1)) == list{"l/node2/1"});
  CHECK(names(each::per_device, on(0, 1), on(2, 1)) == list{"l/1", "l/node2/1"});  // two devices of one number
  CHECK(names(each::per_bridge, on(2, 0), on(1, 3)) == list{"l/node2/bridge0", "l/node1/bridge1"});
  CHECK(names(each::per_device, dev(0), dev(1)) == list{"l/0", "l/1"});  // no node said: this one, node 0
}

TEST_CASE("devices are found by id, with gaps and without") {
  auto m = made_up_model(3);
  CHECK(find_device(m, 2)->label == "dev2");
  CHECK(find_device(m, 3) == nullptr);
  CHECK(find_device(m, -1) == nullptr);
  m.devices.erase(m.devices.begin());
  CHECK(find_device(m, 2)->label == "dev2");
  CHECK(find_device(m, 0) == nullptr);
}
