// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/report/label.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/report/series_facts.hpp>
#include <lanemark/report/sink.hpp>

namespace lanemark::report {
namespace openmetrics_detail {
/// `name="value",`: the value as it may be shown, with the three escapes that the format knows.
inline void add_label(std::string& to, std::string_view name, std::string_view value) {
  if (value.empty()) return;  // the same as no label
  to.append(name).append("=\"");
  for (char const c : shown(value)) {
    if (c == '\\' || c == '"') to += '\\';
    to += c;
  }
  to += "\",";
}

/// Seconds since 1970 of `2026-01-31T02:00:00Z`; nothing for another text.
constexpr std::optional<std::int64_t> unix_seconds(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:ddZ";
  if (text.size() != form.size()) return {};
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i]) return {};
  auto number = [&](std::size_t from, std::size_t n) {
    std::int64_t x = 0;
    for (char const c : text.substr(from, n)) x = x * 10 + (c - '0');
    return x;
  };
  auto year = number(0, 4), month = number(5, 2), day = number(8, 2);
  if (month < 1 || month > 12 || day < 1 || day > 31) return {};
  // days from civil, http://howardhinnant.github.io/date_algorithms.html
  year -= month <= 2;
  auto const era = year / 400, of_era = year - era * 400;
  auto const of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  auto const days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
  return days * 86400 + number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2);
}
static_assert(unix_seconds("1970-01-01T00:00:00Z") == 0 && unix_seconds("2026-01-31T02:00:00Z") == 1769824800 &&
              unix_seconds("2024-02-29T23:59:59Z") == 1709251199 && !unix_seconds("yesterday"));

/// When a run ended, in seconds since 1970.
inline std::optional<double> end_of(run_result const& r) {
  auto const start = unix_seconds(r.started);
  if (!start) return {};
  return static_cast<double>(*start) + static_cast<double>(r.duration_ns > 0 ? r.duration_ns : 0) / 1e9;
}

/// The value of `name{labels}` in a text that was written earlier.
inline std::optional<std::string> earlier_value(std::string_view text, std::string const& sample) {
  auto const wanted = sample + " ";
  for (std::size_t at = 0; (at = text.find(wanted, at)) != text.npos; ++at) {
    if (at != 0 && text[at - 1] != '\n') continue;
    auto const value = text.substr(at + wanted.size(), text.find('\n', at) - at - wanted.size());
    double x = 0;
    auto const got = std::from_chars(value.data(), value.data() + value.size(), x);
    if (got.ec == std::errc{} && got.ptr == value.data() + value.size() && is_finite(x)) return std::string(value);
  }
  return {};
}

/// A family of gauges: its head comes with its first sample. node_exporter takes only the types of Prometheus' own text
/// format, so what OpenMetrics calls info is a gauge of 1 here.
class family {
  text_sink const& out;
  std::string name, unit, help;
  bool begun = false;

 public:
  family(text_sink const& to, std::string called, std::string in, std::string says)
      : out(to), name(std::move(called)), unit(std::move(in)), help(std::move(says)) {}
  void sample(std::string labels, std::string const& value) {
    if (!begun) {
      out("# TYPE " + name + " gauge\n");
      if (!unit.empty()) out("# UNIT " + name + " " + unit + "\n");
      out("# HELP " + name + " " + help + "\n");
      begun = true;
    }
    if (labels.ends_with(',')) labels.pop_back();
    out(name + (labels.empty() ? "" : "{" + labels + "}") + " " + value + "\n");
  }
};

inline std::string scenario_label(run_result const& r) {
  std::string labels;
  add_label(labels, "scenario", r.scenario.name);
  return labels;
}
inline std::string labels_of(run_result const& run, record const& r) {
  auto labels = scenario_label(run);
  auto add = [&](std::string_view name, std::string_view value) { add_label(labels, name, value); };
  add("series", r.id), add("test", r.test), add("measure", r.measure), add("direction", r.direction),
      add("mode", r.mode);
  if (r.lanes.size() == 1) {
    add("source", to_string(r.lanes[0].path.source));
    add("destination", to_string(r.lanes[0].path.destination));
  }
  if (r.size.count != 0) add("size_bytes", std::to_string(r.size.count));
  return labels;
}
}  // namespace openmetrics_detail

