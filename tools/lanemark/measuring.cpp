// SPDX-License-Identifier: MIT
#include "measuring.hpp"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include <unistd.h>

#include <lanemark/run/runner.hpp>
#include <lanemark/run/supervisor.hpp>

#include "launched.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// What both threads see. Shared, because an abandoned thread outlives the one that waited.
struct shared_state {
  std::mutex guard{};
  record_collector collected{};
  std::function<void(any_event const&)> progress{};
  std::function<void(std::size_t, record const&)> keep{};
  bool closed = false;

  void take(any_event const& e) {
    std::lock_guard const lock(guard);
    if (closed) return;
    auto const* done = std::get_if<event::cell_finished>(&e);
    if (done && keep && done->what.status != outcome::not_run) keep(done->index, done->what);
    collected(e);
    if (progress) progress(e);
  }
};

/// The cells that have not finished, by their place in the plan, in the order to measure them in.
std::vector<std::size_t> cells_left(measuring const& what) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < what.cells.size(); ++i)
    if (!what.finished.contains(i)) left.push_back(i);
  if (what.backwards) std::reverse(left.begin(), left.end());
  return left;
}
record_collector earlier(measuring const& what) {
  record_collector c;
  for (auto const& [i, r] : what.finished) c(event::cell_finished{i, r});
  return c;
}
/// Events of some cells, told as of the whole plan's.
any_event placed(any_event e, std::vector<std::size_t> const& places) {
  if (auto* begun = std::get_if<event::cell_started>(&e)) begun->index = places.at(begun->index);
  if (auto* batch = std::get_if<event::batch>(&e)) batch->index = places.at(batch->index);
  if (auto* done = std::get_if<event::cell_finished>(&e)) done->index = places.at(done->index);
  return e;
}
std::vector<record> all_of(measuring const& what, record_collector const& collected, std::string const& whom) {
  auto const under_way = "interrupted while a copy of this cell was under way" +
                         (whom.empty() ? "" : ", waiting for " + whom + ", which may have ended");
  return collected.records_of(what.cells.size(), [&](std::size_t i, bool begun) {
    return unmeasured(what.cells[i], what.simulated, outcome::not_run,
                      begun ? under_way : std::string(interrupted_reason));
  });
}
}  // namespace

bool run_aside(std::function<void()> job) {
  // of the second that a signal may take; the rest is for the report, and a launcher kills all ranks within that second
  int const patience_ms = launched().ranks > 1 ? 400 : 700;
  auto const done = std::make_shared<std::atomic<bool>>(false);
  std::thread worker([done, job = std::move(job)] {
    job();
    done->store(true);
    wake();
  });
  while (!*done && caught_signal() == 0) wait_for_signal(-1);
  for (auto const end = steady_now() + nanoseconds{patience_ms * 1e6}; !*done && steady_now() < end;)
    wait_for_signal(20);
  if (*done)
    worker.join();
  else
    worker.detach();
  return *done;
}

measured measure_aside(measuring const& what, std::function<void(std::vector<cell> const&, event_sink const&)> run,
                       std::function<std::string()> waiting_for) {
  auto const state = std::make_shared<shared_state>();
  state->collected = earlier(what);
  state->progress = what.progress, state->keep = what.keep;
  auto const places = cells_left(what);
  measured out;
  out.abandoned = !run_aside([state, run = std::move(run), places, all = &what.cells] {
    if (std::is_sorted(places.begin(), places.end()) && places.size() == all->size()) {
      auto const tell = [&](any_event const& e) { state->take(e); };
      return run(*all, tell);
    }
    std::vector<cell> some;
    for (auto const i : places) some.push_back((*all)[i]);
    auto const tell = [&](any_event const& e) { state->take(placed(e, places)); };
    run(some, tell);
  });
  std::lock_guard const lock(state->guard);
  state->closed = true;
  if (out.abandoned && state->progress) state->progress(event::finished{.interrupted = true});
  out.records = all_of(what, state->collected, out.abandoned && waiting_for ? waiting_for() : std::string());
  return out;
}

measured measure_in_worker(measuring const& what, std::size_t section, inventory const& here,
                           std::function<result<machine*>()> open) {
  auto collected = earlier(what);
  supervised_run run{.cells = what.cells, .todo = cells_left(what), .section = section, .simulated = what.simulated};
  run.finished = &what.finished;
  run.own_time = here.own_time;
  run.renew = here.backend != "host" && here.backend != "sim";
  run.tick = what.tick;
  run.open = std::move(open);
  run.settle = [](std::atomic<bool> const*& stop) {
    catch_signals_as_worker();
    stop = &stop_flag();
    (void)dup2(2, 1);  // a driver that prints does not print into the result
  };
  run.keep = what.keep_line;
  run.signal = caught_signal;
  auto const tell = [&](any_event const& e) {
    collected(e);
    if (what.progress) what.progress(e);
  };
  supervisor(std::move(run), tell).run();
  return {.records = all_of(what, collected, {})};
}
}  // namespace lanemark::tool
