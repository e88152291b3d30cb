// SPDX-License-Identifier: MIT
#include "plan_cells.hpp"

#include <utility>

#include <lanemark/judge/limits.hpp>
#include <lanemark/plan/expand.hpp>

namespace lanemark::tool {
planned plan_cells(scenario const& s, inventory const& machine, std::optional<std::size_t> max_cells) {
  plan_options const how{
      .max_cells = max_cells, .devices = s.on.devices.value_or(std::vector<std::string>{}), .product = s.on.product};
  auto made = expand(s.name, s.tests, machine, how);
  planned out;
  for (auto const& p : made.problems) out.problems.push_back(p.text);
  if (made.problems.empty())
    for (auto const& tie : find_ties(made.cells, s.limits, machine)) out.problems.push_back(tie.text);
  out.notes = std::move(made.notes);
  if (out.problems.empty()) out.cells = std::move(made.cells);
  return out;
}
}  // namespace lanemark::tool
