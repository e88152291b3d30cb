// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include <lanemark/judge/against_history.hpp>
#include <lanemark/judge/against_samples.hpp>
#include <lanemark/judge/compare_exit.hpp>
#include <lanemark/judge/same_machine.hpp>
#include <lanemark/report/compare_text.hpp>
#include <lanemark/report/json_compare.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "nights.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// All that a comparison is made from and has come to.
struct work {
  options const& o;
  series_book book{};
  night now{};
  history base{};
  std::vector<accepted_step> accepted{};
  std::optional<night> rerun{};
  comparison result{};
  std::vector<std::string> incomparable{}, environment{}, notes{};
  exit_status exit{};
  std::vector<std::string> problems{};

  /// Nothing can be judged: 2 usage, 1 a file that cannot be read, 5 another machine or schema, 4 nothing to hold
  /// against.
  void refuse(int code, std::string why) {
    if (code == 5) incomparable.push_back(why);
    problems.push_back(why);
    exit = {code, (code == 5 ? "incomparable: " : "") + std::move(why)};
  }
  void refuse(problem const& p) { refuse(p.kind == fault::late ? 2 : p.kind == fault::unsupported ? 5 : 1, p.text); }

  /// Why there is no base, once all of it was looked at.
  void refuse_base() {
    auto const first = [](std::vector<std::string> const& all) {
      return all[0] + (all.size() > 1 ? " (and " + std::to_string(all.size() - 1) + " more)" : "");
    };
    auto const where = joined(std::vector<std::string>(o.files.begin(), o.files.end() - 1));
    if (!base.other_machine.empty()) return refuse(5, first(base.other_machine));
    if (!base.other_schema.empty()) return refuse(5, first(base.other_schema));
    if (!base.unreadable.empty()) return refuse(1, first(base.unreadable));
    if (base.itself > 0 && base.files == base.itself) return refuse(2, "BASE and NEW are the same run " + now.id);
    refuse(4, where + " holds no run of scenario " + now.scenario + " before this one" +
                  (base.files == 0 ? ": no *.json file is there" : "") + "; there is nothing to compare with");
  }

  bool read() {
    auto const bases = std::vector<std::string>(o.files.begin(), o.files.end() - 1);
    auto const samples = bases.size() < o.how.learning;
    auto read_now = read_one_night(o.files.back(), o.scenario, book, samples);
    if (!read_now) return refuse(read_now.error()), false;
    now = std::move(*read_now);
    if (!o.accepted.empty()) {
      auto file = read_accepted_file(o.accepted);
      if (!file.problems.empty()) {
        problems = file.problems;
        exit = {2,
                problems[0] + (problems.size() > 1 ? " (and " + std::to_string(problems.size() - 1) + " more)" : "")};
        return false;
      }
      accepted = std::move(file.steps);
    }
    base = read_history({.paths = bases, .now = &now, .most = o.how.history, .with_samples = samples}, book);
    if (!base.missing_path.empty()) return refuse(2, base.missing_path), false;
    if (!base.of_folder && !base.unreadable.empty()) return refuse(1, base.unreadable[0]), false;
    if (!base.of_folder && !base.other_schema.empty()) return refuse(5, base.other_schema[0]), false;
    if (!base.of_folder && !base.other_machine.empty()) return refuse(5, base.other_machine[0]), false;
    if (base.nights.empty()) return refuse_base(), false;
    return o.confirmed.empty() || read_rerun();
  }
  bool read_rerun() {
    auto again = read_one_night(o.confirmed, o.scenario.empty() ? now.scenario : o.scenario, book, false);
    if (!again) return refuse(again.error()), false;
    if (again->id == now.id) return refuse(2, "--confirmed " + o.confirmed + " is the judged run itself"), false;
    auto const difference = compare_machines(*again, now);
    if (!difference.identity.empty())
      return refuse(5, "--confirmed " + o.confirmed + ": " + joined(difference.identity, "; ")), false;
    rename_devices(*again, difference.devices, book);
    rerun = std::move(*again);
    return true;
  }

  void judge() {
    auto const latest = compare_machines(base.nights.back(), now);
    environment = latest.environment;
    environment.insert(environment.end(), base.devices_changed.begin(), base.devices_changed.end());
    bool const by_history = base.of_folder || base.nights.size() >= o.how.learning;
    if (by_history)
      result = judge_against_history(now, base.nights, book, o.how, accepted, rerun ? &*rerun : nullptr);
    else
      result = judge_samples(now, base.nights, book, o.how, accepted);
    if (!by_history && rerun)
      notes.push_back("--confirmed is used with a history of runs only; it changed nothing here");
    if (by_history && base.nights.size() < o.how.learning)
      notes.push_back(std::to_string(base.nights.size()) + " of the " + std::to_string(o.how.learning) +
                      " runs that judging takes; until then fixed limits alone apply");
    if (by_history && !rerun && !result.candidates.empty() && !result.machine_wide)
      notes.push_back(std::to_string(result.candidates.size()) +
                      " series are worth measuring again: --confirmed FILE takes the report of a second run");
    if (result.machine_wide && !rerun)
      notes.push_back(std::to_string(result.candidates.size()) + " series are for the worse, more than the " +
                      std::to_string(most_to_confirm(result.tested, o.how)) +
                      " that a rerun would confirm (--max-confirm): they are taken as they are");
    for (auto const& s : accepted) {
      bool used = false;
      for (std::uint32_t i = 0; i < book.size() && !used; ++i) used = fits_pattern(book[i].id, s.series);
      if (!used) notes.push_back(to_string(s.where) + ": note: no series here fits " + in_quotes(s.series));
    }
    auto const left_out = base.notes();
    notes.insert(notes.end(), left_out.begin(), left_out.end());
    auto const broken = static_cast<std::size_t>(std::count_if(
        now.readings.begin(), now.readings.end(), [](lanemark::reading const& r) { return !r.limit.empty(); }));
    exit = exit_of(result, book, incomparable, broken, o.how.allow_missing);
  }
};
}  // namespace

int compare_command(options const& o) {
  work w{.o = o};
  if (w.read()) w.judge();
  if (auto const n = caught_signal(); n != 0) w.exit = {128 + n, "ended by signal " + std::to_string(n)};
  report::compare_view view{.book = w.book,
                            .now = w.now,
                            .base = w.base.nights,
                            .result = w.result,
                            .how = o.how,
                            .incomparable = w.incomparable,
                            .environment = w.environment,
                            .notes = w.notes,
                            .confirmed_by = w.rerun ? o.confirmed : "",
                            .exit = w.exit};
  answer a{.command = "compare", .exit = w.exit, .problems = w.problems};
  auto const text = [&](auto out) {
    view.exit.code = a.exit.code;  // the first line stays the verdict, also where an output failed
    if (w.problems.empty()) out(report::compare_text(view, 0));
  };
  return deliver(o, a, text, [&](auto out) {
    view.exit = a.exit;
    report::json_compare(view, a.problems, out);
  });
}
}  // namespace lanemark::tool
