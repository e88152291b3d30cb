// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/policy/request.hpp>

namespace lanemark {
/// One row of a backend's catalogue, by name.
struct offer {
  std::string measure, mechanism, cache, timer;
  std::string semantics = "any";  ///< load-store, queue; any: whatever a cell asks for
};

/// What a backend has to offer, as plain data: all that planning needs, so that planning never touches a driver.
struct inventory {
  std::string backend{};
  bool simulated = false;
  bool own_time = false;      ///< waits take no time on the wall: the clock is the model's
  std::string granularity{};  ///< host backend: what a device is: numa, l3, core
  std::vector<device_info> devices{};
  std::vector<int> host_nodes{};  ///< NUMA nodes with memory, by id
  std::vector<int> node_ids{};    ///< all NUMA nodes, in the order of `distances`
  std::vector<std::vector<int>> distances{};
  std::vector<offer> offers{};                       ///< preferred first
  bool host_can_issue = true;                        ///< an issuer may be chosen for h2d and d2h
  int nodes = 1;                                     ///< of the super-pod
  std::vector<std::vector<int>> device_distances{};  ///< between devices, in their order; empty: none stated
  std::string library{};                             ///< path of the vendor's library that was loaded
  std::string model{};                               ///< of a simulated machine
  std::string host_cpu{}, host_vendor{};             ///< of a simulated machine; empty: look at this one
};
}  // namespace lanemark
