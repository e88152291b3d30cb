// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <poll.h>

#include <lanemark/policy/clock.hpp>
#include <lanemark/run/event.hpp>
#include <lanemark/run/journal.hpp>
#include <lanemark/run/quarantine.hpp>
#include <lanemark/run/record_of.hpp>
#include <lanemark/run/runner.hpp>
#include <lanemark/run/worker_process.hpp>

namespace lanemark {
/// A run that a worker does.
struct supervised_run {
  std::span<cell const> cells{};
  std::vector<std::size_t> todo{};                          ///< which of them, in this order
  std::map<std::size_t, record> const* finished = nullptr;  ///< earlier, by cell: what was lost then counts as well
  std::size_t section = 0;                                  ///< of the journal
  bool simulated = false;
  bool own_time = false;  ///< the backend's clock is no wall clock: silence says nothing
  /// The backend has a driver, whose state a failed call may have spoilt for the whole process: a fresh one goes on.
  bool renew = false;
  /// In the worker: opens the backend. The machine lives as long as the worker.
  std::function<result<machine*>()> open{};
  /// In the worker, before anything: what a process of its own needs, such as other signal handlers.
  std::function<void(std::atomic<bool> const*&)> settle{};
  /// Keeps a journal line. A cell counts only when this has come back.
  std::function<void(std::string_view)> keep{};
  /// Called now and then, whatever happens.
  std::function<void()> tick{};
  /// The signal that asks the run to end; 0: none.
  std::function<int()> signal{};
  nanoseconds grace{3e9};        ///< that a worker has to say what it has found out itself
  nanoseconds open_limit{60e9};  ///< for opening the backend
  nanoseconds patience{0.7e9};   ///< after a signal
};

/// Runs cells in a worker and tells what happens as `run` does. A worker that dies or falls silent costs the cell that
/// it was at; a fresh one goes on with the rest.
class supervisor {
  supervised_run s;
  event_sink tell;
  event::finished end{};
  quarantine lost{};
  std::size_t next = 0;  // in todo
  std::optional<std::size_t> current{};
  std::size_t idle_deaths = 0;  // of workers in a row that never came to a cell
  std::string said{};           // by the worker, why it cannot go on
  bool worker_done = false;

 public:
  supervisor(supervised_run what, event_sink to) : s(std::move(what)), tell(to) {
    if (s.finished)
      for (auto const& [i, r] : *s.finished) lost(s.cells[i], r);
  }

  event::finished run() {
    tell(event::started{{}, s.simulated, s.cells.size()});
    while (next < s.todo.size() && s.signal() == 0 && said.empty()) one_worker();
    // never tried: they count as failed, and are not kept, so that a resumed run tries them
    while (next < s.todo.size() && s.signal() == 0)
      finished(s.todo[next], unmeasured(s.cells[s.todo[next]], s.simulated, outcome::failed, said), {});
    end.interrupted = s.signal() != 0;
    tell(end);
    return end;
  }

 private:
  void finished(std::size_t i, record r, std::string_view line) {
    if (s.keep && !line.empty()) s.keep(line);
    ++(r.status == outcome::measured ? end.measured : r.status == outcome::skipped ? end.skipped : end.failed);
    lost(s.cells[i], r);
    ++next;
    current.reset();
    tell(event::cell_finished{i, std::move(r)});
  }
  void give_up(std::size_t i, outcome what, std::string why) {
    auto r = unmeasured(s.cells[i], s.simulated, what, std::move(why));
    auto const line = journal_line(s.section, i, r);
    finished(i, std::move(r), line);
  }
  /// One line of the worker. Anything else than what it says is its end.
  bool take(std::string_view whole) {
    auto const line = wire::checked(whole);
    if (!line) return false;
    auto const kind = wire::kind_of(*line);
    std::size_t section = 0, i = 0;
    record r;
    if (kind == "begin" && wire::from_line(*line, i) && next < s.todo.size() && i == s.todo[next]) {
      current = i, idle_deaths = 0;
      tell(event::cell_started{i, s.cells[i].id});
      return true;
    }
    if (kind == "cell" && current && wire::from_line(*line, section, i, r) && i == *current) {
      finished(i, std::move(r), std::string(whole) + '\n');
      return true;
    }
    if (kind == "cannot") return wire::from_line(*line, said);
    return kind == "done" && (worker_done = true);
  }
  bool take_lines(std::string& text) {
    std::size_t begin = 0;
    for (auto at = text.find('\n'); at != text.npos; at = text.find('\n', begin)) {
      if (!take(std::string_view(text).substr(begin, at - begin))) return false;
      begin = at + 1;
    }
    text.erase(0, begin);
    return true;
  }

