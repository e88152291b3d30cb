// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>

#include <lanemark/plan/estimate.hpp>
#include <lanemark/report/json_value.hpp>
#include <lanemark/report/plan_text.hpp>

namespace lanemark::report {
/// A planned cell: who it is, what one turn moves, how long it may take, or why it will be skipped.
inline json to_json(cell const& c) {
  json lanes = json::array();
  for (auto const& l : c.lanes)
    lanes.push_back({{"source", to_string(l.source)}, {"destination", to_string(l.destination)}});
  auto const e = estimate_of(c);
  auto const size = [](bytes b) { return b.count == 0 ? json(nullptr) : whole(b.count); };
  json out;
  out["id"] = c.id;
  out["test"] = c.test;
  out["measure"] = c.measure;
  out["direction"] = text_or_null(c.direction);
  out["mode"] = c.mode;
  out["lanes"] = std::move(lanes);
  out["size_requested"] = size(c.size_requested);
  out["size_bytes"] = size(c.size);
  out["affinity"] = to_string(c.affinity);
  out["timer"] = c.timer;
  out["copy"] = c.copy;
  out["threads"] = c.threads == 0 ? json("all") : json(c.threads);
  out["bytes"] = whole(bytes_per_turn(c));
  out["estimate_ns"] = c.impossible.empty() ? number(e.seconds * 1e9) : json(nullptr);
  out["skip_reason"] = text_or_null(c.impossible);
  return out;
}

/// One scenario's plan as the value of a key: one cell a line.
inline void json_plan(plan_view const& p, text_sink const& out) {
  auto const all = estimate_of(std::span<cell const>(p.cells));
  document d(out);
  d.add("scenario", {{"name", p.scenario}, {"path", p.path}});
  d.add("backend", p.backend);
  d.add("simulated", p.simulated);
  d.add("devices", p.devices);
  d.add("counts",
        {{"planned", p.cells.size()}, {"to_measure", p.cells.size() - skips_of(p)}, {"to_skip", skips_of(p)}});
  d.add("estimate_ns", number(all.seconds * 1e9));
  d.add("memory", whole(all.memory));
  d.list("cells", p.cells, [](cell const& c) { return to_json(c); });
  d.list("notes", p.notes, [](std::string const& n) { return json(n); });
  d.end();
}
}  // namespace lanemark::report
