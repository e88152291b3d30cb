// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/numbers.hpp>

namespace lanemark {
/// The signalling rates of PCI Express 1 to 7, in GT/s a lane (PCI Express Base Specification).
inline constexpr double pci_rates[] = {2.5, 5, 8, 16, 32, 64, 128};

/// Speed and width of a link. What a file does not say stays unknown; there is no zero.
struct pci_link {
  std::optional<double> rate{};  ///< GT/s a lane, one of `pci_rates`
  std::optional<int> width{};    ///< lanes
  friend bool operator==(pci_link const&, pci_link const&) = default;
};

inline bool known(pci_link const& link) { return link.rate && link.width; }

/// PCI Express generation of a rate: 32 GT/s is 5. 0 for a rate of no generation.
inline int pci_generation(double rate) {
  int generation = 0;
  for (double r : pci_rates) {
    ++generation;
    if (r == rate) return generation;
  }
  return 0;
}

/// What is left of the bits on the wire after line coding: 8b/10b up to 5 GT/s, 128b/130b up to 32, and 242 of the 256
/// bytes of a flit from 64 on. Packet headers come on top and depend on the payload size.
inline double pci_encoding(double rate) { return rate <= 5 ? 0.8 : rate <= 32 ? 128.0 / 130 : 242.0 / 256; }

/// Bytes a second each way after line coding: the limit no copy can pass. Nothing when the link is not known.
inline std::optional<double> payload_rate(pci_link const& link) {
  if (!known(link)) return std::nullopt;
  return *link.rate * 1e9 * *link.width / 8 * pci_encoding(*link.rate);
}

/// Bits on the wire as bytes a second, the figure vendors quote (Gen5 x16: 64 GB/s).
inline std::optional<double> raw_rate(pci_link const& link) {
  if (!known(link)) return std::nullopt;
  return *link.rate * 1e9 * *link.width / 8;
}

/// `32.0 GT/s PCIe` (kernels since 5.7), `5 GT/s`; nothing for `Unknown` and for rates no generation has.
inline std::optional<double> read_pci_rate(std::string_view text) {
  double rate = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
  auto const rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc{} || rest.substr(0, 5) != " GT/s" || pci_generation(rate) == 0) return std::nullopt;
  return rate;
}

/// A lane count; nothing for 0 and 255, which the kernel writes when it does not know, and for other impossible ones.
inline std::optional<int> read_pci_width(std::string_view text) {
  auto const width = read_integer<int>(text);
  for (int possible : {1, 2, 4, 8, 12, 16, 32})
    if (width == possible) return width;
  return std::nullopt;
}

/// The lesser of two ends, part by part; an end that does not say decides nothing.
inline pci_link lesser(pci_link const& a, pci_link const& b) {
  return {.rate = a.rate && b.rate ? std::min(a.rate, b.rate)
                  : a.rate         ? a.rate
                                   : b.rate,
          .width = a.width && b.width ? std::min(a.width, b.width)
                   : a.width          ? a.width
                                      : b.width};
}

/// `Gen5 x16`, `Gen? x8`, `unknown`.
inline std::string to_string(pci_link const& link) {
  if (!link.rate && !link.width) return "unknown";
  return "Gen" + (link.rate ? std::to_string(pci_generation(*link.rate)) : "?") + " x" +
         (link.width ? std::to_string(*link.width) : "?");
}
}  // namespace lanemark
