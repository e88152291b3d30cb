// SPDX-License-Identifier: MIT
#include "rank_worker.hpp"

#include <csignal>
#include <cstdio>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include <lanemark/run/journal.hpp>
#include <lanemark/run/line.hpp>
#include <lanemark/run/record_of.hpp>
#include <lanemark/run/worker_process.hpp>

#include "deliver.hpp"
#include "files.hpp"
#include "journal_results.hpp"
#include "launched.hpp"
#include "run_scenario.hpp"
#include "session.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// What a worker has told so far.
struct told {
  std::string journal{};
  std::size_t scenario = 0, cell = 0;
  bool measuring = false;
  int code = -1;  // the report is out

  void take(std::string_view line) {
    auto const whole = wire::checked(line);
    if (!whole) return;
    auto const kind = wire::kind_of(*whole);
    if (kind == "journal") (void)wire::from_line(*whole, journal);
    if (kind == "cell") measuring = wire::from_line(*whole, scenario, cell);
    if (kind == "delivered") (void)wire::from_line(*whole, code);
  }
};

/// Listens until the worker ends, and hands a signal on. A second one ends this process, and the worker with it.
told listen(worker_process& w) {
  told t;
  std::string text;
  bool asked = false;
  for (bool open = true; open;) {
    pollfd one{w.descriptor(), POLLIN, 0};
    if (poll(&one, 1, 100) > 0) open = w.read_some(text);
    for (std::size_t end; (end = text.find('\n')) != text.npos; text.erase(0, end + 1))
      t.take(std::string_view(text).substr(0, end));
    if (caught_signal() != 0 && !std::exchange(asked, true)) w.end(caught_signal());
  }
  return t;
}

/// A scenario as far as it came: what its journal has, the cell that was under way, and those that never ran.
run_result so_far(prepared const& p, run_result r, journal::section const& s, told const& t, std::size_t n,
                  std::string const& why) {
  auto kept = std::exchange(r.records, {});
  for (std::size_t i = 0, next = 0; i < p.cells.size(); ++i) {
    bool const here = t.measuring && t.scenario == n && t.cell == i;
    if (s.records.contains(i) && next < kept.size())
      r.records.push_back(std::move(kept[next++]));
    else
      r.records.push_back(unmeasured(p.cells[i], p.here.simulated, here ? outcome::crashed : outcome::not_run,
                                     why + (here ? " while this cell was under way" : " before this cell's turn")));
  }
  return r;
}

/// The report that rank 0's worker owed.
int report_lost_worker(session& s, preparation& p, told const& t, std::string const& why) {
  s.journal_left = t.journal;
  s.facts.usage = std::move(p.problems);
  s.facts.trouble = std::move(p.trouble);
  s.facts.trouble.push_back(why + (t.journal.empty() ? ", before anything was measured" : ""));
  auto const text = t.journal.empty() ? result<std::string>(std::string()) : read_file(t.journal);
  if (!text) s.facts.trouble.push_back(t.journal + ": cannot be read: " + text.error().text);
  if (!text || text->empty()) return s.finish();
  auto all = results_of_journal(*text, t.journal);
  auto const kept = read_journal(*text, t.journal);
  if (!all || !kept) {
    s.facts.trouble.push_back((all ? kept.error() : all.error()).text);
    return s.finish();
  }
  journal::section const nothing;
  std::size_t next = 0;
  for (std::size_t n = 0; n < p.all.size(); ++n) {
    bool const begun = n < kept->sections.size() && kept->sections[n].there;
    auto r = so_far(p.all[n], begun ? std::move(all->runs[next++]) : begin_run(s.o, p.all[n], utc_now()),
                    begun ? kept->sections[n] : nothing, t, n, why);
    s.verdicts.insert(s.verdicts.end(), r.verdicts.begin(), r.verdicts.end());
    s.add(p.all[n], std::move(r), p.all.size() > 1);
  }
  return s.finish();
}
}  // namespace

void rank_parent::tell(std::string const& line) const {
  if (to >= 0) (void)write_all(to, line);
}
void rank_parent::journal(std::string const& path) const { tell(wire::to_line("journal", path)); }
void rank_parent::cell(std::size_t scenario, std::size_t number) const {
  tell(wire::to_line("cell", scenario, number));
}
void rank_parent::delivered(int code) const { tell(wire::to_line("delivered", code)); }

int run_in_rank_worker(session& s, preparation& p, std::function<int()> const& rank) {
  auto started = worker_process::start([&](int to, pulse&) {
    catch_signals_as_worker();
    s.parent = rank_parent(to);
    auto const code = rank();
    std::fflush(nullptr);
    _exit(code);
  });
  auto const me = launched().rank;
  if (!started) {
    say("lanemark: rank " + std::to_string(me) + ": " + started.error().text + "\n");
    return 1;
  }
  auto const t = listen(*started);
  auto const how = started->wait();
  if (t.code >= 0) return t.code;  // whatever became of it while it took leave of the others
  if (started->exit_code() >= 0 && me != 0) return started->exit_code();
  auto const why = "the worker of rank " + std::to_string(me) + " " + (how.empty() ? "ended without a word" : how);
  if (me == 0) return report_lost_worker(s, p, t, why);
  say("lanemark: " + why + "\n");
  std::signal(started->end_signal(), SIG_DFL);  // the launcher is to see the same end
  std::raise(started->end_signal());
  return 1;
}
}  // namespace lanemark::tool
