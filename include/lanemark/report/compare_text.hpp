// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/report/compare_view.hpp>
#include <lanemark/report/grid.hpp>
#include <lanemark/report/label.hpp>

namespace lanemark::report {
namespace compare_detail {
constexpr std::size_t most_rows = 5;  ///< of one finding; all are in the JSON document

inline std::string run_count(std::size_t n) { return counted(n, "run"); }

/// The series of one finding with their figures, worst first.
inline std::string figures_of(compare_view const& c, verdict_group const& g, std::size_t width) {
  grid table{.corner = "  series"};
  bool const rerun =
      std::any_of(g.members.begin(), g.members.end(), [&](std::size_t i) { return c.result.all[i].rerun.has_value(); });
  table.columns = {"base", "new"};
  if (rerun) table.columns.emplace_back("again");
  for (auto const* name : {"change", "95 % interval", "visible from"}) table.columns.emplace_back(name);
  for (std::size_t i = 0; i < std::min(most_rows, g.members.size()); ++i) {
    auto const& v = c.result.all[g.members[i]];
    grid::row row{"  " + shown(c.book[v.series].id)};
    row.cells = {quantity_text(v.reference, v.unit), quantity_text(v.value, v.unit)};
    if (rerun) row.cells.push_back(v.rerun ? quantity_text(*v.rerun, v.unit) : "-");
    row.cells.push_back(v.reference > 0 ? change_text(v.effect) : "-");
    row.cells.push_back(change_interval(v.low, v.high));
    row.cells.push_back(v.could_see ? fixed(*v.could_see * 100, 1) + " %" : "-");
    table.rows.push_back(std::move(row));
  }
  auto text = layout(table, width);
  if (g.members.size() > most_rows) text += "  and " + std::to_string(g.members.size() - most_rows) + " more series\n";
  return text;
}
inline std::string sentences_of(compare_view const& c, verdict_group const& g) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_rows, g.members.size()); ++i) {
    auto const& v = c.result.all[g.members[i]];
    text += "  " + shown(c.book[v.series].id) + (v.sentence.empty() ? "" : ": " + shown(v.sentence)) + "\n";
  }
  if (g.members.size() > most_rows) text += "  and " + std::to_string(g.members.size() - most_rows) + " more series\n";
  return text;
}

/// The changes of one finding, measure by measure: `, bandwidth -33.3 % (worst -35.0 %), latency +50.0 %`.
inline std::string changes_of(compare_view const& c, verdict_group const& g) {
  std::vector<std::string> measures;
  for (auto const i : g.members) {
    auto const& m = c.book[c.result.all[i].series].measure;
    if (std::find(measures.begin(), measures.end(), m) == measures.end()) measures.push_back(m);
  }
  std::string text;
  for (auto const& m : measures) {
    std::vector<double> effects;
    for (auto const i : g.members)
      if (c.book[c.result.all[i].series].measure == m) effects.push_back(c.result.all[i].effect);
    auto const worst = change_text(effects.front()), middle = change_text(take_median(effects));
    text += ", " + m + " " + middle + (worst != middle ? " (worst " + worst + ")" : "");
  }
  return text;
}

inline std::string group_line(compare_view const& c, verdict_group const& g) {
  auto const& first = c.result.all[g.members[0]];
  auto text = std::string(name_of(g.as)) + ": " + shown(finding_name(g.what, c.now));
  if (g.members.size() > 1 || g.of > 1)
    text += ", " + std::to_string(g.members.size()) + " of " + std::to_string(g.of) + " series";
  if (g.as == ruling::missing || g.as == ruling::incomparable || g.as == ruling::fresh) return text + "\n";
  text += changes_of(c, g);
  if (g.as == ruling::regressed && c.result.by == comparison::method::history)
    text += c.result.confirmed && first.rerun ? ", confirmed by a rerun" : ", not confirmed by a rerun";
  std::size_t since = 0;
  for (auto const i : g.members) since += c.result.all[i].since.empty() ? 0U : 1U;
  if (since > 0) text += "; worse since run " + c.result.all[g.members[0]].since;
  return text + "\n";
}

inline std::string groups_text(compare_view const& c, ruling kind, std::size_t width) {
  constexpr std::size_t most_groups = 12;
  std::string text;
  auto const groups = group_verdicts(c.result, c.book, kind);
  bool const figures = kind != ruling::missing && kind != ruling::incomparable && kind != ruling::fresh;
  for (std::size_t i = 0; i < std::min(most_groups, groups.size()); ++i) {
    text += "\n" + group_line(c, groups[i]);
    text += figures ? figures_of(c, groups[i], width) : sentences_of(c, groups[i]);
    if (kind == ruling::inconclusive && !c.result.all[groups[i].members[0]].sentence.empty())
      text += "  " + shown(c.result.all[groups[i].members[0]].sentence) + "\n";
  }
  if (groups.size() > most_groups)
    text += "\nand " + counted(groups.size() - most_groups, "more finding") + " that " +
            (groups.size() - most_groups == 1 ? "is " : "are ") + std::string(name_of(kind)) + "\n";
  return text;
}

