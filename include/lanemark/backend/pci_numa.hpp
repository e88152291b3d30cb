// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark {
/// A PCI address as the system writes it: lower case, and four digits of domain in front. Drivers write `0A:00.0`,
/// `0000:0A:00.0` and `00000000:0A:00.0`.
[[gnu::cold]] inline std::string plain_pci_address(std::string_view text) {
  std::string low;
  for (char const c : text) low += c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  while (!low.empty() && (low.back() == '\0' || low.back() == ' ' || low.back() == '\n')) low.pop_back();
  auto const domain = low.find(':');
  if (domain == low.npos) return {};
  if (low.find(':', domain + 1) == low.npos) return "0000:" + low;
  auto zeros = domain > 4 ? domain - 4 : 0;
  if (low.find_first_not_of('0') < zeros) zeros = low.find_first_not_of('0');
  return low.substr(zeros);
}

/// The NUMA node that a PCI function is attached to; -1: unknown.
[[gnu::cold]] inline int numa_of_pci(std::string_view address, std::string_view root = "") {
  if (address.empty()) return -1;
  auto const text = read_text(say({root, "/sys/bus/pci/devices/", address, "/numa_node"}));
  return text ? read_integer<int>(*text).value_or(-1) : -1;
}
}  // namespace lanemark
