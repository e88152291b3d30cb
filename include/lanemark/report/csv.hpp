// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <lanemark/core/numbers.hpp>
#include <lanemark/report/label.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/report/series_facts.hpp>
#include <lanemark/report/sink.hpp>

namespace lanemark::report {
/// The columns, which are never renamed; new ones come behind. Units are in their names.
inline constexpr std::string_view csv_head =
    "run_id,started,scenario,backend,simulated,series,test,measure,direction,mode,lanes,source,destination,"
    "size_requested_bytes,size_bytes,affinity,issuer,timer,mechanism,pages,cache,semantics,threads,status,reason,stop,"
    "verdict,sample,bandwidth_bytes_per_second,latency_ns\n";

/// One value of a row (RFC 4180). Names come from drivers and files: what is no UTF-8 and control characters are
/// replaced, so that a row is a line; and since spreadsheets take a text that begins with `= + - @` for a formula, such
/// a one gets a `'` in front.
inline std::string csv_text(std::string_view value) {
  auto text = shown(value);
  if (!text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"") == text.npos && text.find_first_of(' ') != 0 && !text.ends_with(' ')) return text;
  std::string quoted = "\"";
  for (char const c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

/// A number without an exponent where that is no longer than it need be: spreadsheets and awk read it as it stands.
inline std::string csv_number(double x) {
  if (!is_finite(x)) return {};
  if (x != 0 && (magnitude(x) < 1e-6 || magnitude(x) >= 1e18)) return exact(x);
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, x, std::chars_format::fixed).ptr};
}

/// Runs as a table with one row a sample, lines ending in LF. A cell without samples has one row, with its status and
/// reason; what is not known or does not apply is empty, and so is a sample that is no finite number.
inline void csv(std::span<run_result const> runs, text_sink const& out) {
  out(csv_head);
  std::string head, row;
  auto add = [&](std::string_view value) { head += csv_text(value), head += ','; };
  auto count = [&](std::uint64_t n) { head += (n == 0 ? std::string() : std::to_string(n)) + ','; };
  for (auto const& run : runs) {
    auto const verdicts = verdicts_by_series(run);
    for (auto const& r : run.records) {
      head.clear();
      for (auto const* text : {&run.id, &run.started, &run.scenario.name, &run.backend}) add(*text);
      head += r.simulated || run.simulated ? "true," : "false,";
      for (auto const* text : {&r.id, &r.test, &r.measure, &r.direction, &r.mode}) add(*text);
      add(lanes_of(r));
      add(r.lanes.size() == 1 ? to_string(r.lanes[0].path.source) : std::string());
      add(r.lanes.size() == 1 ? to_string(r.lanes[0].path.destination) : std::string());
      count(r.size_requested.count), count(r.size.count);
      add(r.affinity);
      add(r.lanes.empty() || r.lanes[0].obtained.issuer == side::automatic ? std::string_view(r.issuer)
                                                                           : name_of(r.lanes[0].obtained.issuer));
      for (auto const* text : {&r.timer.name, &r.mechanism, &r.pages, &r.cache, &r.semantics}) add(*text);
      add(r.threads == 0 ? "all" : std::to_string(r.threads));
      add(name_of(r.status));
      add(r.reason), add(r.stop);
      auto const judged = verdicts.find(r.id);
      add(judged == verdicts.end() ? std::string_view() : name_of(deciding(judged->second)->what));
      for (std::size_t i = 0; i < r.samples.size() || i == 0; ++i) {
        auto const value = i < r.samples.size() ? csv_number(r.samples[i]) : std::string();
        row = head + (i < r.samples.size() ? std::to_string(i + 1) : "") + ',';
        row += r.unit == "B/s" ? value + ",\n" : ',' + value + '\n';
        out(row);
      }
    }
  }
}
inline std::string csv(std::span<run_result const> runs) {
  std::string text;
  csv(runs, [&](std::string_view piece) { text += piece; });
  return text;
}
}  // namespace lanemark::report
