// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include <lanemark/report/findings.hpp>
#include <lanemark/report/json_environment.hpp>
#include <lanemark/report/json_list.hpp>
#include <lanemark/report/json_record.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/run/fingerprint.hpp>

namespace lanemark::report {
inline constexpr std::string_view report_schema = "lanemark-report/1";

inline json to_json(origin const& o) { return {{"key", o.key}, {"value", o.value}, {"where", o.where}}; }

inline json run_json(run_result const& r) {
  json values = json::array();
  for (auto const& v : r.scenario.values) values.push_back(to_json(v));
  json out;
  out["id"] = r.id;
  out["started"] = r.started;
  out["duration_ns"] = r.duration_ns;
  out["version"] = r.version;
  out["command"] = r.command;
  out["backend"] = text_or_null(r.backend);
  out["simulated"] = r.simulated;
  out["seed"] = std::to_string(r.seed);
  out["scenario"] = {{"name", r.scenario.name},
                     {"path", r.scenario.path},
                     {"sha256", text_or_null(r.scenario.sha256)},
                     {"description", text_or_null(r.scenario.description)},
                     {"values", std::move(values)}};
  return out;
}
inline json machine_json(run_result const& r) {
  json devices = json::array();
  for (auto const& d : r.machine.devices) devices.push_back(to_json(d));
  json out;
  out["fingerprint"] = r.surroundings ? json(fingerprint(*r.surroundings)) : json(nullptr);
  out["devices"] = std::move(devices);
  json nodes = json::array();
  for (auto const& n : r.nodes)
    nodes.push_back({{"rank", n.rank}, {"host", text_or_null(n.host)}, {"process", n.process}});
  out["nodes"] = r.nodes.empty() ? json(nullptr) : std::move(nodes);
  out["granularity"] = text_or_null(r.machine.granularity);
  out["environment"] = r.surroundings ? environment_json(*r.surroundings, r.surroundings_warnings) : json(nullptr);
  return out;
}
inline json to_json(tally const& t) {
  return {{"planned", t.planned}, {"measured", t.measured}, {"skipped", t.skipped}, {"failed", t.failed}};
}

/// The report of a run, one series a line. Base units throughout: bytes, ns, bytes/s.
inline void json_report(run_result const& r, text_sink const& out) {
  std::unordered_map<std::string_view, verdict const*> verdicts;
  for (auto const& v : r.verdicts) {
    auto& at = verdicts[v.series];
    if (!at || (is_violation(v.what) && !is_violation(at->what))) at = &v;
  }
  document d(out);
  d.add("schema", report_schema);
  d.add("run", run_json(r));
  d.add("machine", machine_json(r));
  d.add("counts", to_json(lanemark::tally_of(r)));
  d.add("exit", to_json(r.exit));
  d.list("series", r.records, [&](record const& x) {
    auto const at = verdicts.find(x.id);
    return to_json(x, at == verdicts.end() ? nullptr : at->second);
  });
  d.list("warnings", r.warnings, [](std::string const& w) { return json(w); });
  d.list("notes", r.notes, [](std::string const& n) { return json(n); });
  d.list("problems", r.problems, [](std::string const& p) { return json(p); });
  d.list("verdicts", r.verdicts, [](verdict const& v) {
    json all{{"series", text_or_null(v.series)}};
    all.update(to_json(v));
    return all;
  });
  d.end();
}
inline std::string json_report(run_result const& r) {
  std::string text;
  json_report(r, [&](std::string_view piece) { text += piece; });
  return text;
}
}  // namespace lanemark::report
