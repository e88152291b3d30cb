// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/report/json_value.hpp>
#include <lanemark/run/environment.hpp>
#include <lanemark/run/environment_warnings.hpp>
#include <lanemark/run/fingerprint.hpp>

namespace lanemark::report {
namespace environment_detail {
inline json whole_or_null(std::optional<std::uint64_t> n) { return n ? whole(*n) : json(nullptr); }
template <class T>
json or_null(std::optional<T> const& value) {
  return value ? json(*value) : json(nullptr);
}

/// `gt_per_s` is the rate of one lane in transfers a second of 1e9, as PCI Express counts.
inline json link_json(pci_link const& link) {
  return {{"gt_per_s", number(link.rate)}, {"width", or_null(link.width)}, {"bytes_per_s", number(payload_rate(link))}};
}
inline json hop_json(pci_tree const& tree, std::optional<pci_hop> const& hop, pci_link pci_hop::*which) {
  if (!hop) return nullptr;
  auto out = link_json((*hop).*which);
  out["upper"] = tree.functions[hop->upper].address;
  out["lower"] = tree.functions[hop->lower].address;
  return out;
}
}  // namespace environment_detail

inline json to_json(warning const& w) { return {{"thing", w.thing}, {"text", w.text}, {"certain", w.certain}}; }

/// One accelerator: addresses, path, the narrowest link on it now and at most.
inline json accelerator_json(pci_tree const& tree, accelerator const& a) {
  using namespace environment_detail;
  return {{"pci", a.address},
          {"ids", a.ids},
          {"vendor", a.vendor},
          {"product", a.product},
          {"numa", or_null(a.numa)},
          {"iommu_group", or_null(a.iommu_group)},
          {"driver", text_or_null(a.driver)},
          {"driver_version", text_or_null(a.driver_version)},
          {"firmware", text_or_null(a.firmware)},
          {"power_state", text_or_null(a.power_state)},
          {"path", a.path},
          {"link_now", hop_json(tree, a.link.now_hop, &pci_hop::now)},
          {"link_most", hop_json(tree, a.link.most_hop, &pci_hop::most)},
          {"link_whole", a.link.whole},
          {"max_payload", or_null(a.max_payload)},
          {"max_read_request", or_null(a.max_read_request)}};
}

/// The environment in base units, null for what is unknown; a limit of null is none. `told`: what spoils measurements.
inline json environment_json(environment const& e, std::vector<warning> const& told) {
  using namespace environment_detail;
  json caches = json::array(), nodes = json::array(), pools = json::array(), busy = json::array(),
       devices = json::array(), warnings = json::array();
  for (auto const& c : e.cpu.caches)
    caches.push_back({{"level", c.level}, {"size", whole(c.size)}, {"shared_by", c.shared_by}});
  for (auto const& n : e.memory.nodes)
    nodes.push_back({{"id", n.id}, {"cpus", n.cpus}, {"memory", whole_or_null(n.memory)}, {"distances", n.distances}});
  for (auto const& p : e.memory.huge_pages)
    pools.push_back({{"page", whole(p.page)}, {"pages", whole(p.pages)}, {"free", whole(p.free)}});
  for (auto const& c : e.busy) busy.push_back({{"cpu", c.cpu}, {"busy", number(c.busy)}, {"stolen", number(c.stolen)}});
  for (auto const& a : e.accelerators) devices.push_back(accelerator_json(e.pci, a));
  for (auto const& w : told) warnings.push_back(to_json(w));

  json out;
  out["fingerprint"] = fingerprint(e);
  out["fingerprint_hash"] = fingerprint_hash;
  out["cpu"] = {{"vendor", text_or_null(e.cpu.vendor)},
                {"model", text_or_null(e.cpu.model)},
                {"sockets", or_null(e.cpu.sockets)},
                {"cores", or_null(e.cpu.cores)},
                {"online", e.cpu.online},
                {"isolated", e.cpu.isolated},
                {"caches", std::move(caches)},
                {"governors", e.cpu.governors},
                {"scaling_driver", text_or_null(e.cpu.scaling_driver)},
                {"boost", or_null(e.cpu.boost)},
                {"most_hz", whole_or_null(e.cpu.most_hz)},
                {"load", number(e.load)},
                {"busy", std::move(busy)}};
  out["memory"] = {{"installed", whole_or_null(e.memory.installed)},
                   {"total", whole_or_null(e.memory.total)},
                   {"available", whole_or_null(e.memory.available)},
                   {"swap", whole_or_null(e.memory.swap)},
                   {"nodes", std::move(nodes)},
                   {"transparent_huge_pages", text_or_null(e.memory.transparent_huge_pages)},
                   {"huge_pages", std::move(pools)},
                   {"numa_balancing", or_null(e.memory.numa_balancing)}};
  out["clock"] = {{"source", text_or_null(e.clock.source)},
                  {"available", e.clock.available},
                  {"tsc_invariant", or_null(e.clock.tsc_invariant)}};
  out["system"] = {{"kernel", text_or_null(e.system.kernel)},
                   {"os", text_or_null(e.system.os)},
                   {"architecture", text_or_null(e.system.architecture)},
                   {"host_name", text_or_null(e.system.host_name)},
                   {"c_library", text_or_null(e.system.c_library)},
                   {"board", text_or_null(e.system.board)},
                   {"virtual_machine", or_null(e.system.virtual_machine)},
                   {"hypervisor", text_or_null(e.system.hypervisor)}};
  out["limits"] = {{"cpus", or_null(e.limits.cpus)},
                   {"memory_nodes", or_null(e.limits.memory_nodes)},
                   {"cpu_quota", number(e.limits.cpu_quota)},
                   {"memory", whole_or_null(e.limits.memory)},
                   {"group", text_or_null(e.limits.group)}};
  out["iommu"] = {{"on", or_null(e.iommu)}, {"domains", e.iommu_domains}};
  out["accelerators"] = std::move(devices);
  out["warnings"] = std::move(warnings);
  return out;
}
inline json environment_json(environment const& e) { return environment_json(e, warnings_of(e)); }
}  // namespace lanemark::report
