// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/judge/same_machine.hpp>
#include <lanemark/judge/trend.hpp>
#include <lanemark/report/json_compare.hpp>
#include <lanemark/report/trend_text.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "nights.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// 3 where a level for the worse stands that nobody accepted, 4 where there is too little to tell.
exit_status exit_of(trend const& t, std::size_t runs) {
  auto const worse = std::count_if(t.all.begin(), t.all.end(), [](auto const& s) { return s.worse; });
  if (worse > 0) {
    for (auto const& s : t.steps)
      if (s.worse && !s.accepted)
        return {3, std::to_string(worse) + " of " + std::to_string(t.all.size()) +
                       " series are worse than before: " + s.groups[0].what};
    return {3, std::to_string(worse) + " of " + std::to_string(t.all.size()) + " series are worse than before"};
  }
  auto const learning = std::count_if(t.all.begin(), t.all.end(), [](auto const& s) { return s.learning; });
  if (static_cast<std::size_t>(learning) == t.all.size())
    return {0, "learning: " + std::to_string(runs) + " runs are too few for two levels of at least 4"};
  return {0, "none of " + std::to_string(t.all.size()) + " series is worse than before"};
}
}  // namespace

int trend_command(options const& o) {
  series_book book;
  answer a{.command = "trend"};
  trend result;
  std::vector<accepted_step> accepted;
  std::vector<std::string> notes;
  std::vector<std::vector<std::string>> environment;
  history h;
  auto refuse = [&](int code, std::string const& why) { a.exit = {code, why}, a.problems.push_back(why); };
  if (!o.accepted.empty()) {
    auto file = read_accepted_file(o.accepted);
    a.problems = file.problems;
    if (!a.problems.empty()) a.exit = {2, a.problems[0]};
    accepted = std::move(file.steps);
  }
  if (a.problems.empty()) {
    h = read_history(
        {.paths = o.files, .scenario = o.scenario, .most = o.history.value_or(std::numeric_limits<std::size_t>::max())},
        book);
    auto const where = joined(o.files);
    if (!h.missing_path.empty())
      refuse(2, h.missing_path);
    else if (h.nights.empty() && !h.unreadable.empty())
      refuse(1, h.unreadable[0]);
    else if (h.nights.empty() && !h.other_schema.empty())
      refuse(5, h.other_schema[0]);
    else if (h.nights.empty())
      refuse(4, where + " holds no report" + (o.scenario.empty() ? "" : " of scenario " + o.scenario));
  }
  if (a.problems.empty()) {
    result = trend_of(h.nights, book, o.how, accepted);
    for (auto const& s : result.steps)
      environment.push_back(s.night > 0 ? compare_machines(h.nights[s.night - 1], h.nights[s.night]).environment
                                        : std::vector<std::string>{});
    notes = h.notes();
    a.exit = exit_of(result, h.nights.size());
  }
  if (auto const n = caught_signal(); n != 0) a.exit = {128 + n, "ended by signal " + std::to_string(n)};
  report::trend_view view{.book = book,
                          .nights = h.nights,
                          .result = result,
                          .how = o.how,
                          .notes = notes,
                          .environment = environment,
                          .folder = joined(o.files),
                          .history = o.history,
                          .exit = a.exit};
  auto const text = [&, judged = a.problems.empty()](auto out) {
    view.exit.code = a.exit.code;  // the first line stays the verdict, also where an output failed
    if (judged) out(report::trend_text(view));
  };
  return deliver(o, a, text, [&](auto out) {
    view.exit = a.exit;
    report::json_trend(view, a.problems, out);
  });
}
}  // namespace lanemark::tool
