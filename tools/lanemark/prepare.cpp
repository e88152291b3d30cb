// SPDX-License-Identifier: MIT
#include "prepare.hpp"

#include <algorithm>
#include <utility>

#include <lanemark/plan/devices.hpp>

#include "backends.hpp"
#include "launched.hpp"
#include "plan_cells.hpp"
#include "probe.hpp"
#include "scenario_file.hpp"

namespace lanemark::tool {
preparation load_all(options const& o) {
  preparation out;
  if (auto const no = check_libraries(o.libraries)) out.problems.push_back(no->text);
  if (launched().ranks > 1 && std::find(o.files.begin(), o.files.end(), "-") != o.files.end()) {
    out.problems.push_back(
        "a scenario from standard input (-) reaches rank 0 alone: under a launcher name a file that every rank can "
        "read");
    return out;
  }
  for (auto const& path : o.files) {
    auto got = load_file(path, o);
    for (auto const& p : got.problems) out.problems.push_back(to_string(p));
    if (!got.value) continue;
    prepared one{.scenario = std::move(*got.value)};
    for (auto const& n : got.notes) one.notes.push_back(to_string(n, "note"));
    for (auto const& other : out.all)
      if (other.scenario.name == one.scenario.name)
        out.problems.push_back(path + ": error: scenario name " + one.scenario.name + " is taken by " +
                               other.scenario.path + "; series ids would mean two things");
    out.all.push_back(std::move(one));
  }
  return out;
}

void plan_all(preparation& p, options const& o) {
  for (auto& one : p.all) {
    auto opened = probe_machine(one.scenario.on, o.libraries, o.in_process);
    if (!opened) {
      (opened.error().kind == fault::invalid ? p.problems : p.trouble).push_back(opened.error().text);
      continue;
    }
    one.machine = std::move(opened->machine);
    one.notes.insert(one.notes.end(), opened->notes.begin(), opened->notes.end());
    one.here = in_group(inventory_of(std::move(opened->here)), one.scenario.on.group);
    if (auto const& by = launched(); !one.here.model.empty() && by.ranks > 1 && one.here.nodes != by.ranks) {
      p.problems.push_back("the model " + one.here.model + " has " + std::to_string(one.here.nodes) + " node(s), and " +
                           std::to_string(by.ranks) + " ranks were started: start as many ranks " +
                           "as nodes, or one process without a launcher");
      continue;
    }
    auto made = plan_cells(one.scenario, one.here, o.max_cells);
    one.cells = std::move(made.cells);
    one.notes.insert(one.notes.end(), made.notes.begin(), made.notes.end());
    p.problems.insert(p.problems.end(), made.problems.begin(), made.problems.end());
  }
}
}  // namespace lanemark::tool
