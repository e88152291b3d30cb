// SPDX-License-Identifier: MIT
#include <utility>

#include <lanemark/report/plan_text.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "prepare.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
answer answer_of(options const& o, preparation const& p, std::string well) {
  answer a{.command = o.command};
  run_facts const facts{
      .planned = 1, .measured = 1, .usage = p.problems, .trouble = p.trouble, .signal = caught_signal()};
  a.exit = exit_of(facts);
  if (a.exit.code == 0) a.exit.reason = std::move(well);
  if (facts.signal != 0) a.exit.reason = "ended by signal " + std::to_string(facts.signal);
  for (auto const* list : {&p.problems, &p.trouble}) a.problems.insert(a.problems.end(), list->begin(), list->end());
  return a;
}
checked_file checked(prepared const& one) {
  checked_file f{.path = one.scenario.path,
                 .name = one.scenario.name,
                 .description = one.scenario.description,
                 .sha256 = one.scenario.sha256};
  for (auto const& t : one.scenario.tests) f.tests.push_back(t.name);
  f.notes = one.notes;
  return f;
}
}  // namespace

int plan_command(options const& o) {
  auto p = load_all(o);
  if (p.problems.empty()) plan_all(p, o);
  std::vector<report::plan_view> plans;
  if (p.problems.empty() && p.trouble.empty())
    for (auto& one : p.all)
      plans.push_back({.scenario = one.scenario.name,
                       .path = one.scenario.path,
                       .backend = one.here.backend,
                       .simulated = one.here.simulated,
                       .devices = one.here.devices.size(),
                       .cells = std::move(one.cells),
                       .notes = std::move(one.notes)});
  auto a = answer_of(o, p, "planned");
  auto const text = [&](auto out) {
    for (auto const& plan : plans) {
      if (&plan != &plans.front()) out("\n");
      out(report::plan_text(plan));
    }
  };
  return deliver(o, a, text, [&](auto out) { json_of_plans(plans, a, out); });
}

int check_command(options const& o) {
  auto const p = load_all(o);
  std::vector<checked_file> files;
  for (auto const& one : p.all) files.push_back(checked(one));
  auto a = answer_of(o, p, "nothing is wrong");
  auto const text = [&, well = a.exit.code == 0](auto out) {  // also where the output fails then
    if (!well) return;
    for (auto const& f : files) {
      for (auto const& n : f.notes) out(report::shown(n) + "\n");
      out(report::shown(f.path) + ": ok, scenario " + f.name + ", " + report::counted(f.tests.size(), "test") + "\n");
    }
  };
  return deliver(o, a, text, [&](auto out) { json_of_checks(files, a, out); });
}

int list_tests(options const& o) {
  auto const p = load_all(o);
  std::vector<checked_file> files;
  std::vector<std::vector<std::string>> rows{{"test", "scenario", "where"}};
  for (auto const& one : p.all) {
    files.push_back(checked(one));
    for (auto const& t : one.scenario.tests) rows.push_back({t.name, one.scenario.name, t.where});
  }
  auto a = answer_of(o, p, "listed");
  auto const text = [&, well = a.exit.code == 0](auto out) {
    if (well) out(report::columns_text(rows));
  };
  return deliver(o, a, text, [&](auto out) { json_of_checks(files, a, out); });
}
}  // namespace lanemark::tool
