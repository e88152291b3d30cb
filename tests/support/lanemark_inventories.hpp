// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/choices.hpp>
#include <lanemark/plan/inventory.hpp>

// Made-up machines for tests of planning and judging.

/// Devices 0 to n-1, one NUMA node each: backend host, like a machine with as many nodes.
inline lanemark::inventory host_machine(int n) {
  lanemark::inventory inv{.backend = "host", .granularity = "numa"};
  for (int i = 0; i < n; ++i) {
    inv.devices.push_back({.id = i, .label = "numa" + std::to_string(i), .numa = i});
    inv.host_nodes.push_back(i);
    inv.node_ids.push_back(i);
  }
  for (auto const* copy : {"memcpy", "stream", "rep"}) {
    for (auto const* timer : {"tsc", "steady"}) {
      inv.offers.push_back({"bandwidth", copy, "warm", timer, "load-store"});
      inv.offers.push_back({"bandwidth", copy, "cold", timer, "load-store"});
    }
  }
  inv.offers.push_back({"bandwidth", "engine", "warm", "tsc", "queue"});
  inv.offers.push_back({"latency", "memcpy", "warm", "tsc", "load-store"});
  inv.offers.push_back({"sync", "two-lines", "warm", "tsc"});
  inv.offers.push_back({"sync", "compare-and-swap", "warm", "tsc"});
  return inv;
}

/// Devices with these ids, of one product, on a backend with a queue: `gpu3`, `0000:03:00.0`, `GPU-3`.
inline lanemark::inventory gpu_machine(std::vector<int> const& ids, int chiplets = 1) {
  lanemark::inventory inv{.backend = "cuda", .host_nodes = {0, 1}, .node_ids = {0, 1, 2}, .host_can_issue = false};
  for (int const id : ids)
    inv.devices.push_back({.id = id,
                           .label = "gpu" + std::to_string(id),
                           .product = "H200",
                           .pci = "0000:0" + std::to_string(id % 10) + ":00.0",
                           .uuid = "GPU-" + std::to_string(id),
                           .numa = 0,
                           .chiplets = chiplets});
  inv.offers = {{"bandwidth", "copy-engine", "warm", "device"},
                {"bandwidth", "copy-engine", "warm", "steady"},
                {"latency", "copy-engine", "warm", "device"}};
  return inv;
}

/// A simulated machine: everything is on offer, the host may issue.
inline lanemark::inventory sim_machine(int n, int chiplets = 1, int nodes = 1) {
  lanemark::inventory inv{.backend = "sim", .simulated = true, .nodes = nodes};
  for (int i = 0; i < n; ++i)
    inv.devices.push_back({.id = i, .label = "rbln" + std::to_string(i), .product = "RBLN-CR13", .chiplets = chiplets});
  for (auto const* measure : {"bandwidth", "latency", "sync"})
    inv.offers.push_back({measure, "model", "warm", "device"});
  return inv;
}

/// A test with directions, and defaults for all else.
inline lanemark::choices test_of(std::vector<std::string> directions, std::string name = "t") {
  lanemark::choices c{.name = std::move(name)};
  c.axes.direction = std::move(directions);
  return c;
}
