// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/accelerators.hpp>
#include <lanemark/backend/pci.hpp>
#include <lanemark/backend/pci_path.hpp>
#include <lanemark/backend/sysfs.hpp>

namespace lanemark {
/// A device on the PCI bus as the machine describes it, whether or not its driver library is installed.
struct accelerator {
  std::size_t function = 0;  ///< index in the tree
  std::string address{};     ///< `0000:03:00.0`
  std::string vendor{};      ///< `Rebellions`
  std::string product{};     ///< `RBLN-CA25`, or the ids when neither a driver nor our table names it
  std::string ids{};         ///< `1eff:1250`
  std::optional<int> numa{}, iommu_group{};
  std::string driver{}, driver_version{}, firmware{}, power_state{};  ///< empty: unknown
  std::vector<std::string> path{};  ///< addresses of the bridges above it, the host's port first
  pci_limit link{};                 ///< the narrowest link on the way to the host
  std::optional<unsigned> max_payload{}, max_read_request{};  ///< bytes
};

namespace run_detail {
/// Kernel and firmware texts are ASCII; whatever else they hold becomes `?`, so that every report is valid.
inline std::string clean(std::string_view text) {
  std::string out;
  for (char const c : text) out += c >= ' ' && c <= '~' ? c : '?';
  return out;
}

/// The text behind `key` and a colon in `key : value` lines, without white space around it; empty where there is none.
inline std::string value_of(std::string_view lines, std::string_view key) {
  auto trim = [](std::string_view s) {
    auto const from = s.find_first_not_of(" \t"), to = s.find_last_not_of(" \t\r");
    return from == std::string_view::npos ? std::string_view{} : s.substr(from, to - from + 1);
  };
  while (!lines.empty()) {
    auto const end = lines.find('\n');
    auto const line = lines.substr(0, end);
    auto const colon = line.find(':');
    if (colon != std::string_view::npos && trim(line.substr(0, colon)) == key)
      return std::string(trim(line.substr(colon + 1)));
    lines = end == std::string_view::npos ? std::string_view{} : lines.substr(end + 1);
  }
  return {};
}

inline std::string hex4(std::optional<std::uint32_t> id) {
  if (!id) return "????";
  std::string text;
  for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[*id >> shift & 0xf];
  return text;
}

// What drivers say beyond the bus: NVIDIA in /proc, Rebellions in a class of its own, AMD beside the device.
inline void ask_driver(std::string const& root, pci_function const& f, accelerator& a) {
  auto text = [&](std::string const& path) { return clean(read_text(root + path, 4096).value_or("")); };
  if (f.vendor == 0x10deu) {
    auto const said = read_text(root + "/proc/driver/nvidia/gpus/" + f.address + "/information").value_or("");
    if (auto const model = clean(value_of(said, "Model")); !model.empty() && model != "Unknown") a.product = model;
    if (a.firmware = clean(value_of(said, "GPU Firmware")); a.firmware.empty() || a.firmware == "N/A")
      a.firmware = clean(value_of(said, "Video BIOS"));
  }
  if (f.vendor == 0x1effu) {
    std::string const folder = "/sys/class/rebellions";
    for (auto const& name : read_names(root + folder))
      if (read_pci_address(text(folder + "/" + name + "/pci_addr")) == read_pci_address(f.address))
        if (auto const card = text(folder + "/" + name + "/card_name"); !card.empty()) a.product = card;
  }
  if (f.vendor == 0x1002u) {
    auto const at = "/sys/bus/pci/devices/" + f.address;
    if (auto const name = text(at + "/product_name"); !name.empty()) a.product = name;
    a.firmware = text(at + "/vbios_version");
  }
}
}  // namespace run_detail

/// What is known of one function of the tree. `root`: where drivers are asked as well.
inline accelerator read_accelerator(pci_tree const& tree, std::size_t function, std::string const& root = "/") {
  auto const& f = tree.functions[function];
  accelerator a{.function = function,
                .address = f.address,
                .vendor = vendor_name(f),
                .ids = run_detail::hex4(f.vendor) + ":" + run_detail::hex4(f.device),
                .numa = f.numa,
                .iommu_group = f.iommu_group,
                .driver = run_detail::clean(f.driver),
                .driver_version = run_detail::clean(f.driver_version),
                .power_state = run_detail::clean(f.power_state),
                .link = narrowest(hops_to_host(tree, function)),
                .max_payload = f.max_payload,
                .max_read_request = f.max_read_request};
  a.product = product_name(f);
  if (a.product.empty()) a.product = a.ids;
  for (auto i : pci_route(tree, function))
    if (i != function) a.path.push_back(tree.functions[i].address);
  run_detail::ask_driver(root, f, a);
  return a;
}

/// Every accelerator of the machine, in the order of their addresses.
inline std::vector<accelerator> read_accelerators(pci_tree const& tree, std::string const& root = "/") {
  std::vector<accelerator> out;
  for (auto i : accelerators(tree)) out.push_back(read_accelerator(tree, i, root));
  return out;
}
}  // namespace lanemark
