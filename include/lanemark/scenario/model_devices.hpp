// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/sim/model.hpp>
#include <lanemark/scenario/model_values.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark::detail {
/// Reads [devices] and [distance] of a device-model file.
class model_devices {
  static constexpr int most_devices = 4096;  // distances and figures are held for each pair
  model_values& v;
  on_sim::model& m;

  static constexpr std::string_view device_keys[] = {
      // the last three are of the whole table, not of a device
      "label",       "product", "revision",  "pci_id", "chiplets", "link",  "max_payload", "max_read_request",
      "bridge_name", "pci",     "bridge",    "numa",   "iommu",    "group", "uuid",        "memory",
      "count",       "each",    "per_bridge"};
  void device_facts(node const& n, std::string const& called, device_info& d) {
    auto text = [&](char const* key, std::string& to) {
      if (auto const* i = n.find(key)) to = v.text(*i, std::string(key) + " in " + called).value_or("");
    };
    auto whole = [&](char const* key, int& to, int low, int high) {
      if (auto const* i = n.find(key)) to = v.whole(*i, std::string(key) + " in " + called, low, high).value_or(to);
    };
    text("label", d.label), text("product", d.product), text("revision", d.revision), text("pci_id", d.pci_id);
    text("pci", d.pci), text("bridge", d.bridge), text("bridge_name", d.bridge_name), text("uuid", d.uuid);
    whole("chiplets", d.chiplets, 1, 255), whole("numa", d.numa, -1, 65535), whole("iommu", d.iommu_group, -1, 1 << 20);
    whole("group", d.group, 0, 65535), whole("max_payload", d.max_payload, 0, 4096),
        whole("max_read_request", d.max_read_request, 0, 4096);
    if (auto const* i = n.find("memory")) d.memory = v.size(*i, "memory in " + called).value_or(0);
    auto const* l = n.find("link");
    if (!l || !v.table(*l, "link in " + called, {"generation", "lanes", "max_generation", "max_lanes"})) return;
    auto part = [&](char const* key, int& to) {
      if (auto const* i = l->find(key))
        to = v.whole(*i, std::string(key) + " of the link in " + called, 1, 64).value_or(0);
    };
    part("generation", d.link.generation), part("lanes", d.link.lanes);
    d.link.max_generation = d.link.generation, d.link.max_lanes = d.link.lanes;
    part("max_generation", d.link.max_generation), part("max_lanes", d.link.max_lanes);
  }

 public:
  model_devices(model_values& values, on_sim::model& to) : v(values), m(to) {}

  void devices(node const& n) {
    if (!v.table(n, "[devices]", device_keys)) return;
    device_info like{.label = "device{}"};
    device_facts(n, "[devices]", like);
    auto const *each_one = n.find("each"), *count = n.find("count");
    auto const* per_bridge = n.find("per_bridge");
    auto const behind_one =
        per_bridge ? v.whole(*per_bridge, "per_bridge in [devices]", 1, most_devices).value_or(1) : 1;
    std::size_t total = 0;
    if (each_one && each_one->is != node::type::array)
      return v.error(*each_one, "each in [devices] must be a list of tables");
    if (each_one) total = each_one->items.size();
    if (count) {
      auto const said = v.whole(*count, "count in [devices]", 0, most_devices);
      if (said && each_one && static_cast<std::size_t>(*said) != total)
        v.error(*count, "count in [devices] is " + std::to_string(*said) + ", but each lists " + std::to_string(total) +
                            " devices");
      else if (said)
        total = static_cast<std::size_t>(*said);
    }
    if (!each_one && !count) v.error(n, "[devices] needs count, or each with a table for every device");
    if (total > std::size_t{most_devices})
      return v.error(*each_one, "each in [devices] lists " + std::to_string(total) + " devices; up to " +
                                    std::to_string(most_devices) + " are taken");
    for (std::size_t i = 0; i < total; ++i) {
      auto d = like;
      d.id = static_cast<int>(i);
      if (each_one) {
        auto const called = "device " + std::to_string(i) + " of [devices]";
        if (v.table(each_one->items[i], called, std::span(device_keys).first(std::size(device_keys) - 3)))
          device_facts(each_one->items[i], called, d);
      }
      if (auto const at = d.label.find("{}"); at != std::string::npos) d.label.replace(at, 2, std::to_string(i));
      if (auto const at = d.bridge.find("{}"); at != std::string::npos)
        d.bridge.replace(at, 2, std::to_string(d.id / behind_one));
      m.devices.push_back(std::move(d));
    }
    for (auto const what : {&device_info::label, &device_info::pci, &device_info::uuid}) {
      std::vector<std::string> all;
      for (auto const& d : m.devices)
        if (!(d.*what).empty()) all.push_back(d.*what);
      std::sort(all.begin(), all.end());
      if (auto const twin = std::adjacent_find(all.begin(), all.end()); twin != all.end())
        v.error(n, "two devices of [devices] are called \"" + *twin + "\"" +
                       (what == &device_info::label ? "; {} in a label becomes the number of the device" : ""));
    }
  }
  void distance(node const& n) {
    if (!v.table(n, "[distance]", {"matrix", "same_bridge", "same_numa", "otherwise"})) return;
    if (auto const* matrix = n.find("matrix")) {
      if (!v.square(*matrix, "matrix in [distance]", m.devices.size())) return;
      for (auto const& row : matrix->items) {
        auto& to = m.distances.emplace_back();
        for (auto const& i : row.items) to.push_back(v.whole(i, "matrix in [distance]", 0, 1 << 20).value_or(0));
      }
      return;
    }
    auto figure = [&](char const* key, int otherwise) {
      auto const* i = n.find(key);
      return i ? v.whole(*i, std::string(key) + " in [distance]", 0, 1 << 20).value_or(0) : otherwise;
    };
    auto const far = figure("otherwise", 12), numa = figure("same_numa", far), bridge = figure("same_bridge", numa);
    for (auto const& a : m.devices) {
      auto& row = m.distances.emplace_back();
      for (auto const& b : m.devices)
        row.push_back(a.id == b.id                                ? 0
                      : !a.bridge.empty() && a.bridge == b.bridge ? bridge
                      : a.numa >= 0 && a.numa == b.numa           ? numa
                                                                  : far);
    }
  }
};

inline void read_model_devices(node const& root, model_values& v, on_sim::model& m) {
  model_devices reader(v, m);
  if (auto const* n = root.find("devices"))
    reader.devices(*n);
  else
    v.error(root, "missing table [devices]; write for example [devices] with count = 2");
  if (auto const* n = root.find("distance")) reader.distance(*n);
}
}  // namespace lanemark::detail
