// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include <lanemark/backend/pci_config.hpp>
#include <lanemark/backend/pci_link.hpp>
#include <lanemark/backend/sysfs.hpp>

namespace lanemark {
/// One function on a PCI bus as sysfs shows it: an accelerator, a bridge or anything else.
struct pci_function {
  std::string address{};  ///< `0000:84:00.0`
  std::string root{};     ///< its host bridge, `pci0000:80`; empty: unknown
  int parent = -1;        ///< index of the bridge above in the tree; -1: it hangs on the host bridge
  std::optional<std::uint32_t> vendor{}, device{};  ///< 16-bit ids
  std::optional<std::uint32_t> subsystem_vendor{}, subsystem_device{};
  std::optional<std::uint32_t> class_code{};  ///< 24 bits: class, subclass, interface
  std::optional<std::uint32_t> revision{};
  std::optional<int> numa{};         ///< NUMA node as the firmware states it
  std::optional<int> iommu_group{};  ///< none without an IOMMU
  std::string driver{};              ///< empty: none bound
  std::string driver_version{};      ///< empty: the module does not say
  std::string power_state{};         ///< `D0`, `D3hot`; empty: unknown
  pci_port port = pci_port::unknown;
  pci_link now{}, most{};  ///< of the link above an endpoint or upstream port, below a root or downstream port
  std::optional<unsigned> max_payload{}, max_payload_most{}, max_read_request{};  ///< bytes; unknown without rights

