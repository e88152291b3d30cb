// SPDX-License-Identifier: MIT
#include "measuring.hpp"

#include <mutex>
#include <thread>
#include <utility>

#include <lanemark/run/runner.hpp>

#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// What both threads see. Shared, because an abandoned thread outlives the one that waited.
struct shared_state {
  std::mutex guard{};
  record_collector collected{};
  std::function<void(any_event const&)> progress{};
  bool finished = false, closed = false;

  void take(any_event const& e) {
    std::lock_guard const lock(guard);
    if (closed) return;
    collected(e);
    if (progress) progress(e);
  }
};
}  // namespace

measured measure_cells(machine& m, std::vector<cell> const& cells, std::function<void(any_event const&)> progress) {
  constexpr int patience_ms = 700;  // of the second that a signal may take; the rest is for the report
  auto const state = std::make_shared<shared_state>();
  state->progress = std::move(progress);
  auto const simulated = m.describe().simulated;
  std::thread worker([state, &m, &cells] {
    auto const tell = [&](any_event const& e) { state->take(e); };
    run(m, cells, tell, stop_flag());
    {
      std::lock_guard const lock(state->guard);
      state->finished = true;
    }
    wake();
  });
  auto const finished = [&] {
    std::lock_guard const lock(state->guard);
    return state->finished;
  };
  while (!finished() && caught_signal() == 0) wait_for_signal(-1);
  for (auto const end = steady_now() + nanoseconds{patience_ms * 1e6}; !finished() && steady_now() < end;)
    wait_for_signal(20);
  measured out;
  {
    std::lock_guard const lock(state->guard);
    out.abandoned = !state->finished;
    state->closed = true;
    if (out.abandoned && state->progress) state->progress(event::finished{.interrupted = true});
    out.records = state->collected.records();
  }
  if (!out.abandoned) {
    worker.join();
    return out;
  }
  worker.detach();
  if (out.records.size() < cells.size())
    out.records.push_back(unmeasured(cells[out.records.size()], simulated, outcome::not_run,
                                     "interrupted while a copy of this cell was under way"));
  while (out.records.size() < cells.size())
    out.records.push_back(
        unmeasured(cells[out.records.size()], simulated, outcome::not_run, std::string(interrupted_reason)));
  return out;
}
}  // namespace lanemark::tool
