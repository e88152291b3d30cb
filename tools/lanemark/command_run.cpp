// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include <lanemark/core/numbers.hpp>
#include <lanemark/judge/expectation.hpp>
#include <lanemark/judge/limits.hpp>
#include <lanemark/plan/estimate.hpp>
#include <lanemark/report/run_text.hpp>
#include <lanemark/run/cpu_times.hpp>
#include <lanemark/run/environment_read.hpp>
#include <lanemark/run/environment_warnings.hpp>
#include <lanemark/run/progress.hpp>
#include <lanemark/run/record_of.hpp>
#include <lanemark/version.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "measuring.hpp"
#include "prepare.hpp"
#include "run_prepared.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// `2026-01-31T02:00:00Z`.
std::string utc_now() {
  auto const now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}
/// The time, so that ids sort, and 64 random bits, so that no two runs share one.
std::string new_id(std::string started) {
  std::erase_if(started, [](char c) { return c == '-' || c == ':'; });
  std::random_device random;
  char bits[20];
  std::snprintf(bits, sizeof bits, "-%08x%08x", random(), random());
  return started + bits;
}

/// What is known of a run that came to nothing.
run_result run_that_was_not(options const& o) {
  run_result r{.version = std::string(version), .command = o.command_line};
  if (!o.files.empty()) r.scenario.path = o.files[0];
  return r;
}

/// All runs of a command line and what decides how they end.
struct session {
  options const& o;
  run_renderer const& render;
  std::vector<run_result> runs{};
  run_facts facts{};
  std::vector<verdict> verdicts{};
  bool abandoned = false;

  answer answered() {
    facts.verdicts = verdicts;
    facts.signal = caught_signal();
    answer a{.command = "run", .exit = exit_of(facts)};
    for (auto const* list : {&facts.usage, &facts.trouble, &facts.unmet})
      a.problems.insert(a.problems.end(), list->begin(), list->end());
    return a;
  }
  /// A document of one run says of itself what the whole answer says.
  void say_in_run(answer const& a) {
    if (o.files.size() > 1) return;
    if (runs.empty()) runs.push_back(run_that_was_not(o));
    runs[0].exit = a.exit, runs[0].problems = a.problems;
  }

  /// The JSON file first: when it cannot be written, the result on standard output says so.
  int finish() {
    auto a = answered();
    auto const json = [&](auto out) {
      say_in_run(a);
      json_of_runs(runs, o.files.size() > 1, a, out);
    };
    if (!o.json_file.empty() && facts.usage.empty()) {
      auto const wrong = write_output(o.json_file, json);
      if (wrong && std::find(facts.trouble.begin(), facts.trouble.end(), wrong->text) == facts.trouble.end()) {
        facts.trouble.push_back(wrong->text);
        a = answered();
      }
    }
    auto const text = [&](auto out) {
      if (runs.empty() || !facts.usage.empty()) return;
      say_in_run(a);
      for (auto const& r : runs) {
        if (&r != &runs.front()) out("\n");
        out(render(r));
      }
    };
    auto const code = deliver(o, a, text, json);
    if (abandoned) _exit(code);  // a thread is still inside a driver
    return code;
  }
};

/// Progress goes to standard error: one line on a terminal, else a line now and then.
std::function<void(any_event const&)> progress_for(options const& o, std::vector<cell> const& cells) {
  if (o.quiet) return {};
  std::vector<double> seconds;
  for (auto const& c : cells) seconds.push_back(estimate_of(c).seconds);
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

run_result result_of(options const& o, prepared const& p, std::string const& started) {
  run_result r{.id = new_id(started), .started = started, .version = std::string(version), .command = o.command_line};
  r.backend = p.here.backend, r.simulated = p.here.simulated;
  if (!p.cells.empty()) r.seed = p.cells.front().how.seed;
  r.scenario = {p.scenario.name, p.scenario.description, p.scenario.path, p.scenario.sha256, p.scenario.origins};
  r.machine = p.here;
  r.planned = p.cells.size();
  r.notes = p.notes;
  return r;
}

void count(run_facts& facts, prepared const& p, run_result const& r) {
  auto const t = tally_of(r);
  facts.planned += t.planned, facts.measured += t.measured, facts.skipped += t.skipped, facts.failed += t.failed;
  for (std::size_t i = 0; i < r.records.size(); ++i)
    facts.missing += r.records[i].status == outcome::skipped && p.cells[i].missing_fails;
}

void measure(session& s, prepared& p, run_result& r) {
  if (s.abandoned) {  // by an earlier scenario
    for (auto const& c : p.cells)
      r.records.push_back(unmeasured(c, p.here.simulated, outcome::not_run, std::string(interrupted_reason)));
    return;
  }
  auto const begun = steady_now();
  auto got = measure_cells(*p.machine, p.cells, progress_for(s.o, p.cells));
  r.records = std::move(got.records);
  s.abandoned = got.abandoned;
  r.duration_ns = static_cast<std::int64_t>((steady_now() - begun).count());
  auto judged = judge_limits(r.records, p.scenario.limits, p.here);
  for (auto const& tie : judged.problems) s.facts.trouble.push_back(tie.text);
  r.verdicts = std::move(judged.all);
  s.verdicts.insert(s.verdicts.end(), r.verdicts.begin(), r.verdicts.end());
}
}  // namespace

int run_prepared(options const& o, preparation p, run_renderer const& render) {
  session s{.o = o, .render = render};
  if (p.problems.empty()) {
    for (auto const* path : {&o.output, &o.json_file})
      if (auto const wrong = path->empty() ? status{} : can_write(*path)) p.trouble.push_back(wrong->text);
    if (p.trouble.empty()) plan_all(p, o);
  }
  s.facts.usage = std::move(p.problems), s.facts.trouble = std::move(p.trouble);
  if (!s.facts.usage.empty() || !s.facts.trouble.empty() || caught_signal() != 0) return s.finish();

  auto const before = read_cpu_times();
  wait_for_signal(100);  // how busy the CPUs are without us
  auto const surroundings = read_environment({.before = before});
  for (auto const& one : p.all)
    for (auto const& why : unmet_expectations(one.scenario.on.expect, one.here))
      s.facts.unmet.push_back(one.scenario.path + ": " + why);
  for (auto& one : p.all) {
    auto r = result_of(o, one, utc_now());
    r.surroundings = surroundings;
    if (!r.simulated) r.surroundings_warnings = warnings_of(surroundings);  // a model does not mind a busy CPU
    if (s.facts.unmet.empty()) measure(s, one, r);
    count(s.facts, one, r);
    s.runs.push_back(std::move(r));
    if (p.all.size() > 1) {
      run_facts alone{.unmet = s.facts.unmet, .verdicts = s.runs.back().verdicts, .signal = caught_signal()};
      count(alone, one, s.runs.back());
      s.runs.back().exit = exit_of(alone);
    }
  }
  return s.finish();
}

int run_command(options const& o) {
  return run_prepared(o, load_all(o), [&](run_result const& r) { return report::run_text(r, output_width(o)); });
}
}  // namespace lanemark::tool
