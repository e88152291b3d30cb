// SPDX-License-Identifier: MIT
#include <lanemark/backend/distance.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
// Ids with gaps: 0 and 2 are whole nodes, 5 is memory alone, 7 CPUs alone.
topology const machine{.nodes = {{.id = 0, .cpus = {0, 1}, .memory = 1},
                                 {.id = 2, .cpus = {2, 3}, .memory = 1},
                                 {.id = 5, .cpus = {}, .memory = 1},
                                 {.id = 7, .cpus = {4}, .memory = 0}},
                       .distances = {{10, 21, 17, 12}, {21, 10, 28, 12}, {17, 28, 10, 12}, {30, 12, 12, 10}}};
}  // namespace

TEST_CASE("distances are found by id, in the direction asked for") {
  CHECK(distance_between(machine, 0, 2) == 21);
  CHECK(distance_between(machine, 7, 0) == 30);
  CHECK(distance_between(machine, 0, 7) == 12);
  CHECK(distance_between(machine, 5, 5) == 10);
  CHECK_FALSE(distance_between(machine, 0, 1));
  CHECK_FALSE(distance_between(machine, -1, 0));
  CHECK(node_of_cpu(machine, 3) == 2);
  CHECK(node_of_cpu(machine, 9) == -1);
}

TEST_CASE("the nearest node that offers what is needed") {
  CHECK(nearest_node_with_cpus(machine, 2) == 2);
  CHECK(nearest_node_with_cpus(machine, 5) == 7);
  CHECK(nearest_node_with_memory(machine, 7) == 2);  // 2 and 5 are equally near: the lowest id
  CHECK(nearest_node_with_memory(machine, 5) == 5);
  CHECK(nearest_node_with_cpus(machine, 1) == -1);
  CHECK(nearest_node_with_cpus(machine, -1) == -1);
}

TEST_CASE("the farthest node has memory") {
  CHECK(farthest_node(machine, 0) == 2);
  CHECK(farthest_node(machine, 2) == 5);
  CHECK(farthest_node(machine, 7) == 0);
  CHECK(farthest_node(machine, 3) == -1);
}

TEST_CASE("without stated distances the lowest id wins and nothing is made up") {
  auto silent = machine;
  silent.distances.clear();
  CHECK_FALSE(distance_between(silent, 0, 2));
  CHECK(nearest_node_with_cpus(silent, 5) == 0);
  CHECK(farthest_node(silent, 0) == 2);
  CHECK(farthest_node(silent, 2) == 0);
}

TEST_CASE("one node is nearest and farthest; nodes in another order give the same answer") {
  topology const one{.nodes = {{.id = 3, .cpus = {0}, .memory = 1}}, .distances = {{10}}};
  CHECK(farthest_node(one, 3) == 3);
  CHECK(nearest_node_with_cpus(one, 3) == 3);
  topology const tie{.nodes = {{.id = 9, .cpus = {2}, .memory = 1},
                               {.id = 4, .cpus = {1}, .memory = 1},
                               {.id = 6, .cpus = {0}, .memory = 1}},
                     .distances = {{10, 20, 20}, {20, 10, 20}, {20, 20, 10}}};
  CHECK(farthest_node(tie, 6) == 4);
  CHECK(farthest_node(tie, 4) == 6);
  topology const blind{.nodes = {{.id = 0, .cpus = {}, .memory = 1}}};
  CHECK(nearest_node_with_cpus(blind, 0) == -1);
}
