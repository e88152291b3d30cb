// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/backend/numa.hpp>

namespace made_up {
/// Two nodes of four CPUs on two cores each, siblings two apart, one L3 a node; node 3 is memory alone, nearer to node
/// 1; node 5 has a CPU and no memory.
inline lanemark::topology two_sockets() {
  return {.nodes = {{.id = 0, .cpus = {0, 1, 2, 3}, .memory = 1000},
                    {.id = 1, .cpus = {4, 5, 6, 7}, .memory = 2000},
                    {.id = 3, .cpus = {}, .memory = 3000},
                    {.id = 5, .cpus = {8}, .memory = 0}},
          .caches = {{.cpus = {0, 1, 2, 3}, .size = 1 << 20, .node = 0},
                     {.cpus = {4, 5, 6, 7}, .size = 1 << 20, .node = 1}},
          .cores = {{.cpus = {0, 2}, .node = 0, .l3 = 0},
                    {.cpus = {1, 3}, .node = 0, .l3 = 0},
                    {.cpus = {4, 6}, .node = 1, .l3 = 1},
                    {.cpus = {5, 7}, .node = 1, .l3 = 1},
                    {.cpus = {8}, .node = 5}},
          .distances = {{10, 20, 30, 40}, {20, 10, 15, 40}, {30, 15, 10, 40}, {40, 21, 40, 10}},
          .last_level_cache = 1 << 20,
          .packages = 2};
}
}  // namespace made_up
