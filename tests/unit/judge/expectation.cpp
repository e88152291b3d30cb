// SPDX-License-Identifier: MIT
#include <lanemark/judge/expectation.hpp>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
using words = std::vector<std::string>;
}

TEST_CASE("what is expected and there is no word about") {
  CHECK(unmet_expectations({}, gpu_machine({})).empty());
  CHECK(unmet_expectations({.devices = 2, .nodes = 1, .product = "H200"}, gpu_machine({0, 3})).empty());
  CHECK(unmet_expectations({.nodes = 2}, sim_machine(1, 1, 2)).empty());
}

TEST_CASE("what is expected and missing is named") {
  CHECK(unmet_expectations({.devices = 8}, gpu_machine({0, 3})) == words{"expected 8 devices, and backend cuda has 2"});
  CHECK(unmet_expectations({.devices = 1}, gpu_machine({})) == words{"expected 1 device, and backend cuda has 0"});
  CHECK(unmet_expectations({.devices = 1}, gpu_machine({0, 1})) == words{"expected 1 device, and backend cuda has 2"});
  CHECK(unmet_expectations({.nodes = 4}, gpu_machine({0})) ==
        words{"expected 4 nodes, and there is 1: start under mpirun -n 4"});
  CHECK(unmet_expectations({.nodes = 4}, sim_machine(1)) ==
        words{"expected 4 nodes, and there is 1: take a model of several, such as superpod-4x16"});
  CHECK(unmet_expectations({.nodes = 1}, sim_machine(1, 1, 2)) == words{"expected 1 node, and there are 2"});
  auto mixed = gpu_machine({0, 3, 4});
  mixed.devices[1].product = "T4", mixed.devices[2].product = "";
  CHECK(
      unmet_expectations({.product = "H200"}, mixed) ==
      words{"expected product H200, and device 3 is T4", "expected product H200, and device 4 is of unknown product"});
  CHECK(unmet_expectations({.product = "H200"}, gpu_machine({})) ==
        words{"expected product H200, and backend cuda has no device"});
}
