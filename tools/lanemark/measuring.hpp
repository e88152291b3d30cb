// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lanemark/plan/machine.hpp>
#include <lanemark/run/event.hpp>

namespace lanemark::tool {
struct measured {
  std::vector<record> records{};  ///< one per cell, whatever happened
  /// The measuring thread did not come back after a signal and may still use the machine: report, then end the process
  /// without taking anything down.
  bool abandoned = false;
};
/// Measures cells on a thread of their own, so that a copy that does not return cannot keep a signal waiting: the
/// partial report is out within a second. `progress` is told of every event, one at a time.
measured measure_cells(machine& m, std::vector<cell> const& cells, std::function<void(any_event const&)> progress);
}  // namespace lanemark::tool
