// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <lanemark/judge/limits.hpp>
#include <lanemark/plan/estimate.hpp>
#include <lanemark/plan/expand.hpp>
#include <lanemark/scenario/load.hpp>
#include <lanemark_inventories.hpp>

#include "parse.hpp"

/// Everything that a build can run, so that nothing is refused for being missing.
inline lanemark::build_features all_features() {
  return {.backends = {"host", "sim", "cuda"},
          .test_cases = true,
          .nodes = true,
          .models = true,
          .groups = true,
          .relative_limits = true,
          .rounds = true};
}

/// Plans a scenario as `lanemark plan` does, on machines of every kind. A plan is small or it is refused.
inline void plan_everywhere(lanemark::scenario const& s) {
  constexpr std::size_t most = 500;
  for (auto const& here : {host_machine(2), gpu_machine({0, 1, 3}, 2), sim_machine(4, 4, 3)}) {
    auto const plan = lanemark::expand(
        s.name, s.tests, here,
        {.max_cells = most, .devices = s.on.devices.value_or(std::vector<std::string>{}), .product = s.on.product});
    must(plan.cells.size() <= most, "more cells than were allowed");
    must(plan.problems.empty() || plan.cells.empty(), "a plan with problems has cells");
    for (auto const& p : plan.problems) must(!p.text.empty(), "a problem of the plan without a text");
    for (auto const& c : plan.cells) must(!c.id.empty() && c.id.starts_with(s.name + "/"), "an id " + c.id);
    (void)lanemark::find_ties(plan.cells, s.limits, here);
    must(lanemark::estimate_of(plan.cells).seconds >= 0, "an estimate that is no time");
  }
}
