// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/plan/lanes.hpp>

namespace lanemark {
/// The device with an id, or nullptr.
inline device_info const* find_device(inventory const& inv, int id) {
  auto const guess = static_cast<std::size_t>(id);
  if (id >= 0 && guess < inv.devices.size() && inv.devices[guess].id == id) return &inv.devices[guess];  // no gaps
  auto const at = std::find_if(inv.devices.begin(), inv.devices.end(), [&](auto const& d) { return d.id == id; });
  return at == inv.devices.end() ? nullptr : &*at;
}

/// Devices of other groups are not seen, nor are their distances.
inline inventory in_group(inventory inv, int group) {
  auto const rows = inv.device_distances;
  inv.device_distances.clear();
  for (std::size_t i = 0; i < rows.size() && i < inv.devices.size(); ++i) {
    if (inv.devices[i].group != group) continue;
    auto& row = inv.device_distances.emplace_back();
    for (std::size_t j = 0; j < rows[i].size() && j < inv.devices.size(); ++j)
      if (inv.devices[j].group == group) row.push_back(rows[i][j]);
  }
  std::erase_if(inv.devices, [&](device_info const& d) { return d.group != group; });
  return inv;
}

/// `0 (rbln0), 1 (rbln1)` for sentences; long lists are cut and say how many there are.
inline std::string device_list(inventory const& inv) {
  std::string text;
  std::size_t shown = 0;
  for (auto const& d : inv.devices) {
    if (shown == 16 && inv.devices.size() > 18) break;
    text += (shown++ ? ", " : "") + std::to_string(d.id);
    if (!d.label.empty()) text += " (" + d.label + ")";
  }
  if (shown < inv.devices.size()) text += ", ... (" + std::to_string(inv.devices.size()) + " devices)";
  return text;
}

/// Why no device is called that.
inline problem unknown_device(std::string_view name, inventory const& inv) {
  auto const there = inv.devices.empty() ? "backend " + inv.backend + " has no device"
                                         : "backend " + inv.backend + " has " + device_list(inv);
  return {fault::invalid, "unknown device " + std::string(name) + "; " + there};
}

/// The device that a user's word means: an id, a label, a PCI address (with or without domain, in any case) or a UUID.
inline device_info const* device_named(std::string_view name, inventory const& inv) {
  if (auto const id = detail::small_number(name)) return find_device(inv, *id);
  auto same = [](std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](unsigned char x, unsigned char y) {
             return std::tolower(x) == std::tolower(y);
           });
  };
  for (auto const& d : inv.devices)
    if (!d.label.empty() && d.label == name) return &d;
  for (auto const& d : inv.devices) {
    if (!d.pci.empty() && (same(d.pci, name) || (d.pci.starts_with("0000:") && same(d.pci.substr(5), name)))) return &d;
    if (!d.uuid.empty() && same(d.uuid, name)) return &d;
  }
  return nullptr;
}

/// The ids that a list of names means, in its order; `all`, alone, is every device. Unknown names and a device named
/// twice are problems, all of them reported.
inline std::vector<int> choose_devices(std::span<std::string const> names, inventory const& inv,
                                       std::vector<problem>& problems) {
  std::vector<int> ids;
  if (names.empty() || (names.size() == 1 && names[0] == "all")) {
    for (auto const& d : inv.devices) ids.push_back(d.id);
    return ids;
  }
  std::vector<std::string> said;
  for (auto const& name : names) {
    auto const* d = device_named(name, inv);
    if (!d) {
      problems.push_back(unknown_device(name, inv));
      continue;
    }
    if (auto const at = std::find(ids.begin(), ids.end(), d->id); at != ids.end()) {
      auto const& first = said[static_cast<std::size_t>(at - ids.begin())];
      problems.push_back({fault::invalid, "device " + std::to_string(d->id) + " is chosen twice" +
                                              (first == name ? "" : ", as " + first + " and as " + name)});
      continue;
    }
    ids.push_back(d->id);
    said.push_back(name);
  }
  return ids;
}
}  // namespace lanemark
