// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/report/columns.hpp>
#include <lanemark/report/compare_text.hpp>
#include <lanemark/report/compare_view.hpp>

namespace lanemark::report {
/// A history for people: the verdict in one line, then every step, latest first, with the series that took it and what
/// changed on the machine, and the counts.
inline std::string trend_text(trend_view const& t) {
  auto out = shown(t.exit.reason) + "\n";
  if (t.nights.empty()) return out;
  auto const& last = t.nights.back();
  out += shown(t.folder + ": " + last.scenario + " on " + last.backend + ", " + counted(t.nights.size(), "run") +
               " from " + name_of(t.nights.front()) + " to " + name_of(last)) +
         "\n";
  if (last.simulated) out += "simulated: these figures come from a model, not from hardware\n";
  for (auto const& i : t.incomparable) out += "incomparable: " + shown(i) + "\n";
  for (std::size_t k = 0; k < t.result.steps.size(); ++k) {
    auto const& s = t.result.steps[k];
    auto const& at = t.nights[s.night];
    out += std::string("\n") + (s.worse ? "worse" : "better") + " from " + shown(name_of(at)) + ", run " +
           shown(at.id) + ", " + std::to_string(s.series.size()) + " series" +
           (s.accepted ? ", accepted by " + shown(s.by) + ": " + shown(s.why)
            : s.worse  ? ", not accepted"
                       : "") +
           "\n";
    for (auto const& g : s.groups)
      out += "  " + shown(finding_name(g.what, last)) +
             (g.of > 1 ? ", " + std::to_string(g.members.size()) + " of " + std::to_string(g.of) + " series, median "
                       : ", ") +
             change_text(g.median) + (g.members.size() > 1 ? ", worst " + change_text(g.worst) : "") + "\n";
    if (k < t.environment.size())
      for (auto const& e : t.environment[k]) out += "  changed with it: " + shown(e) + "\n";
  }
  std::vector<std::vector<std::string>> rows{{"series", "runs", "reference", "last level", "change", "levels"}};
  for (auto const& s : t.result.all)
    if (s.worse) {
      std::string levels;
      for (auto const& l : s.levels)
        levels += (levels.empty() ? "" : ", ") + quantity_text(l.median, s.unit) + " x " + std::to_string(l.runs);
      rows.push_back({t.book[s.series].id, std::to_string(s.runs), quantity_text(s.reference, s.unit),
                      quantity_text(s.levels.back().median, s.unit), change_text(s.now_effect), levels});
    }
  constexpr std::size_t most = 20;
  auto const worse = rows.size() - 1;
  if (rows.size() > most + 1) rows.resize(most + 1);
  if (worse > 0) out += "\nworse than their reference, and not accepted:\n" + columns_text(rows);
  if (worse > most) out += "and " + std::to_string(worse - most) + " more series\n";
  if (worse > 0) {
    auto const id = [&] {
      for (auto const& s : t.result.steps)
        if (s.worse && !s.accepted) return t.nights[s.night].id;
      return std::string("RUN");
    }();
    out += "\nto accept a step, write into a file for --accepted:\n  [[accept]]\n  series = \"" + shown(rows[1][0]) +
           "\"  # * stands for any text\n  run = \"" + shown(id) + "\"\n  by = \"you\"\n  why = \"...\"\n";
  }
  std::size_t learning = 0, other = 0, unusable = 0;
  for (auto const& s : t.result.all) learning += s.learning, other += s.other_unit, unusable += s.unusable;
  if (!t.notes.empty()) out += "\n";
  for (auto const& n : t.notes) out += "note: " + shown(n) + "\n";
  if (unusable > 0)
    out += "note: " + std::to_string(unusable) + " readings have no figure above zero and count as none\n";
  if (other > 0)
    out += "note: " + std::to_string(other) +
           " readings are in another unit than their series now has and count as none\n";
  out += "\n" + counted(t.nights.size(), "run") + ", " + std::to_string(t.result.all.size()) +
         " series: " + std::to_string(worse) + " worse, " + std::to_string(learning) + " learning, " +
         counted(t.result.steps.size(), "step") + "; exit " + std::to_string(t.exit.code) + "\n";
  return out;
}
}  // namespace lanemark::report
