// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <lanemark/judge/expectation.hpp>
#include <lanemark/report/run_text.hpp>
#include <lanemark/run/cpu_times.hpp>
#include <lanemark/run/environment_read.hpp>
#include <lanemark/run/environment_warnings.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "files.hpp"
#include "launched.hpp"
#include "measuring.hpp"
#include "prepare.hpp"
#include "rank_worker.hpp"
#include "ranks.hpp"
#include "report_files.hpp"
#include "run_prepared.hpp"
#include "run_scenario.hpp"
#include "session.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
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

/// Meets the other ranks, where there are any; measures, judges and writes.
int run_joined(session& s, preparation& p) {
  auto const& o = s.o;
  bool const first = launched().rank == 0;  // the one rank that writes
  auto const others = join_ranks(p);
  s.abandoned = others->abandoned;
  s.pod = s.abandoned ? nullptr : others->pod.get();
  if (!first) silence_standard_output();
  if (!first && s.pod) return serve_ranks(o, *others, p, s.parent);
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
    auto& r = begun.emplace_back(begin_run(o, one, utc_now()));
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
    }
    if (s.pod && !s.abandoned && caught_signal() == 0 && !run_aside([pod = s.pod] { pod->dismiss(); }))
      s.abandoned = true;
    s.add(one, std::move(r), p.all.size() > 1);
  }
  return s.finish();
}
}  // namespace

int run_prepared(options const& o, preparation p, run_renderer const& render) {
  session s(o, render);
  bool const first = launched().rank == 0;
  if (p.problems.empty() && first) s.open(p);
  if (p.problems.empty()) {
    if (first)
      for (auto& why : cannot_write(o)) p.trouble.push_back(std::move(why));
    if (p.trouble.empty()) plan_all(p, o);
  }
  if (launched().ranks <= 1 || o.in_process) return run_joined(s, p);
  return run_in_rank_worker(s, p, [&] {
    s.parent.beat()->enter(call::opening_backend);
    for (auto& one : p.all)
      if (!p.problems.empty() || !p.trouble.empty()) {
        break;  // it is said where the ranks meet
      } else if (auto const opened = machine_of(one, o); !opened) {
        p.trouble.push_back(opened.error().text);
      }
    s.parent.beat()->enter(call::none);
    return run_joined(s, p);
  });
}

int run_command(options const& o) {
  return run_prepared(o, load_all(o), [&](run_result const& r) { return report::run_text(r, output_width(o)); });
}
}  // namespace lanemark::tool
