// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <lanemark/judge/verdict.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/report/json_value.hpp>

namespace lanemark::report {
inline json to_json(std::optional<summary> const& s) {
  if (!s) return nullptr;
  return {{"n", s->n},
          {"median", number(s->median)},
          {"ci_low", number(s->ci_low)},
          {"ci_high", number(s->ci_high)},
          {"min", number(s->min)},
          {"max", number(s->max)},
          {"mean", number(s->mean)},
          {"p05", number(s->p05)},
          {"p95", number(s->p95)}};
}

inline json to_json(lane_result const& l) {
  return {{"source", to_string(l.path.source)},
          {"destination", to_string(l.path.destination)},
          {"summary", to_json(l.summary)},
          {"issuer", l.obtained.issuer == side::automatic ? json(nullptr) : json(name_of(l.obtained.issuer))},
          {"path", text_or_null(l.obtained.path)},
          {"pages", text_or_null(l.obtained.pages)},
          {"source_node", known(l.obtained.source_node)},
          {"destination_node", known(l.obtained.destination_node)},
          {"cpus", l.obtained.cpus}};
}

inline json to_json(verdict const& v) {
  bool const figures = v.what != ruling::unmet && v.what != ruling::missing;
  return {{"ruling", name_of(v.what)},
          {"sentence", v.sentence},
          {"limit", text_or_null(v.limit)},
          {"value", figures ? number(v.value) : json(nullptr)},
          {"bound", figures ? number(v.bound) : json(nullptr)},
          {"unit", text_or_null(v.unit)}};
}

/// Who issued: as obtained where that is known, else as asked for.
inline json issuer_of(record const& r) {
  for (auto const& l : r.lanes)
    if (l.obtained.issuer != side::automatic) return name_of(l.obtained.issuer);
  return text_or_null(r.issuer);
}

/// One series of a report. Sizes are null where none means anything (sync).
inline json to_json(record const& r, verdict const* judged = nullptr) {
  json lanes = json::array(), samples = json::array();
  for (auto const& l : r.lanes) lanes.push_back(to_json(l));
  for (auto const x : r.samples) samples.push_back(number(x));
  auto const size = [](bytes b) { return b.count == 0 ? json(nullptr) : whole(b.count); };
  json out;
  out["id"] = r.id;
  out["test"] = r.test;
  out["measure"] = r.measure;
  out["direction"] = text_or_null(r.direction);
  out["mode"] = text_or_null(r.mode);
  out["lanes"] = std::move(lanes);
  out["size_requested"] = size(r.size_requested);
  out["size_bytes"] = size(r.size);
  out["affinity"] = text_or_null(r.affinity);
  out["timer"] = text_or_null(r.timer.name);
  out["clock_step_ns"] = r.timer.name.empty() ? json(nullptr) : number(r.timer.step_ns);
  out["issuer"] = issuer_of(r);
  out["copy"] = r.measure == "sync" ? json(nullptr) : text_or_null(r.mechanism);
  out["pages"] = text_or_null(r.pages);
  out["unit"] = r.unit;
  out["better"] = better_of(r.unit);
  out["status"] = name_of(r.status);
  out["reason"] = text_or_null(r.reason);
  out["stop"] = text_or_null(r.stop);
  out["samples"] = std::move(samples);
  out["summary"] = to_json(r.summary);
  out["verdict"] = judged ? to_json(*judged) : json(nullptr);
  out["warnings"] = r.warnings;
  // beyond the frozen keys
  out["mechanism"] = text_or_null(r.mechanism);
  out["cache"] = text_or_null(r.cache);
  out["semantics"] = text_or_null(r.semantics);
  out["threads"] = r.threads == 0 ? json("all") : json(r.threads);
  out["simulated"] = r.simulated;
  out["clock_overhead_ns"] = r.timer.name.empty() ? json(nullptr) : number(r.timer.overhead_ns);
  out["repeats"] = whole(r.repeats);
  out["gated"] = r.gated;
  out["skew_ns"] = r.skew_ns < 0 ? json(nullptr) : number(r.skew_ns);
  out["overlap"] = number(r.overlap);
  out["involuntary_switches"] = whole(r.involuntary_switches);
  out["seconds"] = number(r.seconds);
  out["physical_limit"] = number(r.physical_limit);
  out["physical_limit_source"] = text_or_null(r.physical_limit_source);
  return out;
}
}  // namespace lanemark::report