  bool bridge() const { return class_code && *class_code >> 8 == 0x0604; }
};

/// Every PCI function of a machine, in the order of their addresses.
struct pci_tree {
  std::vector<pci_function> functions{};
  bool readable = false;  ///< there was a PCI bus in sysfs to read
};

/// A PCI address taken apart.
struct pci_address {
  std::uint32_t domain = 0, bus = 0, device = 0, function = 0;
  friend auto operator<=>(pci_address const&, pci_address const&) = default;
};

/// `0000:84:00.0`; the domain has four digits or more (a volume management device has five). Nothing for another text.
inline std::optional<pci_address> read_pci_address(std::string_view text) {
  auto const n = text.size();
  if (n < 12 || n > 16 || text[n - 8] != ':' || text[n - 5] != ':' || text[n - 2] != '.') return std::nullopt;
  auto const domain = read_integer<std::uint32_t>(text.substr(0, n - 8), 16);
  auto const bus = read_integer<std::uint32_t>(text.substr(n - 7, 2), 16);
  auto const device = read_integer<std::uint32_t>(text.substr(n - 4, 2), 16);
  auto const function = read_integer<std::uint32_t>(text.substr(n - 1), 16);
  if (!domain || !bus || !device || !function || *device > 31 || *function > 7) return std::nullopt;
  return pci_address{*domain, *bus, *device, *function};
}

/// The index of a function, by its address in any case and with or without the domain 0000; nothing when it is not
/// there.
inline std::optional<std::size_t> find_pci(pci_tree const& tree, std::string_view address) {
  auto wanted = read_pci_address(address);
  if (!wanted) wanted = read_pci_address("0000:" + std::string(address));
  for (std::size_t i = 0; wanted && i < tree.functions.size(); ++i)
    if (read_pci_address(tree.functions[i].address) == wanted) return i;
  return std::nullopt;
}

namespace pci_detail {
inline std::optional<std::uint32_t> id_of(std::string const& path, std::uint32_t most) {
  auto const text = read_text(path);
  auto const id = text ? read_hex(*text) : std::nullopt;
  return id && *id <= most ? id : std::nullopt;
}

// The link of a function in /sys/bus/pci/devices names every bridge above it:
// ../../../devices/pci0000:80/0000:80:01.1/0000:81:00.0
inline std::pair<std::string, std::string> root_and_parent(std::string_view target) {
  std::string root, before, last;
  while (!target.empty()) {
    auto const slash = target.find('/');
    auto const part = target.substr(0, slash);
    if (part.substr(0, 3) == "pci") root = part, before.clear(), last.clear();
    if (read_pci_address(part)) before = std::exchange(last, std::string(part));
    target = slash == std::string_view::npos ? std::string_view{} : target.substr(slash + 1);
  }
  return {root, before};
}

inline pci_function read_function(std::string const& folder, std::string const& address) {
  auto const at = folder + "/" + address + "/";
  pci_function f{.address = address};
  f.vendor = id_of(at + "vendor", 0xffff);
  f.device = id_of(at + "device", 0xffff);
  f.subsystem_vendor = id_of(at + "subsystem_vendor", 0xffff);
  f.subsystem_device = id_of(at + "subsystem_device", 0xffff);
  f.class_code = id_of(at + "class", 0xffffff);
  f.revision = id_of(at + "revision", 0xff);
  if (auto const text = read_text(at + "numa_node")) f.numa = read_integer<int>(*text);
  if (f.numa && (*f.numa < 0 || *f.numa > 65535)) f.numa.reset();  // the kernel writes -1 for unknown
  if (auto const link = read_link(at + "iommu_group")) f.iommu_group = read_integer<int>(last_part(*link));
  if (auto const link = read_link(at + "driver")) f.driver = last_part(*link);
  f.driver_version = read_text(at + "driver/module/version").value_or("");
  f.power_state = read_text(at + "power_state").value_or("");
  if (f.power_state == "unknown") f.power_state.clear();
  auto link = [&](std::string const& which) {
    return pci_link{read_pci_rate(read_text(at + which + "_link_speed").value_or("")),
                    read_pci_width(read_text(at + which + "_link_width").value_or(""))};
  };
  f.now = link("current");
  f.most = link("max");
  // Last: reading configuration space wakes a sleeping device, and its link would not be what a user finds.
  auto const config = read_pci_config(read_file(at + "config", 4096).value_or(""));
  f.port = config.port;
  f.max_payload = config.max_payload;
  f.max_payload_most = config.max_payload_most;
  f.max_read_request = config.max_read_request;
  if (!f.now.rate && !f.now.width) f.now = config.now;
  if (!f.most.rate && !f.most.width) f.most = config.most;
  return f;
}

// Without configuration space the place in the tree tells the kind of a port: below a root or downstream port a bridge
// is an upstream port, below an upstream port a downstream one.
inline void guess_port(pci_tree& tree, std::size_t i, int depth) {
  auto& f = tree.functions[i];
  if (f.port != pci_port::unknown || depth > 64) return;
  if (f.parent < 0) {
    f.port = f.bridge() ? pci_port::root_port : pci_port::other;
    return;
  }
  auto const above = static_cast<std::size_t>(f.parent);
  guess_port(tree, above, depth + 1);
  auto const kind = tree.functions[above].port;
  if (!f.bridge())
    f.port = pci_port::endpoint;
  else
    f.port = kind == pci_port::upstream ? pci_port::downstream : pci_port::upstream;
}
}  // namespace pci_detail

/// Reads the PCI functions of a machine from sysfs below `root`. Whatever is missing or malformed there stays unknown.
inline pci_tree read_pci(std::string const& root = "/") {
  auto const folder = root + (root.empty() || root.back() != '/' ? "/" : "") + "sys/bus/pci/devices";
  pci_tree tree{.readable = ::access(folder.c_str(), R_OK) == 0};
  std::vector<std::pair<pci_address, std::string>> found;
  for (auto& name : read_names(folder))
    if (auto const address = read_pci_address(name)) found.emplace_back(*address, std::move(name));
  std::sort(found.begin(), found.end());
  for (auto const& [address, name] : found) tree.functions.push_back(pci_detail::read_function(folder, name));
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto const target = read_link(folder + "/" + found[i].second).value_or("");
    auto const [host, parent] = pci_detail::root_and_parent(target);
    tree.functions[i].root = host;
    auto const above = read_pci_address(parent);
    if (!above) continue;
    auto const at = std::lower_bound(found.begin(), found.end(), *above,
                                     [](auto const& entry, auto const& wanted) { return entry.first < wanted; });
    if (at != found.end() && at->first == *above && at->first != found[i].first)
      tree.functions[i].parent = static_cast<int>(at - found.begin());
  }
  for (std::size_t i = 0; i < found.size(); ++i) pci_detail::guess_port(tree, i, 0);
  return tree;
}
}  // namespace lanemark
