// SPDX-License-Identifier: MIT
#include "report_files.hpp"

#include <algorithm>
#include <ctime>
#include <set>

#include <unistd.h>

#include <lanemark/core/spelling.hpp>
#include <lanemark/report/csv.hpp>
#include <lanemark/report/json_bigger_is_better.hpp>
#include <lanemark/report/json_google_benchmark.hpp>
#include <lanemark/report/junit.hpp>
#include <lanemark/report/openmetrics.hpp>

#include "deliver.hpp"
#include "files.hpp"
#include "json_output.hpp"

namespace lanemark::tool {
namespace {
// JSON last: it can say that another file could not be written.
constexpr file_format formats[] = {
    {"csv", "csv", "also write a table with one row a sample", &options::csv_file,
     [](reported const& r, text_sink const& out) { report::csv(r.runs, out); }},
    {"junit", "xml", "also write JUnit XML, a test case a series", &options::junit_file,
     [](reported const& r, text_sink const& out) { report::junit(r.runs, out); }},
    {"openmetrics", "prom", "also write OpenMetrics text, for node_exporter too", &options::openmetrics_file,
     [](reported const& r, text_sink const& out) { report::openmetrics(r.runs, out, r.earlier); }, true},
    {"google-benchmark", "google-benchmark.json", "also write Google Benchmark's JSON", &options::google_benchmark_file,
     [](reported const& r, text_sink const& out) { report::google_benchmark(r.runs, out); }},
    {"bigger-is-better", "bigger-is-better.json", "also write bandwidths for github-action-benchmark",
     &options::bigger_is_better_file,
     [](reported const& r, text_sink const& out) { report::bigger_is_better(r.runs, out); }, true},
    {"smaller-is-better", "smaller-is-better.json", "also write latencies for github-action-benchmark",
     &options::smaller_is_better_file,
     [](reported const& r, text_sink const& out) { report::smaller_is_better(r.runs, out); }, true},
    {"json", "json", "also write a JSON report", &options::json_file,
     [](reported const& r, text_sink const& out) { json_of_runs(r.runs, r.several, r.how, out); }},
};

/// A part of a file name: reports may come from anywhere, and say `../x`.
std::string name_part(std::string_view text, std::string_view otherwise) {
  std::string out;
  for (char const c : text.substr(0, 100)) {
    bool const plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '-' || (c == '.' && !out.empty());
    out += plain ? c : '_';
  }
  return out.empty() ? std::string(otherwise) : out;
}
/// `nightly-20260131T020000Z-0123456789abcdef`: the scenario, or its file where it could not be read, and the run. What
/// ended before it was a run has no id: the time and the process tell it from others.
std::string file_stem(run_result const& r) {
  auto const file = r.scenario.path.substr(r.scenario.path.find_last_of('/') + 1);
  return name_part(r.scenario.name.empty() ? file.substr(0, file.rfind(".toml")) : r.scenario.name, "run") + "-" +
         name_part(r.id, std::to_string(std::time(nullptr)) + "-" + std::to_string(getpid()));
}
}  // namespace

std::span<file_format const> file_formats() { return formats; }

std::vector<output_place> outputs_of(options const& o) {
  std::vector<output_place> all{{"--output", o.output}};
  for (auto const& f : formats)
    if (!(o.*f.path).empty()) all.push_back({std::string("--") + f.name, o.*f.path});
  return all;
}

std::string clash_of(options const& o) {
  auto all = outputs_of(o);
  if (!o.journal.empty()) all.push_back({"--journal", o.journal});
  if (!o.resume.empty()) all.push_back({"--resume", o.resume});
  for (auto a = all.begin(); a != all.end(); ++a)
    for (auto b = a + 1; b != all.end(); ++b) {
      if (!same_target(a->path, b->path)) continue;
      if (a->path != "-") return b->option + " and " + a->option + " name the same file " + in_quotes(b->path);
      auto const format = b->option.substr(2);
      auto const instead = format == "json" || o.command == "report" ? "use --format " + format : "name a file";
      return b->option + " - and " + (a->option == "--output" ? "the result" : a->option) +
             " would both go to standard output; " + instead;
    }
  return {};
}

std::vector<std::string> cannot_write(options const& o) {
  std::vector<std::string> wrong;
  for (auto const& at : outputs_of(o))
    if (auto const why = at.option != "--output" && is_folder(at.path) ? can_write_in(at.path) : can_write(at.path))
      wrong.push_back(why->text);
  return wrong;
}

std::vector<std::string> write_report_files(options const& o, std::span<run_result const> runs, bool several,
                                            answer const& how) {
  std::vector<std::string> wrong;
  std::set<std::string> names;
  for (auto const& f : formats) {
    auto const& path = o.*f.path;
    if (path.empty()) continue;
    auto write = [&](std::string const& target, std::span<run_result const> of, bool all) {
      std::string earlier;
      if (f.newest && target != "-" && !is_special_file(target))
        if (auto old = read_file(target)) earlier = std::move(*old);
      auto const failed = write_output(
          target, [&](auto out) { f.write({.runs = of, .several = all, .how = how, .earlier = earlier}, out); });
      if (failed) wrong.push_back(failed->text);
    };
    if (auto const closed = is_folder(path) ? can_write_in(path) : status{}) {
      wrong.push_back(closed->text);
      continue;
    }
    if (!is_folder(path)) {
      write(path, runs, several);
      auto const kept = report::newest_of_each(runs).size();
      if (f.newest && kept < runs.size())
        say("lanemark: note: --" + std::string(f.name) + " holds the newest run of each scenario alone, " +
            std::to_string(kept) + " of " + std::to_string(runs.size()) + "\n");
      continue;
    }
    for (auto const& r : runs) {
      auto const stem = path + (path.ends_with('/') ? "" : "/") + file_stem(r);
      auto name = stem + "." + f.extension;
      for (int n = 2; !names.insert(name).second; ++n) name = stem + "-" + std::to_string(n) + "." + f.extension;
      write(name, {&r, 1}, false);
    }
  }
  return wrong;
}
}  // namespace lanemark::tool
