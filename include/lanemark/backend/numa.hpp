// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

namespace lanemark {
/// Where CPUs, caches and memory of a machine sit. Plain data: `read_topology` fills it, tests write it by hand.
struct topology {
  /// One NUMA node that offers something to this process: CPUs, memory or both.
  struct node {
    int id = 0;                ///< the operating system's number; numbers may have gaps
    std::vector<int> cpus{};   ///< CPUs this process may use, ascending; empty for a node of memory alone
    std::uint64_t memory = 0;  ///< bytes this process may be given; 0 for a node without memory
  };
  /// One third-level cache and the CPUs that share it.
  struct l3 {
    std::vector<int> cpus{};
    std::uint64_t size = 0;  ///< bytes; 0 when unknown
    int node = -1;           ///< id of the node of its CPUs; -1 when they belong to none
  };
  /// One physical core and its hardware threads.
  struct core {
    std::vector<int> cpus{};
    int node = -1;  ///< id of its node; -1 when it belongs to none
    int l3 = -1;    ///< index in `caches`; -1 when it has none
  };

  std::vector<node> nodes{};  ///< ascending ids
  std::vector<l3> caches{};   ///< in the order of the machine
  std::vector<core> cores{};  ///< in the order of the machine
  /// `distances[i][j]`: from `nodes[i]` to `nodes[j]` as the firmware states it (10 is a node to itself).
  /// Empty when the machine states none: nothing is made up.
  std::vector<std::vector<int>> distances{};
  std::uint64_t last_level_cache = 0;  ///< bytes of the largest last-level cache any usable CPU sees; 0 when unknown
  int packages = 0;                    ///< sockets with a usable CPU
  bool this_system = false;            ///< the running machine, so that binding to it means something
};
}  // namespace lanemark
