// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/backend/pci_path.hpp>
#include <lanemark/run/environment.hpp>
#include <lanemark/run/warning.hpp>

namespace lanemark::run_detail {
/// Links on the way to an accelerator that run below what both their ends can do. A link that lost lanes is broken; a
/// link that lost speed alone may only save power: NVIDIA and AMD devices idle at Gen1.
inline void warn_of_links(environment const& e, std::vector<warning>& out) {
  std::vector<std::size_t> seen;
  for (auto const& a : e.accelerators)
    for (auto const& hop : hops_to_host(e.pci, a.function)) {
      if (std::find(seen.begin(), seen.end(), hop.lower) != seen.end()) continue;
      seen.push_back(hop.lower);
      auto const &upper = e.pci.functions[hop.upper].address, &lower = e.pci.functions[hop.lower].address;
      auto const what = "link " + upper + " - " + lower + " runs at " + to_string(hop.now) + ", its ends can do " +
                        to_string(hop.most);
      bool const narrow = hop.now.width && hop.most.width && *hop.now.width < *hop.most.width;
      bool const slow = hop.now.rate && hop.most.rate && *hop.now.rate < *hop.most.rate;
      if (narrow)
        out.push_back(
            {lower, what + ": reseat the card, and look at its riser and at the slot's bifurcation in the firmware"});
      else if (slow)
        out.push_back(
            {lower,
             what + ": " +
                 (a.power_state.starts_with("D3") ? "the device is asleep" : "an idle device may save power") +
                 ", look again under load; if it stays, reseat the card and look at the slot's speed in the firmware",
             false});
    }
}

/// What the machine does not say, or says oddly, of an accelerator.
inline void warn_of_accelerators(environment const& e, std::vector<warning>& out) {
  for (auto const& a : e.accelerators) {
    if (e.memory.nodes.size() > 1 && !a.numa)
      out.push_back({a.address,
                     "the firmware states no NUMA node for it, so near and far memory cannot be told apart: set "
                     "affinity = \"node:N\", or look for the ACPI _PXM entry in a firmware update"});
    if (a.numa && e.limits.cpus)
      for (auto const& n : e.memory.nodes) {
        if (n.id != *a.numa || n.cpus.empty()) continue;
        bool const usable = std::any_of(n.cpus.begin(), n.cpus.end(), [&](int cpu) {
          return std::find(e.limits.cpus->begin(), e.limits.cpus->end(), cpu) != e.limits.cpus->end();
        });
        if (!usable)
          out.push_back({a.address, "this process may use no CPU of its NUMA node " + std::to_string(n.id) +
                                        ", so near threads run on another one: widen its cpuset or launcher binding"});
      }
    if (a.driver.empty())
      out.push_back({a.address, "no kernel driver is bound to it: load the vendor's driver", false});
    // The payload size is agreed along the whole path, so a port that takes less is a reason and not a fault.
    std::optional<unsigned> possible;
    for (auto i : pci_route(e.pci, a.function))
      if (auto const most = e.pci.functions[i].max_payload_most) possible = possible ? std::min(possible, most) : most;
    if (a.max_payload && possible && *a.max_payload < *possible)
      out.push_back({a.address,
                     "packets carry " + std::to_string(*a.max_payload) + " bytes, every port on its path takes " +
                         std::to_string(*possible) +
                         ": boot with pci=pcie_bus_perf, or raise MaxPayload in the firmware",
                     false});
  }
}
}  // namespace lanemark::run_detail
