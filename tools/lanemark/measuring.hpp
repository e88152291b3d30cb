// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/run/event.hpp>

namespace lanemark::tool {
struct measured {
  std::vector<record> records{};  ///< one per cell, whatever happened
  /// The measuring thread did not come back after a signal and may still use the machine: report, then end the process
  /// without taking anything down.
  bool abandoned = false;
};
/// Runs a job on a thread of its own, so that one that does not return cannot keep a signal waiting: after a signal it
/// has most of a second left. False: it did not come back; it still uses whatever it was given, and the process has to
/// end without taking anything down.
bool run_aside(std::function<void()> job);

struct measuring {
  std::vector<cell> const& cells;
  bool simulated = false;
  std::map<std::size_t, record> const& finished;     ///< earlier, by cell: they are not measured again
  bool backwards = false;                            ///< from the plan's end: another order of the same cells
  std::function<void(any_event const&)> progress{};  ///< told of every event, one at a time
  /// A finished cell counts when this has come back: a line of the journal, or a record to make one of.
  std::function<void(std::string_view)> keep_line{};
  std::function<void(std::size_t, record const&)> keep{};
  std::function<void()> tick{};  ///< called now and then while a worker measures
};
/// Measures cells aside, in this process: the partial report is out within a second of a signal. `waiting_for`: whom
/// the runner waits for, where that is somebody. What runs is told by `run` of the cells that are left.
measured measure_aside(measuring const& what, std::function<void(std::vector<cell> const&, event_sink const&)> run,
                       std::function<std::string()> waiting_for = {});
/// Measures cells in a worker that `open` opens the backend in.
measured measure_in_worker(measuring const& what, std::size_t section, inventory const& here,
                           std::function<result<machine*>()> open);
}  // namespace lanemark::tool
