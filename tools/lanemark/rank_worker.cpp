// SPDX-License-Identifier: MIT
#include "rank_worker.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

#include <poll.h>
#include <unistd.h>

#include <lanemark/run/journal.hpp>
#include <lanemark/run/line.hpp>
#include <lanemark/run/record_of.hpp>
#include <lanemark/run/worker_process.hpp>

#include "deliver.hpp"
#include "journal_file.hpp"
#include "journal_results.hpp"
#include "launched.hpp"
#include "run_scenario.hpp"
#include "session.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
constexpr nanoseconds grace{3e9};        // that a worker has to say what it has found out itself
constexpr nanoseconds open_limit{60e9};  // for opening a backend

/// What a worker has told so far.
struct told {
  journal kept{};
  std::string path{};                                     // of the file that keeps it; none: there is no journal
  std::set<std::pair<std::size_t, std::size_t>> begun{};  // cells, by scenario
  bool delivering = false;
  int delivered = -1, ended = -1;

  void take(std::string_view text) {
    auto const line = wire::checked(text);
    if (!line) return;
    auto const kind = wire::kind_of(*line);
    std::pair<std::size_t, std::size_t> at;
    if (kind == "journal")
      (void)wire::from_line(*line, path);
    else if (kind == "begun" && wire::from_line(*line, at.first, at.second))
      begun.insert(at);
    else if (kind == "delivering")
      delivering = true;
    else if (kind == "delivered")
      (void)wire::from_line(*line, delivered);
    else if (kind == "ended")
      (void)wire::from_line(*line, ended);
    else
      (void)journal_detail::take(kept, *line);
  }
  bool has(std::size_t n, std::size_t cell) const {
    return n < kept.sections.size() && kept.sections[n].records.contains(cell);
  }
  bool under_way(std::size_t n, std::size_t cell) const { return !has(n, cell) && begun.contains({n, cell}); }
};

/// How long any cell of the plan lets a worker be silent, by call. Waiting for other ranks is no call, and has limits
/// of its own.
std::vector<nanoseconds> limits_of(preparation const& p) {
  constexpr nanoseconds never{1e18};
  std::vector<nanoseconds> limits(static_cast<std::size_t>(call::closing) + 1, nanoseconds{0});
  for (auto const& one : p.all)
    for (auto const& cell : one.cells)
      for (std::size_t c = 0; c < limits.size(); ++c)
        limits[c] =
            std::max(limits[c], one.here.own_time ? never : silence_limit(static_cast<call>(c), cell.how) + grace);
  limits[static_cast<std::size_t>(call::none)] = never;
  limits[static_cast<std::size_t>(call::opening_backend)] = open_limit + grace;
  return limits;
}

/// Listens until the worker ends, and hands a signal on: a second one ends this process, and the worker with it. Why a
/// worker that did not come back from a driver was ended; empty: it ended itself.
std::string listen(worker_process& w, preparation const& p, told& t) {
  std::string text, silent;
  bool asked = false;
  auto const limits = limits_of(p);
  auto beats = w.beat().beats.load();
  auto since = steady_now();
  for (bool open = true; open;) {
    pollfd one{w.descriptor(), POLLIN, 0};
    auto const ready = poll(&one, 1, 100);
    if (ready > 0) open = w.read_some(text);
    if (ready == 0 && w.ended()) open = false;  // what a driver has started may hold the pipe open
    for (std::size_t end; (end = text.find('\n')) != text.npos; text.erase(0, end + 1))
      t.take(std::string_view(text).substr(0, end));
    if (caught_signal() != 0 && !std::exchange(asked, true)) w.end(caught_signal());
    auto const doing = w.beat().now.load();
    if (auto const b = w.beat().beats.load(std::memory_order_acquire); std::exchange(beats, b) != b)
      since = steady_now();
    if (auto const limit = limits[static_cast<std::size_t>(doing)]; open && steady_now() - since > limit) {
      silent = "did not come back from " + std::string(name_of(doing)) + " within " + duration_text(limit.count()) +
               " and was ended; look at the device, or raise `wait` or `timeout`";
      w.end(SIGKILL);
      break;
    }
  }
  return silent;
}

/// Does rank 0 take part in a cell? Cells that cross no nodes are measured on its own.
bool is_of_rank_0(cell const& c) {
  return std::all_of(c.lanes.begin(), c.lanes.end(),
                     [](lane const& l) { return l.source.node == l.destination.node; }) ||
         std::any_of(c.lanes.begin(), c.lanes.end(),
                     [](lane const& l) { return l.source.node == 0 || l.destination.node == 0; });
}

