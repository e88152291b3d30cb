// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/plan/devices.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/vendor/rbln/options.hpp>
#include <lanemark/vendor/rbln/results_text.hpp>

namespace lanemark::rbln {
/// What the product of a device must begin with under `--device_name`; empty: any.
constexpr std::string_view product_prefix(int device_name) {
  return device_name == 2 ? "RBLN-CA" : device_name == 5 ? "RBLN-CR" : "";
}
constexpr std::string_view product_name(int device_name) {
  return device_name == 2 ? "ATOM" : device_name == 5 ? "Rebel100" : "any";
}

/// The devices a command line means, in its order; when it names none, all of the product it asks for.
inline std::vector<int> chosen_devices(options const& o, inventory const& inv) {
  if (!o.npus.empty()) return o.npus;
  std::vector<int> ids;
  for (auto const& d : inv.devices)
    if (d.product.starts_with(product_prefix(o.device_name))) ids.push_back(d.id);
  return ids;
}

/// Why a run ends before it begins: skipped or failed.
struct early_answer {
  verdict what;
  std::string text;
};

/// Why the product asked for cannot be had. The vendor's page does not say what its tool does; ours skips.
inline std::optional<early_answer> check_product(options const& o, inventory const& inv) {
  auto const asked = "--device_name " + std::to_string(o.device_name) + " asks for " +
                     std::string(product_name(o.device_name)) + ", skipping";
  auto const ids = chosen_devices(o, inv);
  for (auto const& d : inv.devices)
    if (std::find(ids.begin(), ids.end(), d.id) != ids.end() && !d.product.starts_with(product_prefix(o.device_name)))
      return early_answer{verdict::skip, "Device " + std::to_string(d.id) + " is " + d.product + ", and " + asked};
  if (ids.empty() && !inv.devices.empty())
    return early_answer{verdict::skip, "no device of " + std::to_string(inv.devices.size()) + " fits (device " +
                                           std::to_string(inv.devices.front().id) + " is " +
                                           inv.devices.front().product + "), and " + asked};
  return {};
}

/// Why the chiplets asked for cannot be had, in the vendor's words: any device with one chiplet skips the run, a number
/// beyond a device's count fails it.
inline std::optional<early_answer> check_chiplets(options const& o, inventory const& inv) {
  if (!o.pins_chiplets()) return {};
  auto const ids = chosen_devices(o, inv);
  auto const count = [&](int id) {
    for (auto const& d : inv.devices)
      if (d.id == id) return d.chiplets;
    return 0;
  };
  for (auto const id : ids)
    if (count(id) == 1)
      return early_answer{verdict::skip,
                          "Device " + std::to_string(id) + " has 1 chiplet(s), affinity unsupported, skipping"};
  for (auto const id : ids)
    for (auto const c : {o.source_chiplet, o.destination_chiplet})
      if (c != affinity_off && c >= count(id)) return early_answer{verdict::fail, "chiplet index out of range"};
  return {};
}
}  // namespace lanemark::rbln
