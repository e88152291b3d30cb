// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/scenario/model.hpp>

namespace lanemark {
/// What a scenario expects and this machine does not have, one sentence each; none: all is there. Asked before anything
/// runs: a lost card shall not pass for a shorter table.
inline std::vector<std::string> unmet_expectations(expectation const& expected, inventory const& inv) {
  std::vector<std::string> unmet;
  auto plural = [](std::size_t n, std::string const& what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  if (expected.devices && *expected.devices != inv.devices.size())
    unmet.push_back("expected " + plural(*expected.devices, "device") + ", and backend " + inv.backend + " has " +
                    std::to_string(inv.devices.size()));
  if (auto const nodes = static_cast<std::size_t>(std::max(inv.nodes, 0)); expected.nodes && *expected.nodes != nodes)
    unmet.push_back("expected " + plural(*expected.nodes, "node") + ", and there " +
                    (nodes != 1 ? "are " + std::to_string(nodes)
                     : inv.simulated
                         ? "is 1: take a model of several, such as superpod-" + std::to_string(*expected.nodes) + "x16"
                         : "is 1: start under mpirun -n " + std::to_string(*expected.nodes)));
  if (expected.product) {
    if (inv.devices.empty())
      unmet.push_back("expected product " + *expected.product + ", and backend " + inv.backend + " has no device");
    for (auto const& d : inv.devices)
      if (d.product != *expected.product)
        unmet.push_back("expected product " + *expected.product + ", and device " + std::to_string(d.id) + " is " +
                        (d.product.empty() ? "of unknown product" : d.product));
  }
  return unmet;
}
}  // namespace lanemark
