// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/judge/exit_code.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/report/json_value.hpp>
#include <lanemark/report/list_text.hpp>

namespace lanemark::report {
inline json to_json(exit_status const& e) { return {{"code", e.code}, {"reason", e.reason}}; }

inline json to_json(device_info const& d) {
  return {{"id", d.id},
          {"label", d.label},
          {"product", text_or_null(d.product)},
          {"pci", text_or_null(d.pci)},
          {"numa", known(d.numa)},
          {"chiplets", d.chiplets},
          {"uuid", text_or_null(d.uuid)},
          {"memory", d.memory == 0 ? json(nullptr) : whole(d.memory)},
          {"cpus", d.cpus}};
}

inline json to_json(offer const& o) {
  return {{"measure", o.measure},
          {"mechanism", o.mechanism},
          {"cache", o.cache},
          {"semantics", o.semantics},
          {"timer", o.timer}};
}
inline json to_json(backend_line const& b) {
  return {{"name", b.name}, {"state", b.state}, {"devices", b.devices}, {"reason", text_or_null(b.reason)}};
}

inline json to_json(model_line const& m) {
  return {{"name", m.name},
          {"nodes", m.nodes == 0 ? json() : json(m.nodes)},
          {"devices", m.nodes == 0 ? json() : json(m.devices)},
          {"product", text_or_null(m.product)},
          {"source", text_or_null(m.source)}};
}
}  // namespace lanemark::report
