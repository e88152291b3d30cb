// SPDX-License-Identifier: MIT
#include "confirm.hpp"

#include <lanemark/judge/against_history.hpp>
#include <lanemark/judge/compare_verdicts.hpp>
#include <lanemark/judge/groups.hpp>
#include <lanemark/report/compare_view.hpp>
#include <lanemark/report/night_of.hpp>

namespace lanemark::tool {
confirmation::confirmation(std::string const& folder, run_result const& tonight, judging const& rules,
                           std::vector<accepted_step> const& steps)
    : how(rules), accepted(steps), now(report::night_of(tonight, book, "this run")) {
  past = read_history({.paths = {folder}, .now = &now, .most = how.history}, book);
  if (!past.nights.empty()) first = judge_against_history(now, past.nights, book, how, accepted);
}

confirmation::question confirmation::ask() const {
  question q{.machine_wide = first.machine_wide, .notes = past.notes()};
  if (!past.missing_path.empty()) q.notes.push_back(past.missing_path);
  if (past.nights.empty()) {
    q.incomparable = past.other_machine;
    q.incomparable.insert(q.incomparable.end(), past.other_schema.begin(), past.other_schema.end());
    if (q.incomparable.empty()) q.trouble = past.unreadable;
    if (q.incomparable.empty() && !past.missing_path.empty()) q.trouble.push_back(past.missing_path);
    if (q.incomparable.empty() && q.trouble.empty())
      q.notes.push_back("no run of scenario " + now.scenario + " is there to judge by yet");
    return q;
  }
  if (past.nights.size() < how.learning)
    q.notes.push_back(std::to_string(past.nights.size()) + " of the " + std::to_string(how.learning) +
                      " runs that judging takes are there; until then fixed limits alone apply");
  if (!first.machine_wide)
    for (auto const s : first.candidates) q.again.push_back(book[s].id);
  return q;
}

confirmation::judgement confirmation::answer(run_result const* rerun) {
  if (past.nights.empty()) return {};
  std::optional<night> again;
  if (rerun) again.emplace(report::night_of(*rerun, book, "rerun"));
  auto const c = again ? judge_against_history(now, past.nights, book, how, accepted, &*again) : first;
  judgement out{verdicts_of(c, book, how.allow_missing), c.notes};
  for (auto const kind : {ruling::regressed, ruling::missing})
    for (auto const& g : group_verdicts(c, book, kind))
      if (g.members.size() > 1)
        out.notes.push_back(std::string(name_of(kind)) + ": " + report::finding_name(g.what, now) + ", " +
                            std::to_string(g.members.size()) + " of " + std::to_string(g.of) + " series" +
                            (kind == ruling::regressed ? ", median " + report::change_text(g.median) : ""));
  return out;
}
}  // namespace lanemark::tool
