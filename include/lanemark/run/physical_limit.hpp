// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/backend/pci_link.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/run/environment.hpp>

namespace lanemark {
/// What no copy between a device and its host can pass.
struct physical_limit {
  double rate = 0;       ///< bytes a second each way
  std::string source{};  ///< `PCIe Gen5 x16 at 0000:03:00.0, 128b/130b`
};

namespace detail {
inline physical_limit limit_of_link(pci_link const& link, std::string const& where) {
  auto const coding = *link.rate <= 5 ? "8b/10b" : *link.rate <= 32 ? "128b/130b" : "242 of 256 bytes of a flit";
  return {*payload_rate(link), "PCIe " + to_string(link) + where + ", " + coding};
}
}  // namespace detail

/// The narrowest link on a device's way to the host as it is at most: one that is trained below that is what the share
/// shall show, and an idle device slows its link down. A simulated device's is what its model states. Nothing where it
/// is not known.
inline std::optional<physical_limit> link_of(device_info const& d, bool simulated,
                                             std::vector<accelerator> const& seen) {
  if (simulated) {
    auto const generation = d.link.max_generation > 0 ? d.link.max_generation : d.link.generation;
    auto const lanes = d.link.max_lanes > 0 ? d.link.max_lanes : d.link.lanes;
    if (generation < 1 || generation > static_cast<int>(std::size(pci_rates)) || lanes < 1) return {};
    return detail::limit_of_link({pci_rates[generation - 1], lanes}, " of the model");
  }
  for (auto const& a : seen)
    if (!d.pci.empty() && a.address == d.pci && a.link.most_hop && known(a.link.most_hop->most))
      return detail::limit_of_link(a.link.most_hop->most, " on the way to " + d.pci);
  return {};
}

/// The limit of all lanes of a cell together: links carry both ways at once, and lanes of one device and way share its.
/// Of lanes between devices nothing is known: vendors' links are no PCIe.
inline std::optional<physical_limit> limit_of(record const& r, inventory const& here,
                                              std::vector<accelerator> const& seen) {
  if (r.unit != "B/s" || r.lanes.empty()) return {};
  std::set<std::pair<int, bool>> counted;
  physical_limit all;
  for (auto const& l : r.lanes) {
    bool const up = l.path.source.host;
    auto const& end = up ? l.path.destination : l.path.source;
    if (up == l.path.destination.host || end.node >= 0) return {};
    auto const d =
        std::find_if(here.devices.begin(), here.devices.end(), [&](auto const& x) { return x.id == end.index; });
    if (d == here.devices.end()) return {};
    auto const link = link_of(*d, here.simulated, seen);
    if (!link) return {};
    if (!counted.emplace(d->id, up).second) continue;
    all.rate += link->rate;
    all.source += (all.source.empty() ? "" : " + ") + link->source;
  }
  return all;
}

inline void note_physical_limits(std::vector<record>& records, inventory const& here,
                                 std::vector<accelerator> const& seen) {
  for (auto& r : records)
    if (auto l = limit_of(r, here, seen)) r.physical_limit = l->rate, r.physical_limit_source = std::move(l->source);
}
}  // namespace lanemark
