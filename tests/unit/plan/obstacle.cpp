// SPDX-License-Identifier: MIT
#include <lanemark/plan/obstacle.hpp>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
cell h2d() {
  cell c{.direction = "h2d", .lanes = {{host_end(), device_end(0)}}};
  c.size = {4096};
  return c;
}
}  // namespace

TEST_CASE("nothing is in the way of what is on offer") {
  CHECK(obstacle(h2d(), host_machine(1)).empty());
  CHECK(obstacle(h2d(), gpu_machine({0})).empty());
  CHECK(obstacle(h2d(), sim_machine(1)).empty());
}

TEST_CASE("what a backend does not have is named, with what it has") {
  auto const inv = host_machine(2);
  auto c = h2d();
  c.timer = "device";
  CHECK(obstacle(c, inv) == "backend host has no timer device for bandwidth; it has tsc, steady");
  c = h2d();
  c.copy = "dma";
  CHECK(obstacle(c, inv) == "backend host has no copy dma for bandwidth; it has memcpy, stream, rep, engine");
  c = h2d();
  c.measure = "latency", c.cache = "cold";
  CHECK(obstacle(c, inv) == "backend host has no cache cold for latency; it has warm");
  c = h2d();
  c.measure = "sync", c.protocol = "semaphore";
  CHECK(obstacle(c, inv) == "backend host has no protocol semaphore for sync; it has two-lines, compare-and-swap");
  c.measure = "sync", c.protocol = "auto";
  CHECK(obstacle(c, gpu_machine({0})) == "backend cuda does not measure sync; it measures bandwidth, latency");
  CHECK(measure_obstacle("sync", inventory{.backend = "rbln"}) == "backend rbln does not measure sync");
  c = h2d();
  c.semantics = "rdma";
  CHECK(obstacle(c, inv) == "backend host has no semantics rdma for bandwidth; it has load-store, queue");
  CHECK(obstacle(c, sim_machine(1)).empty());
  c = h2d();
  c.priority = "high";
  CHECK(obstacle(c, inv) == "backend host has no priority high; it has normal");
}

TEST_CASE("semantics: default is that of the first loop that fits, and what a queue lacks is named") {
  auto const inv = host_machine(2);
  auto why = [&](std::string semantics, std::string copy, std::string cache, unsigned threads,
                 std::string timer = "auto") {
    auto c = h2d();
    c.semantics = std::move(semantics), c.copy = std::move(copy), c.cache = std::move(cache), c.threads = threads;
    c.timer = std::move(timer);
    return obstacle(c, inv);
  };
  CHECK(why("load-store", "auto", "cold", 4).empty());
  CHECK(why("default", "auto", "cold", 4).empty());
  CHECK(why("queue", "auto", "warm", 1).empty());
  CHECK(why("queue", "engine", "warm", 1).empty());
  CHECK(why("default", "engine", "warm", 1).empty());
  CHECK(why("queue", "memcpy", "warm", 1) ==
        "backend host has no copy memcpy for bandwidth with semantics queue; it has engine");
  CHECK(why("load-store", "engine", "warm", 1) ==
        "backend host has no copy engine for bandwidth with semantics load-store; it has memcpy, stream, rep");
  CHECK(why("queue", "auto", "cold", 1) ==
        "backend host has no cache cold for bandwidth with semantics queue; it has warm");
  CHECK(why("default", "engine", "cold", 1) == "backend host has no cache cold for bandwidth; it has warm");
  CHECK(why("queue", "auto", "warm", 1, "device") ==
        "backend host has no timer device for bandwidth with semantics queue; it has tsc");
  auto const one = std::string("for semantics queue; it has 1, which posts, and one engine, which copies");
  CHECK(why("queue", "auto", "warm", 4) == "backend host has no threads 4 " + one);
  CHECK(why("default", "engine", "warm", 0) == "backend host has no threads all " + one);
}

