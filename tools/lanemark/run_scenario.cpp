// SPDX-License-Identifier: MIT
#include "run_scenario.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include <lanemark/judge/limits.hpp>
#include <lanemark/plan/estimate.hpp>
#include <lanemark/run/physical_limit.hpp>
#include <lanemark/run/progress.hpp>
#include <lanemark/run/record_of.hpp>
#include <lanemark/run/runner.hpp>
#include <lanemark/version.hpp>

#include "backends.hpp"
#include "confirm.hpp"
#include "deliver.hpp"
#include "launched.hpp"
#include "measuring.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// Progress goes to standard error: one line on a terminal, else a line now and then.
std::function<void(any_event const&)> progress_for(options const& o, std::vector<cell> const& cells,
                                                   std::map<std::size_t, record> const& finished) {
  if (o.quiet) return {};
  std::vector<double> seconds;
  for (auto const& c : cells) seconds.push_back(finished.contains(seconds.size()) ? 0 : estimate_of(c).seconds);
  auto const* term = std::getenv("TERM");
  bool const terminal = isatty(2) && term && std::string_view(term) != "dumb";
  winsize w{};
  auto const columns = terminal && ioctl(2, TIOCGWINSZ, &w) == 0 && w.ws_col > 0 ? w.ws_col : std::size_t{80};
  auto line = std::make_shared<progress_line>(
      seconds, terminal ? progress_line::style::terminal : progress_line::style::lines, columns);
  return [line](any_event const& e) {
    if (auto const text = line->seen(e, steady_now()); !text.empty()) say(text);
  };
}

void append_new(std::vector<std::string>& to, std::vector<std::string> const& what) {
  for (auto const& w : what)
    if (std::find(to.begin(), to.end(), w) == to.end()) to.push_back(w);
}
/// Measures the cells that are not finished: by all ranks, in this process, or in a fresh worker.
measured run_cells(session& s, std::size_t n, prepared& p, measuring const& what) {
  if (auto* const pod = s.pod) {
    auto const these = [m = p.machine.get(), &p, pod, beat = s.parent.beat()](std::vector<cell> const& cells,
                                                                              event_sink const& tell) {
      if (!beat) return pod->measure(*m, p.here, cells, tell, stop_flag());
      watched_machine watched(*m, *beat);
      pod->measure(watched, p.here, cells, tell, stop_flag());
    };
    auto told = what;
    told.progress = [show = what.progress, n, parent = s.parent](any_event const& e) {
      if (auto const* begun = std::get_if<event::cell_started>(&e)) parent.begun(n, begun->index);
      if (show) show(e);
    };
    return measure_aside(told, these, [pod] { return pod->waiting_for(); });
  }
  if (s.o.in_process) {
    auto const these = [m = p.machine.get()](std::vector<cell> const& cells, event_sink const& tell) {
      run(*m, cells, tell, stop_flag());
    };
    return measure_aside(what, these);
  }
  return measure_in_worker(what, n, p.here, [&] { return machine_of(p, s.o); });
}
}  // namespace

run_result begin_run(options const& o, prepared const& p, std::string const& started) {
  run_result r{
      .id = new_run_id(started), .started = started, .version = std::string(version), .command = o.command_line};
  r.backend = p.here.backend, r.simulated = p.here.simulated;
  if (!p.cells.empty()) r.seed = p.cells.front().how.seed;
  r.scenario = {p.scenario.name, p.scenario.description, p.scenario.path, p.scenario.sha256, p.scenario.origins};
  r.machine = p.here;
  r.planned = p.cells.size();
  r.notes = p.notes;
  return r;
}

result<machine*> machine_of(prepared& p, options const& o) {
  if (!p.machine) {
    auto wanted = p.scenario.on;
    wanted.backend = p.here.backend;  // what auto has come to
    auto opened = open_machine(wanted, o.libraries);
    if (!opened) return opened.error();
    p.machine = std::move(*opened);
  }
  return p.machine.get();
}

