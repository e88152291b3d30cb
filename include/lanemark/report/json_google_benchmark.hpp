// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/report/json_value.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/report/series_facts.hpp>

namespace lanemark::report {
namespace google_detail {
inline json context_json(std::span<run_result const> runs) {
  json out;
  run_result const none{};
  auto const& r = runs.empty() ? none : runs.front();
  environment const nothing{};
  auto const& e = r.surroundings ? *r.surroundings : nothing;
  auto const utc = r.started.ends_with('Z') ? r.started.substr(0, r.started.size() - 1) + "+00:00" : r.started;
  json caches = json::array();
  for (auto const& c : e.cpu.caches)
    caches.push_back({{"type", "Unified"}, {"level", c.level}, {"size", c.size}, {"num_sharing", c.shared_by}});
  bool const scaled = std::any_of(e.cpu.governors.begin(), e.cpu.governors.end(),
                                  [](std::string const& g) { return g != "performance"; });
  out["date"] = utc;
  out["host_name"] = e.system.host_name;
  out["executable"] = "lanemark";
  out["num_cpus"] = e.cpu.online.size();
  out["mhz_per_cpu"] = e.cpu.most_hz.value_or(0) / 1000000;
  out["cpu_scaling_enabled"] = scaled;
  out["caches"] = std::move(caches);
  out["load_avg"] = e.load && std::isfinite(*e.load) ? json{*e.load} : json::array();
  out["library_build_type"] = "release";
  out["json_schema_version"] = 1;
  out["lanemark_version"] = r.version;  // what is added must be text
  out["lanemark_run"] = r.id;
  out["lanemark_scenario"] = r.scenario.name;
  out["lanemark_backend"] = r.backend;
  return out;
}
}  // namespace google_detail

/// What one operation took, in ns: a latency itself, or the time in which all lanes copied their bytes once.
inline double ns_per_operation(record const& r, double value) {
  if (r.unit != "B/s") return value;
  return static_cast<double>(r.size.count) * static_cast<double>(std::max<std::size_t>(1, r.lanes.size())) / value *
         1e9;
}

/// Runs as Google Benchmark writes JSON (schema version 1), for its compare.py and for services that store such files.
/// One row a measured series: its readers take every row for a time, so there are no aggregates and none for cells
/// without a figure. The same series of several runs are repetitions of one name.
inline void google_benchmark(std::span<run_result const> runs, text_sink const& out) {
  struct row {
    std::string_view name;
    record const* r;
    std::size_t repetition;
    double ns;
  };
  std::vector<row> rows;
  std::map<std::string_view, std::pair<std::size_t, std::size_t>> names;  // index of the family, repetitions
  for (auto const& run : runs)
    for (auto const& r : run.records) {
      auto const value = value_of(r);
      auto const ns = value ? ns_per_operation(r, *value) : 0;
      if (!value || !std::isfinite(ns)) continue;
      auto& at = names.try_emplace(r.id, names.size(), 0).first->second;
      rows.push_back({r.id, &r, at.second++, ns});
    }
  document d(out);
  d.add("context", google_detail::context_json(runs));
  d.list("benchmarks", rows, [&](row const& x) {
    auto const& [index, repetitions] = names.at(x.name);
    auto const& r = *x.r;
    json one;
    one["name"] = r.id;
    one["family_index"] = index;
    one["per_family_instance_index"] = 0;
    one["run_name"] = r.id;
    one["run_type"] = "iteration";
    one["repetitions"] = repetitions;
    one["repetition_index"] = x.repetition;
    one["threads"] = std::max(1U, r.threads);
    one["iterations"] = std::max<std::size_t>(1, r.summary->n) * std::max<std::size_t>(1, r.repeats);
    one["real_time"] = x.ns;
    one["cpu_time"] = x.ns;
    one["time_unit"] = "ns";
    if (r.unit == "B/s") one["bytes_per_second"] = r.summary->median;
    one["label"] = r.unit;
    return one;
  });
  d.end();
}
inline std::string google_benchmark(std::span<run_result const> runs) {
  std::string text;
  google_benchmark(runs, [&](std::string_view piece) { text += piece; });
  return text;
}
}  // namespace lanemark::report
