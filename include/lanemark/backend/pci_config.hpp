// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include <lanemark/backend/pci_link.hpp>

namespace lanemark {
/// What a function is on its link: decides whether its link files describe the link above it or the one below.
enum class pci_port { unknown, endpoint, root_port, upstream, downstream, other };

/// The PCI Express capability of a function, as far as the bytes at hand reach.
struct pci_config {
  pci_port port = pci_port::unknown;
  pci_link now{}, most{};
  std::optional<unsigned> max_payload{};       ///< bytes, as set
  std::optional<unsigned> max_payload_most{};  ///< bytes, what the function could take
  std::optional<unsigned> max_read_request{};  ///< bytes
};

namespace pci_detail {
inline std::optional<unsigned> payload_bytes(unsigned code) {
  if (code > 5) return std::nullopt;  // 6 and 7 are reserved
  return 128u << code;
}

inline pci_link link_of(unsigned register_value) {
  auto const generation = register_value & 0xf;
  auto const width = register_value >> 4 & 0x3f;
  pci_link link;
  if (generation >= 1 && generation <= std::size(pci_rates)) link.rate = pci_rates[generation - 1];
  if (width != 0 && width <= 32) link.width = static_cast<int>(width);
  return link;
}
}  // namespace pci_detail

/// Reads configuration space: PCI Express Base Specification, 7.5.3. Without rights the kernel hands out 64 bytes,
/// before any capability, so everything stays unknown then; likewise for a device that fell off its bus (all ones), for
/// a list that loops and for bytes that end early.
inline pci_config read_pci_config(std::string_view bytes) {
  pci_config c;
  auto byte = [&](std::size_t at) -> unsigned { return static_cast<unsigned char>(bytes[at]); };
  auto word = [&](std::size_t at) { return byte(at) | byte(at + 1) << 8; };
  if (bytes.size() < 0x40 || word(0) == 0xffff || (word(0x06) & 0x10) == 0) return c;
  auto at = std::size_t{byte(0x34)} & ~std::size_t{3};
  for (int hops = 0; hops < 48 && at >= 0x40 && at + 2 <= bytes.size(); ++hops) {
    if (byte(at) != 0x10) {
      at = std::size_t{byte(at + 1)} & ~std::size_t{3};
      continue;
    }
    if (at + 0x14 > bytes.size()) return c;
    switch (word(at + 0x02) >> 4 & 0xf) {
      case 0:
      case 1:
        c.port = pci_port::endpoint;
        break;
      case 4:
        c.port = pci_port::root_port;
        break;
      case 5:
        c.port = pci_port::upstream;
        break;
      case 6:
        c.port = pci_port::downstream;
        break;
      default:
        c.port = pci_port::other;
        break;
    }
    c.max_payload_most = pci_detail::payload_bytes(word(at + 0x04) & 0x7);
    c.max_payload = pci_detail::payload_bytes(word(at + 0x08) >> 5 & 0x7);
    c.max_read_request = pci_detail::payload_bytes(word(at + 0x08) >> 12 & 0x7);
    c.most = pci_detail::link_of(word(at + 0x0c));
    c.now = pci_detail::link_of(word(at + 0x12));
    return c;
  }
  return c;
}
}  // namespace lanemark