  /// In the worker.
  void work(int to, pulse& p) const {
    std::atomic<bool> const never{false};
    std::atomic<bool> const* stop = &never;
    if (s.settle) s.settle(stop);
    auto const write = [to](std::string const& line) {
      if (!write_all(to, line)) _exit(1);
    };
    p.enter(call::opening_backend);
    auto const opened = s.open();
    p.enter(call::none);
    if (!opened) return write(wire::to_line("cannot", opened.error().text));
    watched_machine m(**opened, p);
    auto known = lost;
    for (auto const i : std::span(s.todo).subspan(next)) {
      if (stop->load()) return;
      write(wire::to_line("begin", i));
      auto const why = known.reason(s.cells[i]);
      auto const r = why.empty() ? detail::run_cell(
                                       m, s.cells[i], s.simulated, i, [](any_event const&) {}, *stop)
                                 : unmeasured(s.cells[i], s.simulated, outcome::skipped, why);
      if (r.status == outcome::not_run) return;  // interrupted: a resumed run measures it
      known(s.cells[i], r);
      write(journal_line(s.section, i, r));
      if (s.renew && r.status == outcome::failed) break;
    }
    write(wire::to_line("done"));  // and the process ends without asking the driver to let go
  }

  /// How long the worker may be silent in what it is at.
  nanoseconds limit_of(call c) const {
    if (c == call::opening_backend) return s.open_limit + s.grace;
    if (!current || s.own_time) return nanoseconds{1e18};
    return silence_limit(c, s.cells[*current].how) + s.grace;
  }

  std::string lanes_text() const {
    if (!current || s.cells[*current].lanes.empty()) return {};
    auto const& lanes = s.cells[*current].lanes;
    return " on lane " + to_string(lanes.front()) +
           (lanes.size() > 1 ? " and " + std::to_string(lanes.size() - 1) + " more" : "");
  }
  void one_worker() {
    auto started = worker_process::start([this](int to, pulse& p) { work(to, p); });
    if (!started) {
      said = started.error().text;
      return;
    }
    auto& w = *started;
    std::string text, silent;
    worker_done = false;
    auto beats = w.beat().beats.load();
    auto since = steady_now(), stop_at = nanoseconds{-1};
    std::optional<std::size_t> at{};
    for (bool open = true; open;) {
      pollfd one{w.descriptor(), POLLIN, 0};
      auto const ready = poll(&one, 1, 50);
      if (s.tick) s.tick();
      if (ready == 0 && w.ended()) open = false;  // what a driver has started may hold the pipe open
      if (ready > 0) {
        open = w.read_some(text);
        if (!take_lines(text)) silent = "said something that is no line of a worker", open = false;
      }
      auto const now = steady_now();
      auto const doing = w.beat().now.load();
      if (auto const b = w.beat().beats.load(std::memory_order_acquire); b != beats || at != current)
        beats = b, at = current, since = now;
      if (worker_done && now - since > s.grace) break;  // a driver that does not let go
      if (s.signal() != 0) {
        if (stop_at.count() < 0) w.end(SIGTERM), stop_at = now + s.patience;
        if (now >= stop_at) break;
      } else if (open && now - since > limit_of(doing)) {
        silent = "did not come back from " + std::string(name_of(doing)) + lanes_text() + " within " +
                 duration_text((now - since).count()) +
                 " and was ended; look at the device, or raise `wait` or `timeout`";
        break;
      }
    }
    auto const doing = w.beat().now.load();
    if (!silent.empty() || worker_done || s.signal() != 0) w.end(SIGKILL);
    auto const how = w.wait();
    if (s.signal() != 0 || worker_done) return;
    blame(silent, how, doing);
  }
  void blame(std::string const& silent, std::string const& how, call doing) {
    if (!said.empty() && !current) return;  // it could not open the backend
    auto why = "the worker " + (!silent.empty() ? silent : how.empty() ? "ended by itself" : how);
    if (silent.empty())
      why += doing == call::none ? "; " + std::string(name_of(doing)) : " while " + std::string(name_of(doing));
    auto const what = silent.empty() ? outcome::crashed : outcome::timed_out;
    if (current)
      give_up(*current, what, why + "; a fresh one went on");
    else if (++idle_deaths >= 3)
      said = why + ", three times in a row";
  }
};
}  // namespace lanemark
