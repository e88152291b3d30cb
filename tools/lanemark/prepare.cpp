// SPDX-License-Identifier: MIT
#include "prepare.hpp"

#include <utility>

#include <lanemark/plan/devices.hpp>

#include "backends.hpp"
#include "plan_cells.hpp"
#include "scenario_file.hpp"

namespace lanemark::tool {
preparation load_all(options const& o) {
  preparation out;
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
    auto opened = open_machine(one.scenario.on);
    if (!opened) {
      (opened.error().kind == fault::invalid ? p.problems : p.trouble).push_back(opened.error().text);
      continue;
    }
    one.machine = std::move(*opened);
    one.here = in_group(one.machine->describe(), one.scenario.on.group);
    auto made = plan_cells(one.scenario, one.here, o.max_cells);
    one.cells = std::move(made.cells);
    one.notes.insert(one.notes.end(), made.notes.begin(), made.notes.end());
    p.problems.insert(p.problems.end(), made.problems.begin(), made.problems.end());
  }
}
}  // namespace lanemark::tool
