// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/plan/series_id.hpp>
#include <lanemark/run/event.hpp>
#include <lanemark/run/record_of.hpp>

namespace lanemark {
namespace detail {
inline std::string no_memory_text(cell const& c) {
  auto const total = c.lanes.empty() ? c.size : bytes{c.size.count * c.lanes.size()};
  return "no memory for a cell of " + to_string(c.size) +
         (c.lanes.size() > 1 ? " on " + std::to_string(c.lanes.size()) + " lanes (" + to_string(total) + ")" : "") +
         ": lower `size`, or free memory; the run goes on";
}

inline record run_cell(machine& m, cell const& c, bool simulated, std::size_t index, event_sink const& tell,
                       std::atomic<bool> const& stop) {
  if (!c.impossible.empty()) return unmeasured(c, simulated, outcome::skipped, c.impossible);
  if (stop.load(std::memory_order_relaxed))
    return unmeasured(c, simulated, outcome::not_run, std::string(interrupted_reason));
  // The one place of a run that catches: bad_alloc, system_error, what a user's backend throws. It costs this cell, not
  // the run.
  try {
    auto opened = m.open(c);
    if (!opened) return unmeasured(c, simulated, outcome_of(opened.error().kind), opened.error().text);
    auto const batch = [&](std::span<double const> samples) {
      tell(event::batch{index, {samples.begin(), samples.end()}});
    };
    auto r = measure_stage(**opened, record_of(c, simulated), c.how, batch, &stop);
    r.id = with_timer(c, r.timer.name);
    return r;
  } catch (std::bad_alloc const&) {
    return unmeasured(c, simulated, outcome::failed, no_memory_text(c));
  } catch (std::exception const& e) {
    return unmeasured(c, simulated, outcome::failed, e.what());
  } catch (...) {
    return unmeasured(c, simulated, outcome::failed, "the backend threw something that is no std::exception");
  }
}
}  // namespace detail

/// Measures cells in order and tells `tell` all that happens. Every cell ends in exactly one `cell_finished`, whatever
/// it did. `stop`: once set, the cell being measured ends after its batch and the rest are not run. `first`: cells
/// before it were measured by an earlier run.
inline event::finished run(machine& m, std::span<cell const> cells, event_sink const& tell,
                           std::atomic<bool> const& stop, std::size_t first = 0) {
  auto const here = m.describe();
  tell(event::started{here.backend, here.simulated, cells.size()});
  event::finished end{};
  for (auto i = first; i < cells.size(); ++i) {
    tell(event::cell_started{i, cells[i].id});
    auto r = detail::run_cell(m, cells[i], here.simulated, i, tell, stop);
    ++(r.status == outcome::measured ? end.measured : r.status == outcome::skipped ? end.skipped : end.failed);
    tell(event::cell_finished{i, std::move(r)});
  }
  end.interrupted = stop.load(std::memory_order_relaxed);
  tell(end);
  return end;
}

/// Records as a fold of a run's events, in the order of the cells, in whatever order they finish.
class record_collector {
  std::vector<std::optional<record>> all{};
  std::vector<bool> begun{};

 public:
  void operator()(any_event const& e) {
    auto const room = [&](std::size_t index) {
      if (all.size() <= index) all.resize(index + 1), begun.resize(index + 1);
    };
    if (auto const* start = std::get_if<event::cell_started>(&e)) {
      room(start->index);
      begun[start->index] = true;
    }
    if (auto const* done = std::get_if<event::cell_finished>(&e)) {
      room(done->index);
      all[done->index] = done->what;
    }
  }
  /// Of the cells that have finished.
  std::vector<record> records() const {
    std::vector<record> finished;
    for (auto const& r : all)
      if (r) finished.push_back(*r);
    return finished;
  }
  /// One per cell of a plan: `missing(index, begun)` makes those that have not finished.
  template <class Missing>
  std::vector<record> records_of(std::size_t cells, Missing missing) const {
    std::vector<record> whole;
    whole.reserve(cells);
    for (std::size_t i = 0; i < cells; ++i)
      whole.push_back(i < all.size() && all[i] ? *all[i] : missing(i, i < begun.size() && begun[i]));
    return whole;
  }
};
}  // namespace lanemark
