// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/vendor/columns.hpp>

namespace lanemark::rbln {
/// What is said of the host: from the model, or of this machine.
struct host_text {
  std::string cpu{}, vendor{};
};

namespace detail {
/// Raw rate of a PCIe link as the vendor prints it: transfers per second times lanes, before encoding.
inline std::string raw_rate(int generation, int lanes) {
  constexpr double per_lane[] = {0, 2.5, 5, 8, 16, 32, 64};
  if (generation < 1 || generation > 6 || lanes < 1) return "unknown";
  return fixed(per_lane[generation] * lanes / 8, 1);
}
inline std::string known(int n) { return n > 0 ? std::to_string(n) : "unknown"; }
}  // namespace detail

/// CPU and devices below the bridges that lead to them. `links`: with what is known of each link, as --test_env_info
/// prints it.
inline std::string environment_text(inventory const& inv, host_text const& host, bool links) {
  std::string s = "CPU : " + host.cpu + ", Vendor ID : " + host.vendor + "\nDevice :\n";
  std::string bridge;
  bool first = true;
  for (auto const& d : inv.devices) {
    if ((first || d.bridge != bridge) && !d.bridge.empty())
      s += d.bridge + (links && !d.bridge_name.empty() ? " " + d.bridge_name : "") + "\n";
    bridge = d.bridge;
    first = false;
    s += "    " + (d.pci.empty() ? "" : d.pci + " ") + "NODE " + std::to_string(d.id) + ", " + d.label + ", " +
         d.product + (d.revision.empty() ? "" : "(" + d.revision + ")") +
         (d.pci_id.empty() ? "" : ", pciDevID: " + d.pci_id) + ", NUMA: " + std::to_string(d.numa) +
         (d.iommu_group < 0 ? "" : ", IOMMU: " + std::to_string(d.iommu_group)) + "\n";
    if (!links || d.pci.empty()) continue;
    auto const& l = d.link;
    std::string const margin(32, ' ');
    s += margin + "PCIe full bandwidth " + detail::raw_rate(l.generation, l.lanes) +
         " GB/s (MAX: " + detail::raw_rate(l.max_generation, l.max_lanes) + "), PCIe Gen " +
         detail::known(l.generation) + " (MAX: " + detail::known(l.max_generation) + "), " + detail::known(l.lanes) +
         " lane (MAX: " + detail::known(l.max_lanes) + ")\n" + margin + "MaxPayload " + detail::known(d.max_payload) +
         " bytes, MaxReadReq " + detail::known(d.max_read_request) + " bytes\n";
  }
  return s;
}

/// A machine that states no distances gets the vendor's classes: 0 itself, 4 behind one bridge, 8 on one NUMA node, 12
/// across.
inline inventory with_distances(inventory inv) {
  if (!inv.device_distances.empty()) return inv;
  for (auto const& a : inv.devices) {
    auto& row = inv.device_distances.emplace_back();
    for (auto const& b : inv.devices)
      row.push_back(a.id == b.id ? 0 : !a.bridge.empty() && a.bridge == b.bridge ? 4 : a.numa == b.numa ? 8 : 12);
  }
  return inv;
}

/// Distances: a row for each listed device, in the order of the list, and a column for every device. `-` where nothing
/// is known.
inline std::string distance_text(inventory const& inv, std::vector<int> const& listed) {
  std::string s = "P2P Connectivity Distance\n";
  for (auto const id : listed)
    for (std::size_t i = 0; i < inv.devices.size(); ++i) {
      if (inv.devices[i].id != id) continue;
      s += vendor::left(inv.devices[i].label, 9);
      for (std::size_t j = 0; j < inv.devices.size(); ++j) {
        auto const known = i < inv.device_distances.size() && j < inv.device_distances[i].size();
        s += vendor::right(known ? std::to_string(inv.device_distances[i][j]) : "-", 4);
      }
      s += "\n";
    }
  return s;
}
}  // namespace lanemark::rbln