/// What becomes of a cell that is not in the journal.
record lost_cell(prepared const& p, std::size_t n, std::size_t i, told const& t, outcome what, std::string const& why) {
  auto const& c = p.cells[i];
  if (!t.under_way(n, i)) return unmeasured(c, p.here.simulated, outcome::not_run, why + " before this cell's turn");
  if (!is_of_rank_0(c))
    return unmeasured(c, p.here.simulated, outcome::not_run, why + " while others measured this cell");
  return unmeasured(c, p.here.simulated, what, why + " while this cell was under way");
}

/// The report that rank 0's worker owed: what was kept, the cell that was under way, and those that never ran.
int report_lost_worker(session& s, preparation& p, told const& t, outcome what, std::string const& why,
                       nanoseconds took) {
  s.journal_left = t.path;
  s.facts.usage = std::move(p.problems);
  s.facts.trouble = std::move(p.trouble);
  s.facts.trouble.push_back(why + (t.begun.empty() ? ", before anything was measured" : ""));
  auto all = results_of_journal(t.kept, "what rank 0 has measured");
  std::size_t next = 0;
  for (std::size_t n = 0; n < p.all.size(); ++n) {
    auto& one = p.all[n];
    auto r = begin_run(s.o, one, utc_now());
    if (all && n < t.kept.sections.size() && t.kept.sections[n].there) r = std::move(all->runs[next++]);
    if (r.duration_ns == 0) r.duration_ns = static_cast<std::int64_t>(took.count());
    auto kept = std::exchange(r.records, {});
    bool whole = true;
    std::string lost;  // for the journal: what is gone on with does not come to this cell again
    for (std::size_t i = 0, k = 0; i < one.cells.size(); ++i) {
      if (t.has(n, i) && k < kept.size()) {
        r.records.push_back(std::move(kept[k++]));
        continue;
      }
      whole = false;
      r.records.push_back(lost_cell(one, n, i, t, what, why));
      if (r.records.back().status != outcome::not_run) lost += journal_line(n, i, r.records.back());
    }
    if (journal before; !lost.empty() && !t.path.empty())
      if (auto const file = journal_file::open(t.path, before)) (*file)->append(lost), (*file)->flush();
    s.verdicts.insert(s.verdicts.end(), r.verdicts.begin(), r.verdicts.end());
    if (whole) judge_scenario(s, n, one, r, false);
    s.add(one, std::move(r), p.all.size() > 1);
  }
  return s.finish();
}
}  // namespace

void rank_parent::tell(std::string const& line) const {
  if (to >= 0) (void)write_all(to, line);
}
void rank_parent::journal(std::string const& path) const { tell(wire::to_line("journal", path)); }
void rank_parent::journal_line(std::string_view line) const { tell(std::string(line)); }
void rank_parent::begun(std::size_t scenario, std::size_t cell) const { tell(wire::to_line("begun", scenario, cell)); }
void rank_parent::delivering() const { tell(wire::to_line("delivering")); }
void rank_parent::delivered(int code) const { tell(wire::to_line("delivered", code)); }
void rank_parent::ended(int code) const { tell(wire::to_line("ended", code)); }

int run_in_rank_worker(session& s, preparation& p, std::function<int()> const& rank) {
  auto const begun = steady_now();
  auto started = worker_process::start([&](int to, pulse& beat) {
    catch_signals_as_worker();
    s.parent = rank_parent(to, beat);
    s.journal.tell = [&s](std::string_view line) { s.parent.journal_line(line); };
    auto const code = rank();
    std::fflush(nullptr);
    s.parent.ended(code);
    _exit(code);
  });
  auto const me = launched().rank;
  auto const who = "rank " + std::to_string(me);
  if (!started) {
    say("lanemark: " + who + ": " + started.error().text + "\n");
    return 1;
  }
  told t{.kept = s.journal.earlier()};
  auto const silent = listen(*started, p, t);
  auto const how = started->wait(nanoseconds{60e9});
  if (t.delivered >= 0) return t.delivered;  // whatever became of it while it took leave of the others
  if (t.ended >= 0) return t.ended;
  auto const why = "the worker of " + who + " " +
                   (!silent.empty() ? silent
                    : how.empty()   ? "ended without a word"
                                    : how);
  if (me == 0 && !t.delivering)
    return report_lost_worker(s, p, t, silent.empty() ? outcome::crashed : outcome::timed_out, why,
                              steady_now() - begun);
  say("lanemark: " + why + (me == 0 ? " while it wrote the report" : "") +
      (t.path.empty() ? "" : "; lanemark report " + t.path + " makes one of its journal") + "\n");
  if (auto const number = started->end_signal(); number != 0 && silent.empty()) {
    std::signal(number, SIG_DFL);  // the launcher is to see the same end
    std::raise(number);
  }
  return 1;
}
}  // namespace lanemark::tool
