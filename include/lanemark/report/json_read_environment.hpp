// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/report/json_read_value.hpp>
#include <lanemark/run/environment.hpp>
#include <lanemark/run/warning.hpp>

namespace lanemark::report {
namespace environment_detail {
/// A report names functions of the bus by their addresses: those that it names make up the tree.
inline std::size_t function_of(pci_tree& tree, std::string const& address) {
  for (std::size_t i = 0; i < tree.functions.size(); ++i)
    if (tree.functions[i].address == address) return i;
  tree.functions.push_back({.address = address});
  return tree.functions.size() - 1;
}
inline std::optional<pci_hop> read_hop(json_field const& f, pci_tree& tree, pci_link pci_hop::*which) {
  if (f.empty()) return {};
  pci_hop hop{.upper = function_of(tree, f["upper"].needed()), .lower = function_of(tree, f["lower"].needed())};
  hop.*which = {.rate = f["gt_per_s"].maybe_figure(), .width = f["width"].maybe_whole<int>()};
  return hop;
}
inline accelerator read_accelerator(json_field const& f, pci_tree& tree) {
  accelerator a{.address = f["pci"].text(),
                .vendor = f["vendor"].text(),
                .product = f["product"].text(),
                .ids = f["ids"].text(),
                .numa = f["numa"].maybe_whole<int>(),
                .iommu_group = f["iommu_group"].maybe_whole<int>(),
                .driver = f["driver"].text(),
                .driver_version = f["driver_version"].text(),
                .firmware = f["firmware"].text(),
                .power_state = f["power_state"].text(),
                .path = f["path"].texts(),
                .max_payload = f["max_payload"].maybe_whole<unsigned>(),
                .max_read_request = f["max_read_request"].maybe_whole<unsigned>()};
  a.function = function_of(tree, a.address);
  a.link.now_hop = read_hop(f["link_now"], tree, &pci_hop::now);
  a.link.most_hop = read_hop(f["link_most"], tree, &pci_hop::most);
  if (a.link.now_hop) a.link.now = payload_rate(a.link.now_hop->now);
  if (a.link.most_hop) a.link.most = payload_rate(a.link.most_hop->most);
  a.link.whole = f["link_whole"].truth(true);
  return a;
}
}  // namespace environment_detail

/// What `environment_json` wrote. Of the PCI bus it holds the accelerators and the links that decide, and no more.
inline environment read_environment(json_field const& f) {
  using namespace environment_detail;
  environment e;
  auto const cpu = f["cpu"], memory = f["memory"], clock = f["clock"], system = f["system"], limits = f["limits"];
  e.cpu = {.vendor = cpu["vendor"].text(),
           .model = cpu["model"].text(),
           .sockets = cpu["sockets"].maybe_whole<int>(),
           .cores = cpu["cores"].maybe_whole<int>(),
           .online = cpu["online"].numbers(),
           .isolated = cpu["isolated"].numbers(),
           .governors = cpu["governors"].texts(),
           .scaling_driver = cpu["scaling_driver"].text(),
           .boost = cpu["boost"].maybe_truth(),
           .most_hz = cpu["most_hz"].maybe_whole<std::uint64_t>()};
  cpu["caches"].each([&](json_field const& c) {
    e.cpu.caches.push_back({c["level"].whole<int>(), c["size"].whole<std::uint64_t>(), c["shared_by"].whole<int>(1)});
  });
  e.load = cpu["load"].maybe_figure();
  cpu["busy"].each([&](json_field const& c) {
    e.busy.push_back({c["cpu"].whole<int>(), c["busy"].figure(0), c["stolen"].figure(0)});
  });
  e.memory = {.installed = memory["installed"].maybe_whole<std::uint64_t>(),
              .total = memory["total"].maybe_whole<std::uint64_t>(),
              .available = memory["available"].maybe_whole<std::uint64_t>(),
              .swap = memory["swap"].maybe_whole<std::uint64_t>(),
              .transparent_huge_pages = memory["transparent_huge_pages"].text(),
              .numa_balancing = memory["numa_balancing"].maybe_truth()};
  memory["nodes"].each([&](json_field const& n) {
    e.memory.nodes.push_back({n["id"].whole<int>(), n["cpus"].numbers(), n["memory"].maybe_whole<std::uint64_t>(),
                              n["distances"].numbers()});
  });
  memory["huge_pages"].each([&](json_field const& p) {
    e.memory.huge_pages.push_back(
        {p["page"].whole<std::uint64_t>(), p["pages"].whole<std::uint64_t>(), p["free"].whole<std::uint64_t>()});
  });
  e.clock = {.source = clock["source"].text(),
             .available = clock["available"].texts(),
             .tsc_invariant = clock["tsc_invariant"].maybe_truth()};
  e.system = {.kernel = system["kernel"].text(),
              .os = system["os"].text(),
              .architecture = system["architecture"].text(),
              .host_name = system["host_name"].text(),
              .c_library = system["c_library"].text(),
              .board = system["board"].text(),
              .virtual_machine = system["virtual_machine"].maybe_truth(),
              .hypervisor = system["hypervisor"].text()};
  auto const ids = [](json_field const& list) { return list.empty() ? std::nullopt : std::optional(list.numbers()); };
  e.limits = {.cpus = ids(limits["cpus"]),
              .memory_nodes = ids(limits["memory_nodes"]),
              .cpu_quota = limits["cpu_quota"].maybe_figure(),
              .memory = limits["memory"].maybe_whole<std::uint64_t>(),
              .group = limits["group"].text()};
  e.iommu = f["iommu"]["on"].maybe_truth();
  e.iommu_domains = f["iommu"]["domains"].texts();
  f["accelerators"].each([&](json_field const& a) { e.accelerators.push_back(read_accelerator(a, e.pci)); });
  e.pci.readable = !e.pci.functions.empty();
  return e;
}

/// The warnings that a report tells beside the environment: judged on the machine, where more was known of it.
inline std::vector<warning> read_warnings(json_field const& f) {
  std::vector<warning> all;
  f["warnings"].each([&](json_field const& w) {
    all.push_back({w["thing"].text(), w["text"].text(), w["certain"].truth(true)});
  });
  return all;
}
}  // namespace lanemark::report
