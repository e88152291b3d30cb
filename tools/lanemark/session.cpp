// SPDX-License-Identifier: MIT
#include "session.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <lanemark/version.hpp>

#include "deliver.hpp"
#include "json_output.hpp"
#include "launched.hpp"
#include "measuring.hpp"
#include "nights.hpp"
#include "report_files.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// What is known of a run that came to nothing.
run_result run_that_was_not(options const& o) {
  auto const now = utc_now();
  run_result r{.id = new_run_id(now), .started = now, .version = std::string(version), .command = o.command_line};
  if (!o.files.empty()) r.scenario.path = o.files[0];
  return r;
}

/// A journal that cannot be gone on with.
void refuse(problem const& no, run_facts& facts) {
  (no.kind == fault::invalid       ? facts.usage
   : no.kind == fault::unsupported ? facts.incomparable
                                   : facts.trouble)
      .push_back(no.text);
}
}  // namespace

std::string utc_now() {
  auto const now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}
std::string new_run_id(std::string started) {
  std::erase_if(started, [](char c) { return c == '-' || c == ':'; });
  std::random_device random;
  char bits[20];
  std::snprintf(bits, sizeof bits, "-%08x%08x", random(), random());
  return started + bits;
}

void session::open(preparation& p) {
  if (auto const no = journal.open(o)) {
    // of several ranks all hear of it where they meet
    if (no->kind == fault::unsupported && launched().ranks <= 1)
      facts.incomparable.push_back(no->text);
    else
      (no->kind == fault::invalid ? p.problems : p.trouble).push_back(no->text);
  }
  std::error_code no;
  if (!o.confirm_against.empty() && !std::filesystem::is_directory(o.confirm_against, no))
    p.problems.push_back("--confirm-against " + o.confirm_against + ": there is no such folder");
  if (o.accepted.empty()) return;
  auto file = read_accepted_file(o.accepted);
  p.problems.insert(p.problems.end(), file.problems.begin(), file.problems.end());
  accepted = std::move(file.steps);
}

bool session::begin_journal(std::vector<prepared> const& all, std::vector<run_result>& begun) {
  if (auto const no = journal.accept(begun.size())) refuse(*no, facts);
  for (std::size_t n = 0; n < begun.size(); ++n)
    if (auto const no = journal.accept(n, section_of(all[n], begun[n]), begun[n])) refuse(*no, facts);
  if (refused()) return false;
  if (o.command == "run" && o.journal.empty() && o.resume.empty() && !begun.empty())
    if (auto const no = journal.begin_usual(begun[0].id))
      begun[0].warnings.push_back("no journal is kept, so a killed run loses what it has measured: " + no->text);
  if (!begun.empty()) journal.head(begun[0].id, begun[0].started);
  parent.journal(journal.path());
  return true;
}

void session::add(prepared const& p, run_result r, bool several) {
  auto const count = [&](run_facts& of) {
    auto const t = tally_of(r);
    of.planned += t.planned, of.measured += t.measured, of.skipped += t.skipped, of.failed += t.failed;
    for (std::size_t i = 0; i < r.records.size(); ++i)
      of.missing += r.records[i].status == outcome::skipped && p.cells[i].missing_fails;
  };
  count(facts);
  if (several) {
    run_facts alone{.unmet = facts.unmet, .verdicts = r.verdicts, .signal = caught_signal()};
    count(alone);
    r.exit = exit_of(alone);
  }
  runs.push_back(std::move(r));
}

answer session::answered() {
  facts.verdicts = verdicts;
  facts.signal = caught_signal();
  answer a{.command = "run", .exit = exit_of(facts)};
  for (auto const* list : {&facts.usage, &facts.trouble, &facts.incomparable, &facts.unmet})
    a.problems.insert(a.problems.end(), list->begin(), list->end());
  return a;
}

/// A document of one run says of itself what the whole answer says.
void session::say_in_run(answer const& a) {
  if (o.files.size() > 1) return;
  if (runs.empty()) runs.push_back(run_that_was_not(o));
  runs[0].exit = a.exit, runs[0].problems = a.problems;
}

/// A journal that nobody named goes when the report is written; after a signal it tells how to go on.
void session::settle_journal(int code, bool delivered) {
  auto const& path = journal_left.empty() ? journal.path() : journal_left;
  if (journal_left.empty() && !journal.holds_records()) return journal.abandon();
  auto const left = std::any_of(runs.begin(), runs.end(), [](run_result const& r) {
    return std::any_of(r.records.begin(), r.records.end(),
                       [](record const& one) { return one.status == outcome::not_run; });
  });
  if (!delivered)
    say("lanemark: note: what was measured is in the journal " + path + ": lanemark report reads it\n");
  else if (left && !o.quiet)
    say("lanemark: note: to go on with this run: the same command with --resume " + path + "\n");
  if (left || !delivered || code >= 128) return;
  journal.done();
  if (!journal_left.empty() && !journal.was_named()) unlink(journal_left.c_str());
}

/// The files first: when one cannot be written, the result on standard output says so.
int session::finish() {
  parent.delivering();
  auto a = answered();
  bool all_written = true;
  auto const json = [&](auto out) {
    say_in_run(a);
    json_of_runs(runs, o.files.size() > 1, a, out);
  };
  if (facts.usage.empty()) {
    std::vector<run_result> nothing;
    if (runs.empty())
      nothing.push_back(run_that_was_not(o)), nothing[0].exit = a.exit, nothing[0].problems = a.problems;
    if (!runs.empty()) say_in_run(a);
    for (auto& wrong : write_report_files(o, runs.empty() ? nothing : runs, o.files.size() > 1, a))
      if (all_written = false; std::find(facts.trouble.begin(), facts.trouble.end(), wrong) == facts.trouble.end())
        facts.trouble.push_back(std::move(wrong));
    a = answered();
  }
  auto const text = [&](auto out) {
    if (runs.empty() || !facts.usage.empty()) return;
    say_in_run(a);
    for (auto const& r : runs) {
      if (&r != &runs.front()) out("\n");
      out(render(r));
    }
  };
  auto const troubles = a.problems.size();
  auto const code = deliver(o, a, text, json);
  parent.delivered(code);
  settle_journal(code, all_written && a.problems.size() == troubles);
  // a thread is still inside a driver, or MPI does not come back
  if (abandoned || (pod && (caught_signal() != 0 || !run_aside([p = pod] { p->leave(); }) || pod->lost()))) _exit(code);
  return code;
}
}  // namespace lanemark::tool