void measure_scenario(session& s, std::size_t n, prepared& p, run_result& r) {
  if (s.abandoned) {  // by an earlier scenario
    for (auto const& c : p.cells)
      r.records.push_back(unmeasured(c, p.here.simulated, outcome::not_run, std::string(interrupted_reason)));
    return;
  }
  auto const begun = steady_now();
  bool const alone = launched().ranks <= 1;  // ranks of one job share what they share
  if (alone) append_new(r.warnings, s.claims.take(p.here));
  s.journal.section(n, section_of(p, r));
  measuring what{.cells = p.cells,
                 .simulated = p.here.simulated,
                 .finished = s.journal.finished(n),
                 .progress = progress_for(s.o, p.cells, s.journal.finished(n)),
                 .keep_line = [&](std::string_view line) { s.journal.append(line); },
                 .keep = [&](std::size_t i, record const& one) { s.journal.append(journal_line(n, i, one)); },
                 .tick = [&] { s.journal.flush(); }};
  auto got = run_cells(s, n, p, what);
  r.records = std::move(got.records);
  if (alone) append_new(r.warnings, s.claims.asked());
  note_physical_limits(r.records, p.here, r.surroundings ? r.surroundings->accelerators : std::vector<accelerator>{});
  s.abandoned = got.abandoned;
  r.duration_ns = s.journal.time_before(n) + static_cast<std::int64_t>((steady_now() - begun).count());
  s.journal.end(n, static_cast<std::int64_t>((steady_now() - begun).count()));
  if (auto const why = s.journal.trouble(); !why.empty() && s.journal.was_named())
    s.facts.trouble.push_back(why);
  else if (!why.empty())
    r.warnings.push_back(why);
  auto judged = judge_limits(r.records, p.scenario.limits, p.here);
  for (auto const& tie : judged.problems) s.facts.trouble.push_back(tie.text);
  r.verdicts = std::move(judged.all);
  s.verdicts.insert(s.verdicts.end(), r.verdicts.begin(), r.verdicts.end());
}

void judge_scenario(session& s, std::size_t n, prepared& p, run_result& r, bool can_measure) {
  if (s.o.confirm_against.empty() || s.abandoned || caught_signal() != 0) return;
  confirmation judge(s.o.confirm_against, r, s.o.how, s.accepted);
  auto const asked = judge.ask();
  r.notes.insert(r.notes.end(), asked.notes.begin(), asked.notes.end());
  s.facts.incomparable.insert(s.facts.incomparable.end(), asked.incomparable.begin(), asked.incomparable.end());
  s.facts.trouble.insert(s.facts.trouble.end(), asked.trouble.begin(), asked.trouble.end());
  auto again = r;
  again.records.clear();
  if (!asked.again.empty() && !can_measure) {
    r.notes.push_back(std::to_string(asked.again.size()) +
                      " series looked worse, and nothing can be measured again: what follows is not confirmed");
  } else if (!asked.again.empty()) {
    std::map<std::size_t, record> others;
    for (std::size_t i = 0; i < r.records.size(); ++i)
      if (std::find(asked.again.begin(), asked.again.end(), r.records[i].id) == asked.again.end())
        others.emplace(i, r.records[i]);
    r.notes.push_back(std::to_string(asked.again.size()) +
                      " series looked worse and were measured again, from the last to the first" +
                      (s.pod ? ", by the same processes" : ""));
    auto got = run_cells(s, n, p,
                         {.cells = p.cells,
                          .simulated = p.here.simulated,
                          .finished = others,
                          .backwards = true,
                          .progress = progress_for(s.o, p.cells, others),
                          .keep_line = [](std::string_view) {},
                          .keep = [](std::size_t, record const&) {},
                          .tick = {}});
    s.abandoned = got.abandoned;
    for (std::size_t i = 0; i < got.records.size(); ++i)
      if (!others.contains(i)) again.records.push_back(std::move(got.records[i]));
  }
  auto judged = judge.answer(again.records.empty() || caught_signal() != 0 ? nullptr : &again);
  r.notes.insert(r.notes.end(), judged.notes.begin(), judged.notes.end());
  r.verdicts.insert(r.verdicts.end(), judged.verdicts.begin(), judged.verdicts.end());
  s.verdicts.insert(s.verdicts.end(), judged.verdicts.begin(), judged.verdicts.end());
}
}  // namespace lanemark::tool