TEST_CASE("host nodes that are not there, or have no memory") {
  auto c = h2d();
  c.affinity = {placement::wish::node, 2};
  CHECK(obstacle(c, gpu_machine({0})) == "affinity node:2: host node 2 has no memory; nodes with memory: 0, 1");
  c.affinity.node = 7;
  CHECK(obstacle(c, gpu_machine({0})) == "affinity node:7: there is no host node 7; nodes with memory: 0, 1");
  c.affinity.node = 1;
  CHECK(obstacle(c, gpu_machine({0})).empty());
  CHECK(obstacle(c, sim_machine(1)) ==
        "affinity node:1: there is no host node 1; nodes with memory: none that is known");
}

TEST_CASE("chiplets that are not there: the vendor tool's words") {
  auto c = h2d();
  c.lanes[0].destination.chiplet = 1;
  CHECK(obstacle(c, sim_machine(1, 1)) == "Device 0 has 1 chiplet(s), affinity unsupported, skipping");
  CHECK(obstacle(c, sim_machine(1, 2)).empty());
  c.lanes[0].destination.chiplet = 2;
  CHECK(obstacle(c, sim_machine(1, 2)) == "chiplet index out of range");
  c.lanes[0].destination.chiplet = chiplet_off;
  CHECK(obstacle(c, sim_machine(1, 1)).empty());
}

TEST_CASE("directions without lanes") {
  CHECK(lane_obstacle("d2d", {0}, host_machine(1)) ==
        "d2d needs two devices, and there is one: numa0 (granularity = \"core\" makes each core a device)");
  auto cores = host_machine(1);
  cores.granularity = "core";
  CHECK(lane_obstacle("d2d", {0}, cores) == "d2d needs two devices, and there is one: numa0");
  CHECK(lane_obstacle("d2d", {2}, gpu_machine({0, 2})) ==
        "d2d needs two devices, and there is one: gpu2 (of 2 that backend cuda has)");
  CHECK(lane_obstacle("h2d", {}, gpu_machine({})) == "h2d needs a device, and backend cuda has none");
  CHECK(lane_obstacle("d2d", {0, 1}, gpu_machine({0, 1})).empty());
  CHECK(lane_obstacle("node", {0}, gpu_machine({0})) ==
        "node needs two nodes, and there is one: start under mpirun -n N");
  CHECK(lane_obstacle("node", {0}, sim_machine(1)) == "node needs two nodes, and the model has 1");
  CHECK(lane_obstacle("node", {0}, sim_machine(1, 1, 2)).empty());
}

TEST_CASE("copy loops are for inside a node, put, send and shared for between nodes") {
  struct row {
    char const *direction, *copy, *why;
  };
  for (auto const& r :
       {row{"node", "auto", ""}, row{"node", "put", ""}, row{"node", "send", ""}, row{"node", "shared", ""},
        row{"node", "stream", "copy stream is a loop inside a node; between nodes there are put, send, shared"},
        row{"d2d", "memcpy", ""},
        row{"d2d", "put",
            "copy put is a way between nodes; inside a node backend host has memcpy, stream, rep, engine"},
        row{"h2d", "shared",
            "copy shared is a way between nodes; inside a node backend host has memcpy, stream, rep, engine"},
        row{"d2d+node", "auto", ""},
        row{"d2d+node", "send", "copy send fits only some of the lanes of d2d+node; take copy auto for them"}}) {
    INFO(r.direction << " " << r.copy);
    cell c{.direction = r.direction, .lanes = {{device_end(0), device_end(1)}}};
    c.size = {4096};
    c.copy = r.copy;
    CHECK(obstacle(c, host_machine(2)) == r.why);
  }
  cell signal{.measure = "sync", .direction = "node", .lanes = {{device_end(0), device_end(1)}}};
  signal.copy = "rep";
  CHECK(obstacle(signal, host_machine(2)) ==
        "copy rep is a loop inside a node; between nodes there are put, send, shared");
}