/// Runs as OpenMetrics text that node_exporter's textfile collector takes as well: medians, verdicts and counts,
/// without time stamps. Of several runs of a scenario the newest is written: a name has one value. `earlier`: what the
/// file held so far, of which the time of the last success is kept while runs fail.
inline void openmetrics(std::span<run_result const> all, text_sink const& out, std::string_view earlier = {}) {
  using namespace openmetrics_detail;
  auto const runs = newest_of_each(all);
  auto medians = [&](std::string_view unit, double divisor, family to) {
    for (auto const* run : runs) {
      std::unordered_set<std::string_view> ids;
      for (auto const& r : run->records)
        if (auto const value = value_of(r); value && r.unit == unit && ids.insert(r.id).second)
          to.sample(labels_of(*run, r), exact(*value / divisor));
    }
  };
  medians("B/s", 1, {out, "lanemark_bandwidth_bytes_per_second", "bytes_per_second", "Median bandwidth of a series."});
  medians("ns", 1e9, {out, "lanemark_latency_seconds", "seconds", "Median latency of a series."});

  family verdicts(out, "lanemark_verdict_series", "", "Series of the last run by verdict.");
  for (auto const* run : runs)
    for (int i = 0; i <= static_cast<int>(ruling::incomparable); ++i) {
      auto const what = static_cast<ruling>(i);
      std::size_t n = 0;
      for (auto const& [series, judged] : verdicts_by_series(*run)) n += deciding(judged)->what == what;
      auto labels = scenario_label(*run);
      add_label(labels, "verdict", name_of(what));
      verdicts.sample(labels, std::to_string(n));
    }
  family cells(out, "lanemark_cells", "", "Cells of the last run by status.");
  for (auto const* run : runs)
    for (int i = 0; i <= static_cast<int>(outcome::not_run); ++i) {
      auto const what = static_cast<outcome>(i);
      std::size_t n = 0;
      for (auto const& r : run->records) n += r.status == what;
      auto labels = scenario_label(*run);
      add_label(labels, "status", name_of(what));
      cells.sample(labels, std::to_string(n));
    }
  auto of_runs = [&](family to, auto value) {
    for (auto const* run : runs)
      if (std::optional<std::string> const text = value(*run)) to.sample(scenario_label(*run), *text);
  };
  using maybe = std::optional<std::string>;
  of_runs({out, "lanemark_planned_cells", "", "Cells that the last run was to measure."},
          [](run_result const& r) -> maybe { return std::to_string(lanemark::tally_of(r).planned); });
  of_runs({out, "lanemark_exit_code", "", "Exit code of the last run, 0 for success."},
          [](run_result const& r) -> maybe { return std::to_string(r.exit.code); });
  family info(out, "lanemark_run_info", "", "What the last run was, always 1.");
  for (auto const* run : runs) {
    auto labels = scenario_label(*run);
    add_label(labels, "run", run->id);
    add_label(labels, "version", run->version);
    add_label(labels, "backend", run->backend);
    add_label(labels, "simulated", run->simulated ? "true" : "false");
    info.sample(labels, "1");
  }
  of_runs({out, "lanemark_run_duration_seconds", "seconds", "How long the last run took."},
          [](run_result const& r) -> maybe { return exact(static_cast<double>(r.duration_ns) / 1e9); });
  of_runs({out, "lanemark_last_run_timestamp_seconds", "seconds", "When the last run ended."},
          [](run_result const& r) -> maybe {
            auto const end = end_of(r);
            return end ? maybe(fixed(*end, 3)) : maybe();
          });
  std::string const success = "lanemark_last_success_timestamp_seconds";
  of_runs({out, success, "seconds", "When the last run ended that had exit code 0."},
          [&](run_result const& r) -> maybe {
            auto labels = scenario_label(r);
            if (!labels.empty()) labels.pop_back();
            if (r.exit.code == 0)
              if (auto const end = end_of(r)) return fixed(*end, 3);
            return earlier_value(earlier, success + (labels.empty() ? "" : "{" + labels + "}"));
          });
  out("# EOF\n");
}
inline std::string openmetrics(std::span<run_result const> runs, std::string_view earlier = {}) {
  std::string text;
  openmetrics(
      runs, [&](std::string_view piece) { text += piece; }, earlier);
  return text;
}
}  // namespace lanemark::report
