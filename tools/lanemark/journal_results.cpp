// SPDX-License-Identifier: MIT
#include "journal_results.hpp"

#include <utility>

#include <lanemark/judge/exit_code.hpp>
#include <lanemark/judge/limits.hpp>
#include <lanemark/run/journal.hpp>
#include <lanemark/run/physical_limit.hpp>

namespace lanemark::tool {
namespace {
/// A run as far as its journal goes. Cells that are not in it are planned and no more.
run_result run_of(journal::section const& s, run_result r) {
  r.records.clear(), r.planned = s.what.cells, r.duration_ns = s.duration_ns, r.problems.clear();
  run_facts facts{.planned = s.what.cells};
  for (auto const& [cell, one] : s.records) {
    facts.missing += one.status == outcome::skipped && s.what.missing_fails[cell];
    r.records.push_back(one);
  }
  note_physical_limits(r.records, s.what.here,
                       r.surroundings ? r.surroundings->accelerators : std::vector<accelerator>{});
  auto judged = judge_limits(r.records, s.what.limits, s.what.here);
  r.verdicts = std::move(judged.all);
  auto const t = tally_of(r);
  facts.measured = t.measured, facts.skipped = t.skipped, facts.failed = t.failed, facts.verdicts = r.verdicts;
  for (auto const& tie : judged.problems) facts.trouble.push_back(tie.text);
  r.exit = exit_of(facts);
  if (s.records.size() < s.what.cells)
    r.warnings.push_back("the run has not ended: " + std::to_string(s.records.size()) + " of " +
                         std::to_string(s.what.cells) + " cells are in its journal");
  return r;
}
}  // namespace

result<report::report_document> results_of_journal(journal const& j, std::string const& name) {
  report::report_document all;
  for (auto const& s : j.sections) {
    if (!s.there) continue;
    auto head = report::read_reports(s.what.report, name);
    if (!head) return head.error();
    if (head->size() != 1) return problem{fault::invalid, name + ": error: a scenario of the journal has no report"};
    all.runs.push_back(run_of(s, std::move(head->front())));
    if (!j.damaged.empty())
      all.runs.back().warnings.push_back(std::to_string(j.damaged.size()) +
                                         " lines of the journal are damaged, the first is line " +
                                         std::to_string(j.damaged.front()));
  }
  if (all.runs.empty()) return problem{fault::invalid, name + ": error: no cell had been begun when the run was ended"};
  return all;
}

result<report::report_document> results_of_journal(std::string_view text, std::string const& name) {
  auto const read = read_journal(text, name);
  if (!read)
    return problem{read.error().kind == fault::unsupported ? fault::unsupported : fault::invalid, read.error().text};
  return results_of_journal(*read, name);
}
}  // namespace lanemark::tool
