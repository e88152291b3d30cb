// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>

#include <lanemark/report/run_text.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "report_files.hpp"
#include "result_file.hpp"

namespace lanemark::tool {
namespace {
/// Which of two ends weighs more: a signal, 2, 1, 5, 3, 4, 0, as of the cells of one run.
int weight(int code) {
  constexpr int order[] = {0, 4, 3, 5, 1, 2};
  auto const at = std::find(std::begin(order), std::end(order), code);
  return at == std::end(order) ? static_cast<int>(std::size(order)) : static_cast<int>(at - std::begin(order));
}
}  // namespace

int report_command(options const& o) {
  std::vector<run_result> runs;
  answer a{.command = "report", .exit = {}};
  std::vector<std::string> broken, foreign;
  for (auto const& path : o.files) {
    auto got = load_results(path);
    if (!got) {
      (got.error().kind == fault::unsupported ? foreign : broken).push_back(got.error().text);
      continue;
    }
    if (weight(got->exit.code) > weight(a.exit.code) || a.exit.reason.empty()) a.exit = got->exit;
    for (auto& r : got->runs) {
      if (weight(r.exit.code) > weight(a.exit.code)) a.exit = r.exit;
      runs.push_back(std::move(r));
    }
  }
  bool const readable = broken.empty() && foreign.empty();
  if (!readable) {  // a report of a part would look like one of all
    a.exit = exit_status{broken.empty() ? 5 : 2, (broken.empty() ? foreign : broken).front()};
    a.problems = std::move(broken);
    a.problems.insert(a.problems.end(), foreign.begin(), foreign.end());
    runs.clear();
  }
  auto const several = runs.size() != 1;
  if (readable) {
    a.problems = write_report_files(o, runs, several, a);
    if (!a.problems.empty() && weight(a.exit.code) < weight(1)) a.exit = {1, a.problems.front()};
  }
  // a single report goes on as it was, but for what could not be written now
  auto const json = [&](auto out) {
    if (several || a.problems.empty()) return json_of_runs(runs, several, a, out);
    auto r = runs.front();
    r.exit = a.exit;
    r.problems.insert(r.problems.end(), a.problems.begin(), a.problems.end());
    json_of_runs({&r, 1}, false, a, out);
  };
  auto const text = [&](auto out) {
    if (!readable) return;
    for (auto const& f : file_formats())
      if (f.name == o.format) return f.write({.runs = runs, .several = several, .how = a}, out);
    for (auto const& r : runs) {
      if (&r != &runs.front()) out("\n");
      out(report::run_text(r, output_width(o)));
    }
  };
  return deliver(o, a, text, json);
}
}  // namespace lanemark::tool
