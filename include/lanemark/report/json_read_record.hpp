// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include <lanemark/judge/verdict.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/plan/lanes.hpp>
#include <lanemark/report/json_read_value.hpp>

namespace lanemark::report {
inline std::optional<summary> read_summary(json_field const& f) {
  if (f.empty()) return {};
  return summary{.n = f["n"].whole<std::size_t>(),
                 .median = f["median"].figure(),
                 .ci_low = f["ci_low"].maybe_figure(),
                 .ci_high = f["ci_high"].maybe_figure(),
                 .min = f["min"].figure(),
                 .max = f["max"].figure(),
                 .mean = f["mean"].figure(),
                 .p05 = f["p05"].figure(),
                 .p95 = f["p95"].figure()};
}

inline endpoint read_endpoint(json_field const& f) {
  auto const text = f.needed();
  auto const end = parse_endpoint(text);
  if (!end) f.refuse("is " + in_quotes(text) + "; it must be an endpoint such as host, host:1, 0, 0.2 or node1/3");
  return *end;
}
inline side read_side(json_field const& f) {
  auto const text = f.text();
  for (auto const s : {side::source, side::destination})
    if (text == name_of(s)) return s;
  if (!text.empty() && text != name_of(side::automatic))
    f.refuse("is " + in_quotes(text) + "; it must be source, destination, auto or null");
  return side::automatic;
}
inline lane_result read_lane(json_field const& f) {
  lane_result l{.path = {.source = read_endpoint(f["source"]), .destination = read_endpoint(f["destination"])},
                .summary = read_summary(f["summary"]),
                .obtained = {}};
  l.obtained.issuer = read_side(f["issuer"]);
  l.obtained.path = f["path"].text();
  l.obtained.pages = f["pages"].text();
  l.obtained.source_node = f["source_node"].whole<int>(-1);
  l.obtained.destination_node = f["destination_node"].whole<int>(-1);
  l.obtained.cpus = f["cpus"].numbers();
  return l;
}

/// A verdict of `series`.
inline verdict read_verdict(json_field const& f, std::string series) {
  verdict v{.what = read_name<ruling>(f["ruling"], static_cast<int>(ruling::incomparable) + 1),
            .series = std::move(series),
            .limit = f["limit"].text(),
            .unit = f["unit"].text(),
            .sentence = f["sentence"].text()};
  if (v.what != ruling::unmet && v.what != ruling::missing)
    v.value = f["value"].figure(), v.bound = f["bound"].figure();
  return v;
}

/// One series, as `to_json` of a record writes it. Keys that only a newer version writes are passed over; of the rest
/// `id`, `measure`, `unit` and `status` must be there.
inline record read_record(json_field const& f) {
  record r{.id = f["id"].needed(),
           .test = f["test"].text(),
           .measure = f["measure"].needed(),
           .direction = f["direction"].text(),
           .mode = f["mode"].text()};
  if (r.id.empty()) f["id"].refuse("is empty");
  r.size_requested = {f["size_requested"].whole<std::uint64_t>()};
  r.size = {f["size_bytes"].whole<std::uint64_t>()};
  r.affinity = f["affinity"].text(), r.issuer = f["issuer"].text();
  r.cache = f["cache"].text(), r.semantics = f["semantics"].text();
  if (auto const t = f["threads"]; !t.missing() && t.is("all"))
    r.threads = 0;
  else
    r.threads = t.whole<unsigned>(1);
  r.simulated = f["simulated"].truth(false);
  r.status = read_name<outcome>(f["status"], static_cast<int>(outcome::not_run) + 1);
  r.reason = f["reason"].text(), r.stop = f["stop"].text();
  if (r.timer.name = f["timer"].text(); !r.timer.name.empty())
    r.timer.step_ns = f["clock_step_ns"].figure(), r.timer.overhead_ns = f["clock_overhead_ns"].figure();
  r.mechanism = f["mechanism"].missing() ? f["copy"].text() : f["mechanism"].text();
  r.pages = f["pages"].text();
  r.unit = f["unit"].needed();
  if (r.unit != "B/s" && r.unit != "ns") f["unit"].refuse("is " + in_quotes(r.unit) + "; it must be \"B/s\" or \"ns\"");
  r.repeats = f["repeats"].whole<std::size_t>();
  r.gated = f["gated"].truth(true);
  r.skew_ns = f["skew_ns"].empty() ? -1 : f["skew_ns"].figure();
  r.overlap = f["overlap"].figure(1);
  r.involuntary_switches = f["involuntary_switches"].whole<std::size_t>();
  r.seconds = f["seconds"].figure(0);
  f["samples"].each([&](json_field const& x) { r.samples.push_back(x.figure()); });
  r.summary = read_summary(f["summary"]);
  f["lanes"].each([&](json_field const& l) { r.lanes.push_back(read_lane(l)); });
  r.warnings = f["warnings"].texts();
  r.physical_limit = f["physical_limit"].maybe_figure();
  r.physical_limit_source = f["physical_limit_source"].text();
  return r;
}
}  // namespace lanemark::report
