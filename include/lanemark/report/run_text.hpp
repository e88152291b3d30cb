// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/report/findings.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/report/text.hpp>

namespace lanemark::report {
/// `nightly (scenarios/nightly.toml), backend host, 4 devices, 2026-01-31T02:00:00Z`, and a warning where nothing real
/// was measured.
inline std::string head_text(run_result const& r) {
  auto text = shown("lanemark " + r.version + ", " + r.scenario.name + " (" + r.scenario.path + "), backend " +
                    r.backend + ", " + counted(r.machine.devices.size(), "device") + ", " + r.started) +
              "\n";
  if (!r.nodes.empty()) {
    text += "nodes:";
    for (std::size_t i = 0; i < r.nodes.size() && i < 16; ++i)
      text += (i ? ", " : " ") + std::to_string(r.nodes[i].rank) + " " + shown(r.nodes[i].host);
    text += (r.nodes.size() > 16 ? ", ... (" + std::to_string(r.nodes.size()) + " nodes)" : "") + "\n";
  }
  if (r.simulated) text += "simulated: these figures come from a model, not from hardware\n";
  return text;
}

/// What judging said: of everything but `ok` the first twenty of a ruling and how many there are more (a sick device
/// has hundreds of series; `--json` has all), and how many were judged.
inline std::string verdicts_text(std::vector<verdict> const& verdicts) {
  constexpr std::size_t most = 20;
  std::string text;
  static_assert(ruling::ok == ruling{});
  std::vector<std::size_t> seen(1);  // by ruling
  for (auto const& v : verdicts) {
    auto const kind = static_cast<std::size_t>(v.what);
    if (kind >= seen.size()) seen.resize(kind + 1);
    if (++seen[kind] <= most && v.what != ruling::ok)
      text += std::string(name_of(v.what)) + ": " + shown(v.sentence) + "\n" +
              (v.series.empty() ? "" : "  " + shown(v.series) + "\n");
  }
  for (std::size_t kind = 1; kind < seen.size(); ++kind)
    if (seen[kind] > most)
      text += std::string(name_of(static_cast<ruling>(kind))) + ": " + std::to_string(seen[kind] - most) +
              " more; --json names them all\n";
  if (!verdicts.empty()) text += std::to_string(seen[0]) + " of " + counted(verdicts.size(), "verdict") + " ok\n";
  return text;
}

/// The last line of every run: `measured 2 of 3 planned, 1 skipped, 0 failed; exit 0`, with the reason where it says
/// more.
inline std::string end_text(run_result const& r) {
  auto const counts = to_string(lanemark::tally_of(r));
  auto why = r.exit.reason;
  if (auto const at = why.find(counts); at != why.npos) why.resize(at);  // said already
  while (why.ends_with(' ') || why.ends_with(':')) why.pop_back();
  return counts + "; exit " + std::to_string(r.exit.code) + (why.empty() ? "" : ": " + shown(why)) + "\n";
}

/// A run for people: tables, then why cells have no figure, warnings, notes, verdicts, and the counts with the exit
/// reason.
inline std::string run_text(run_result const& r, std::size_t width = usual_width) {
  auto out = head_text(r);
  auto add = [&](std::string const& part) {
    if (!part.empty()) out += "\n" + part;
  };
  auto lines = [](std::string_view prefix, std::vector<std::string> const& texts) {
    std::string all;
    for (auto const& t : texts) all += std::string(prefix) + shown(t) + "\n";
    return all;
  };
  std::string surroundings;
  for (auto const& w : r.surroundings_warnings)
    if (w.certain && !r.simulated)  // a model does not mind a busy CPU
      surroundings += "warning: " + shown(w.thing.empty() ? w.text : w.thing + ": " + w.text) + "\n";
  add(tables_text(r.records, width));
  add(findings_text("", reasons(r.records)));
  add(findings_text("warning: ", warnings(r.records)) + surroundings + lines("warning: ", r.warnings));
  add(lines("", r.notes));
  add(lines("", r.problems));
  add(verdicts_text(r.verdicts));
  add(end_text(r));
  return out;
}
}  // namespace lanemark::report
