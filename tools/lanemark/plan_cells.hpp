// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/scenario/model.hpp>

namespace lanemark::tool {
/// The cells of a scenario on a machine, or all that is wrong with them.
struct planned {
  std::vector<cell> cells{};
  std::vector<std::string> notes{}, problems{};
};
planned plan_cells(scenario const& s, inventory const& machine, std::optional<std::size_t> max_cells);
}  // namespace lanemark::tool
