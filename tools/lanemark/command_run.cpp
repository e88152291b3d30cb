// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <lanemark/judge/expectation.hpp>
#include <lanemark/report/run_text.hpp>
#include <lanemark/run/cpu_times.hpp>
#include <lanemark/run/environment_read.hpp>
#include <lanemark/run/environment_warnings.hpp>
#include <lanemark/version.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "files.hpp"
#include "launched.hpp"
#include "prepare.hpp"
#include "ranks.hpp"
#include "report_files.hpp"
#include "run_prepared.hpp"
#include "run_scenario.hpp"
#include "session.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
run_result result_of(options const& o, prepared const& p, std::string const& started) {
  run_result r{
      .id = new_run_id(started), .started = started, .version = std::string(version), .command = o.command_line};
  r.backend = p.here.backend, r.simulated = p.here.simulated;
  if (!p.cells.empty()) r.seed = p.cells.front().how.seed;
  r.scenario = {p.scenario.name, p.scenario.description, p.scenario.path, p.scenario.sha256, p.scenario.origins};
  r.machine = p.here;
  r.planned = p.cells.size();
  r.notes = p.notes;
  return r;
}

void count(run_facts& facts, prepared const& p, run_result const& r) {
  auto const t = tally_of(r);
  facts.planned += t.planned, facts.measured += t.measured, facts.skipped += t.skipped, facts.failed += t.failed;
  for (std::size_t i = 0; i < r.records.size(); ++i)
    facts.missing += r.records[i].status == outcome::skipped && p.cells[i].missing_fails;
}

/// Names the nodes, and says where cells that cross none were measured.
void note_nodes(run_result& r, std::vector<node_line> nodes, std::vector<cell> const& cells) {
  r.nodes = std::move(nodes);
  auto const inside = std::count_if(cells.begin(), cells.end(), [](cell const& c) {
    return c.impossible.empty() && std::all_of(c.lanes.begin(), c.lanes.end(),
                                               [](lane const& l) { return l.source.node == l.destination.node; });
  });
  if (inside != 0 && !r.nodes.empty())
    r.notes.push_back("cells that cross no nodes were measured on node 0 (" + r.nodes.front().host + ")");
}

}  // namespace

int run_prepared(options const& o, preparation p, run_renderer const& render) {
  session s(o, render);
  bool const first = launched().rank == 0;  // the one rank that writes
  if (p.problems.empty() && first) s.open(p);
  if (p.problems.empty()) {
    if (first)
      for (auto& why : cannot_write(o)) p.trouble.push_back(std::move(why));
    if (p.trouble.empty()) plan_all(p, o);
  }
  auto const others = join_ranks(p);
  s.abandoned = others->abandoned;
  s.pod = s.abandoned ? nullptr : others->pod.get();
  if (!first) silence_standard_output();
  if (!first && s.pod) return serve_ranks(o, *others, p);
  s.facts.usage = std::move(p.problems);
  s.facts.trouble = std::move(p.trouble);
  if (s.pod) s.facts.usage.clear(), s.facts.trouble.clear();  // among those of all ranks
  auto& kind = others->usage ? s.facts.usage : s.facts.trouble;
  kind.insert(kind.end(), others->problems.begin(), others->problems.end());
  if (s.refused() || caught_signal() != 0) return s.finish();

  auto const before = read_cpu_times();
  wait_for_signal(100);  // how busy the CPUs are without us
  auto const surroundings = read_environment({.before = before});
  for (auto const& one : p.all)
    for (auto const& why : unmet_expectations(one.scenario.on.expect, one.here))
      s.facts.unmet.push_back(one.scenario.path + ": " + why);
  std::vector<run_result> begun;
  for (auto& one : p.all) {
    auto& r = begun.emplace_back(result_of(o, one, utc_now()));
    r.surroundings = surroundings;
    r.surroundings_warnings = warnings_of(surroundings);
    if (s.pod) note_nodes(r, s.pod->nodes(), one.cells);
  }
  if (!s.begin_journal(p.all, begun)) {
    for (std::size_t n = 0; s.pod && n < p.all.size(); ++n) s.pod->dismiss();
    return s.finish();
  }
  for (std::size_t n = 0; n < begun.size(); ++n) {
    auto& one = p.all[n];
    auto& r = begun[n];
    if (s.facts.unmet.empty()) {
      measure_scenario(s, n, one, r);
      judge_scenario(s, n, one, r);
    } else if (s.pod) {
      s.pod->dismiss();
    }
    count(s.facts, one, r);
    s.runs.push_back(std::move(r));
    if (p.all.size() > 1) {
      run_facts alone{.unmet = s.facts.unmet, .verdicts = s.runs.back().verdicts, .signal = caught_signal()};
      count(alone, one, s.runs.back());
      s.runs.back().exit = exit_of(alone);
    }
  }
  return s.finish();
}

int run_command(options const& o) {
  return run_prepared(o, load_all(o), [&](run_result const& r) { return report::run_text(r, output_width(o)); });
}
}  // namespace lanemark::tool
