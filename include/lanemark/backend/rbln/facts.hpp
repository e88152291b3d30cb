// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/pci_numa.hpp>
#include <lanemark/backend/rbln/api.hpp>
#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark::on_rbln {
/// The bridges above a PCI function as the vendor's tool writes them, `0000:00:01.1/01:00.0`: from the root port to
/// what several devices hang on, which is a switch without the port of the one device. Empty: unknown.
[[gnu::cold]] inline std::string bridge_above(std::string_view address, std::string_view root = "") {
  auto const path = read_link(say({root, "/sys/bus/pci/devices/", address}));
  std::vector<std::string> bridges;
  for (std::string_view rest = path ? *path : std::string_view{}; !rest.empty();) {
    auto const slash = rest.find('/');
    auto const part = rest.substr(0, slash);
    rest = slash == rest.npos ? std::string_view{} : rest.substr(slash + 1);
    if (part.size() >= 12 && part[part.size() - 2] == '.' && part != address) bridges.emplace_back(part);
  }
  if (bridges.size() > 2) bridges.pop_back();
  std::string text;
  for (auto const& b : bridges) text += text.empty() ? b : "/" + b.substr(b.find(':') + 1);
  return text;
}

/// A text of fixed room, which need not end with a zero.
template <class Char, std::size_t N>
std::string text_of(Char const (&from)[N]) {
  std::string text;
  for (auto const c : from) {
    if (c == Char{}) break;
    text += static_cast<char>(c);
  }
  return text;
}

/// `0000:03:00.0`, also from `0000:03:00:0`, as the vendor's header has it.
[[gnu::cold]] inline std::string address_of(std::string text) {
  if (std::count(text.begin(), text.end(), ':') == 3) text[text.rfind(':')] = '.';
  return plain_pci_address(text);
}

/// A number in hexadecimal digits, at least so many.
[[gnu::cold]] inline std::string hex(unsigned value, std::size_t digits) {
  std::string text;
  for (; value != 0 || text.size() < digits; value >>= 4U) text.insert(text.begin(), "0123456789abcdef"[value & 0xFU]);
  return text;
}

/// What the management library knows of the device of this index. False: nothing, the device keeps what it has.
[[gnu::cold]] inline bool describe(management const& m, unsigned index, device_info& d, std::string_view root = "") {
  handle h = 0;
  device_facts device{};
  if (m.get_handle(index, &h) != success || m.get_device(h, &device) != success) return false;
  d.label = say({"rbln", device.number});
  d.uuid = text_of(device.uuid);
  d.pci = address_of(text_of(device.address));
  d.group = static_cast<int>(device.group);
  d.numa = static_cast<int>(device.numa_node);  // -1 where it is not known
  if (chip_facts chip{}; m.get_chip(h, &chip) == success) {
    d.product = text_of(chip.card_name);
    d.revision = "rev-" + hex(chip.revision, 2);
    d.memory = chip.dram_size;
    d.chiplets = std::max(1, static_cast<int>(chip.chiplets));
  }
  if (pci_facts l{}; m.get_link(h, &l) == success) {
    d.pci_id = "0x" + hex(l.pci_device, 4);
    d.iommu_group = l.iommu_group;
    d.link = {static_cast<int>(l.generation), static_cast<int>(l.lanes), static_cast<int>(l.max_generation),
              static_cast<int>(l.max_lanes)};
    d.max_payload = static_cast<int>(l.max_payload);
    d.max_read_request = static_cast<int>(l.max_read_request);
  }
  d.bridge = bridge_above(d.pci, root);
  return true;
}
}  // namespace lanemark::on_rbln
