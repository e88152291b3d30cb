// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <string>
#include <utility>

#include <lanemark/report/run_result.hpp>

#include "made_up.hpp"

// Runs as `run` would leave them, for the formats that are written from runs.
namespace made_up {
/// A bandwidth, a latency, a skipped and a failed cell.
inline lanemark::run_result small_run() {
  lanemark::run_result r{.id = "20260131T020000Z-0123456789abcdef",
                         .started = "2026-01-31T02:00:00Z",
                         .duration_ns = 1'500'000'000,
                         .version = "0.1.0",
                         .backend = "host"};
  r.scenario.name = "nightly", r.scenario.path = "n.toml";
  r.records = {cell({upload(0)}, 10.5e9, 4096), latency({device_lane(0, 1)}, 730.5),
               not_measured(cell({upload(1)}, 1), lanemark::outcome::skipped, "no such device"),
               not_measured(cell({upload(2)}, 1), lanemark::outcome::failed, "the copy came back wrong")};
  r.records[0].seconds = 0.25;
  r.exit = {1, "1 cell failed: measured 2 of 4 planned, 1 skipped, 1 failed"};
  return r;
}

/// Markup, quotes, control bytes, line ends, bytes that are no UTF-8, and marks that turn the direction of writing.
inline std::string const hostile_text =
    "=<a href=\"x\">&amp;'\\,;\t\r\n]]>\x01\x1b[31m\x7f\xff\xc3(\xe2\x80\xae\xd7\xa9\xef\xbf\xbf\xed\xa0\x80 ";

inline lanemark::run_result hostile_run() {
  auto r = small_run();
  r.id += hostile_text, r.version += hostile_text, r.backend = hostile_text;
  r.scenario.name = hostile_text;
  for (auto* one : {&r.records[0], &r.records[1], &r.records[2], &r.records[3]}) {
    one->id += hostile_text, one->test = hostile_text, one->direction = hostile_text, one->mode = hostile_text;
    one->affinity = hostile_text, one->timer.name = hostile_text, one->mechanism = hostile_text;
    one->warnings = {hostile_text};
  }
  r.records[2].reason = r.records[3].reason = hostile_text;
  r.verdicts = {{.what = lanemark::ruling::below_limit,
                 .series = r.records[0].id,
                 .limit = hostile_text,
                 .sentence = hostile_text},
                {.what = lanemark::ruling::unmet, .sentence = hostile_text}};
  r.problems = r.notes = r.warnings = {hostile_text};
  r.exit.reason = hostile_text;
  r.surroundings.emplace();
  r.surroundings->system.host_name = hostile_text;
  return r;
}

/// Figures that are no numbers, and cells with 0, 1 and 2 samples.
inline lanemark::run_result odd_figures() {
  auto r = small_run();
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  r.records = {cell({upload(0)}, nan), cell({upload(1)}, inf), cell({upload(2)}, 5e9),
               cell({upload(3)}, 5e9), cell({upload(4)}, 5e9), cell({upload(5)}, 0)};
  r.records[0].samples = {nan, inf, -inf, 3};
  r.records[0].seconds = nan, r.records[1].seconds = -1, r.records[2].seconds = inf;
  r.records[2].samples = {}, r.records[2].summary.reset();
  r.records[3].samples = {5e9}, r.records[3].summary = sum(5e9, 1);
  r.records[4].samples = {5e9, 5e9}, r.records[4].summary = sum(5e9, 2);
  r.exit = {0, "measured"};
  return r;
}
inline bool has_no_nan(std::string const& text) {
  for (auto const* word : {"nan", "NaN", " inf", ",inf", ":inf", "-inf", "Inf"})
    if (text.find(word) != text.npos) return false;
  return true;
}
/// Valid UTF-8 without control characters but line feeds.
inline bool is_clean(std::string_view text) {
  while (!text.empty()) {
    auto const c = lanemark::report::first_code_point(text);
    if (c.value == 0xfffd && (c.length == 1 || text.substr(0, 3) != "\xef\xbf\xbd")) return false;
    if ((c.value < 0x20 && c.value != '\n') || (c.value >= 0x7f && c.value < 0xa0)) return false;
    text.remove_prefix(c.length);
  }
  return true;
}
inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++n;
  return n;
}
}  // namespace made_up
