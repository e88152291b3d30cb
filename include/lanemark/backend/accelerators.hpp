// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/pci.hpp>

namespace lanemark {
/// A maker of accelerators. `only`: it makes nothing else, so its devices count whatever class they claim.
struct pci_vendor {
  std::uint32_t id;
  std::string_view name;
  bool only;
};

/// Vendor ids as the PCI ID repository assigns them (pci-ids.ucw.cz).
inline constexpr pci_vendor accelerator_vendors[] = {
    {0x1002, "AMD", false},          {0x10de, "NVIDIA", false},     {0x17cb, "Qualcomm", false},
    {0x19e5, "Huawei", false},       {0x1ae0, "Google", false},     {0x1d0f, "Amazon", false},
    {0x1d94, "Hygon", false},        {0x1d95, "Graphcore", true},   {0x1da3, "Habana", true},
    {0x1e36, "Enflame", true},       {0x1e52, "Tenstorrent", true}, {0x1ed2, "FuriosaAI", true},
    {0x1ed5, "Moore Threads", true}, {0x1eff, "Rebellions", true},  {0x8086, "Intel", false},
    {0xcabc, "Cambricon", true},
};

/// The maker's name, `vendor 1af4` for one that is not in the table, `unknown vendor` without an id.
inline std::string vendor_name(pci_function const& f) {
  if (!f.vendor) return "unknown vendor";
  for (auto const& v : accelerator_vendors)
    if (v.id == *f.vendor) return std::string(v.name);
  char const* const digits = "0123456789abcdef";
  std::string text = "vendor ";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[*f.vendor >> shift & 0xf];
  return text;
}

/// A product by its ids.
struct pci_product {
  std::uint32_t vendor, device;
  std::string_view name;
};

/// Rebellions: the ids its device plugin and Debian's hardware database list (an odd id is the virtual function of the
/// even one before it). Huawei: the ids its log collector lists. Makers whose drivers name their devices are not here.
inline constexpr pci_product accelerator_products[] = {
    {0x1eff, 0x1020, "RBLN-CA02"},     {0x1eff, 0x1110, "RBLN-CA11"},  {0x1eff, 0x1120, "RBLN-CA12"},
    {0x1eff, 0x1150, "RBLN-CA15"},     {0x1eff, 0x1220, "RBLN-CA22"},  {0x1eff, 0x1250, "RBLN-CA25"},
    {0x1eff, 0x2030, "RBLN-CR03"},     {0x1eff, 0x2130, "RBLN-CR13"},  {0x19e5, 0xd100, "Ascend 310"},
    {0x19e5, 0xd500, "Ascend 310P"},   {0x19e5, 0xd801, "Ascend 910"}, {0x19e5, 0xd802, "Ascend 910B"},
    {0x19e5, 0xd803, "Ascend 910_93"},
};

/// The product's name, with `(VF)` for a Rebellions virtual function; empty when the table does not know it.
inline std::string product_name(pci_function const& f) {
  if (!f.vendor || !f.device) return {};
  bool const rebellions = *f.vendor == 0x1eff, odd = (*f.device & 1u) != 0;
  auto const wanted = rebellions ? *f.device & ~1u : *f.device;
  for (auto const& p : accelerator_products)
    if (p.vendor == *f.vendor && p.device == wanted) return std::string(p.name) + (rebellions && odd ? " (VF)" : "");
  return {};
}

/// Whether a function computes: processing accelerators (class 12) and 3D controllers (03 02) of anyone, display
/// controllers of the makers in the table (a server's VGA console is none), and whatever a maker of accelerators alone
/// puts on the bus except bridges, storage, network, sound and serial controllers.
inline bool is_accelerator(pci_function const& f) {
  if (!f.class_code) return false;
  auto const base = *f.class_code >> 16, kind = *f.class_code >> 8;
  if (base == 0x12 || kind == 0x0302) return true;
  for (auto const& v : accelerator_vendors) {
    if (f.vendor != v.id) continue;
    if (base == 0x03) return true;
    return v.only && base != 0x01 && base != 0x02 && base != 0x04 && base != 0x06 && base != 0x0c;
  }
  return false;
}

/// The indices of the accelerators of a machine, in the order of their addresses.
inline std::vector<std::size_t> accelerators(pci_tree const& tree) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < tree.functions.size(); ++i)
    if (is_accelerator(tree.functions[i])) out.push_back(i);
  return out;
}
}  // namespace lanemark