/// What stayed hidden: how small a change would have been a finding, by measure.
inline std::string visibility_text(compare_view const& c) {
  std::vector<std::string> measures;
  for (auto const& v : c.result.all) {
    auto const& m = c.book[v.series].measure;
    if (v.could_see && std::find(measures.begin(), measures.end(), m) == measures.end()) measures.push_back(m);
  }
  std::string text;
  for (auto const& m : measures) {
    std::vector<double> seen;
    series_verdict const* blindest = nullptr;
    for (auto const& v : c.result.all)
      if (v.could_see && c.book[v.series].measure == m) {
        seen.push_back(*v.could_see);
        if (!blindest || *v.could_see > *blindest->could_see) blindest = &v;
      }
    auto const middle = take_median(seen);
    text += m + ": could not have seen less than " + fixed(middle * 100, 1) + " %";
    if (seen.size() > 1 && *blindest->could_see > middle * 1.001)
      text += " (median of " + std::to_string(seen.size()) + " series; at worst " +
              fixed(*blindest->could_see * 100, 1) + " %, " + shown(c.book[blindest->series].id) + ")";
    text += "\n";
  }
  return text;
}

inline std::string common_text(compare_view const& c) {
  std::string text;
  for (auto const& s : c.result.common) {
    if (s.removed && !(s.p < 0.05)) continue;  // as every night
    text += s.measure + ": all " + std::to_string(s.series) + " series moved by " + change_text(s.effect) +
            " together (p " + probability_text(s.p) + "); " +
            (s.removed ? "below the least effect, taken out of each" : "not taken out") + "\n";
  }
  return text;
}

inline std::string sides_text(compare_view const& c) {
  auto text = "new:  " + c.now.scenario + " on " + c.now.backend + ", " + counted(c.now.devices.size(), "device") +
              ", " + name_of(c.now) + "\n";
  if (c.base.empty()) return text + "base: none\n";
  text += "base: ";
  if (c.base.size() == 1) return text + name_of(c.base[0]) + "\n";
  return text + run_count(c.base.size()) + " from " + name_of(c.base.front()) + " to " + name_of(c.base.back()) + "\n";
}
inline std::string shown_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto const end = std::min(text.find('\n'), text.size());
    out += shown(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}
}  // namespace compare_detail

/// A comparison for people: the verdict in one line, the two sides, findings worst first, what could not be seen, what
/// changed beside the figures, and the counts.
inline std::string compare_text(compare_view const& c, std::size_t width) {
  using namespace compare_detail;
  auto out = shown(c.exit.reason) + "\n" + shown_lines(sides_text(c));
  if (c.now.simulated) out += "simulated: these figures come from a model, not from hardware\n";
  if (!c.confirmed_by.empty()) out += "rerun: " + shown(c.confirmed_by) + "\n";
  auto lines = [&](std::string_view prefix, std::vector<std::string> const& all) {
    for (auto const& l : all) out += std::string(prefix) + shown(l) + "\n";
  };
  if (!c.incomparable.empty() || !c.environment.empty()) out += "\n";
  lines("incomparable: ", c.incomparable);
  lines("changed since the base: ", c.environment);
  if (c.incomparable.empty()) {
    std::string broken;
    for (auto const& r : c.now.readings)
      if (!r.limit.empty()) broken += "limit: " + shown(r.limit) + "\n  " + shown(c.book[r.series].id) + "\n";
    if (!broken.empty()) out += "\n" + broken;
    for (auto const kind : {ruling::regressed, ruling::incomparable, ruling::missing, ruling::inconclusive,
                            ruling::unstable, ruling::improved, ruling::fresh})
      out += groups_text(c, kind, width);
  }
  auto const seen = c.incomparable.empty() ? visibility_text(c) + common_text(c) : std::string();
  if (!seen.empty()) out += "\n" + seen;
  if (!c.result.notes.empty() || !c.notes.empty()) out += "\n";
  lines("note: ", c.result.notes);
  lines("note: ", c.notes);
  std::string counts =
      "judged " + std::to_string(c.result.tested) + " of " + counted(c.now.readings.size(), "series that ran");
  counts = "judged " + std::to_string(c.result.tested) + " of " + std::to_string(c.now.readings.size()) + " series: ";
  bool first = true;
  for (auto const kind : {ruling::ok, ruling::improved, ruling::regressed, ruling::inconclusive, ruling::unstable,
                          ruling::learning, ruling::fresh, ruling::missing, ruling::incomparable}) {
    auto const n = count_of(c.result, kind);
    if (n == 0 && kind != ruling::ok && kind != ruling::regressed && kind != ruling::missing) continue;
    counts += (first ? "" : ", ") + std::to_string(n) + " " + std::string(name_of(kind));
    first = false;
  }
  if (c.result.neither > 0) counts += ", " + std::to_string(c.result.neither) + " without a figure on either side";
  return out + "\n" + counts + "; exit " + std::to_string(c.exit.code) + "\n";
}
}  // namespace lanemark::report
