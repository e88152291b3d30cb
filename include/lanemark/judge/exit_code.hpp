// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lanemark/judge/verdict.hpp>

namespace lanemark {
/// All that decides how a run ends.
struct run_facts {
  std::size_t planned = 0, measured = 0, skipped = 0, failed = 0;
  std::size_t missing = 0;                  ///< skipped cells whose test says missing = "fail"
  std::vector<std::string> usage{};         ///< wrong with the command line or the scenario: nothing ran
  std::vector<std::string> trouble{};       ///< run-time failures beside cells: a report that could not be written
  std::vector<std::string> incomparable{};  ///< another machine, another schema
  std::vector<std::string> unmet{};         ///< expectations of the target
  std::span<verdict const> verdicts{};
  int signal = 0;  ///< that ended the run; 0: none
};

/// An exit code and the sentence that explains it.
struct exit_status {
  int code = 0;
  std::string reason{};
};

/// `measured 3 of 4 planned, 1 skipped, 0 failed`.
inline std::string counts_text(run_facts const& f) {
  return "measured " + std::to_string(f.measured) + " of " + std::to_string(f.planned) + " planned, " +
         std::to_string(f.skipped) + " skipped, " + std::to_string(f.failed) + " failed";
}

/// The exit code of a run. Codes in the order of their precedence: 128+n (a signal ended it), 2 (usage, nothing ran),
/// 1 (a run-time failure), 5 (incomparable), 3 (a limit violated, a series regressed), 4 (incomplete), 0. Nothing
/// measured is never success.
inline exit_status exit_of(run_facts const& f) {
  auto first = [](std::vector<std::string> const& all) {
    return all[0] + (all.size() > 1 ? " (and " + std::to_string(all.size() - 1) + " more)" : "");
  };
  auto of_verdicts = [&](auto is, std::string const& what) -> std::string {
    auto const n = std::count_if(f.verdicts.begin(), f.verdicts.end(), [&](verdict const& v) { return is(v.what); });
    if (n == 0) return {};
    auto const& v =
        *std::find_if(f.verdicts.begin(), f.verdicts.end(), [&](verdict const& one) { return is(one.what); });
    return std::to_string(n) + what + (n == 1 ? ": " : ", the first: ") + (v.series.empty() ? "" : v.series + ": ") +
           v.sentence;
  };
  if (f.signal > 0) return {128 + f.signal, "ended by signal " + std::to_string(f.signal) + ": " + counts_text(f)};
  if (!f.usage.empty()) return {2, first(f.usage)};
  if (f.failed > 0)
    return {1, std::to_string(f.failed) + (f.failed == 1 ? " cell failed: " : " cells failed: ") + counts_text(f)};
  if (!f.trouble.empty()) return {1, first(f.trouble)};
  if (!f.incomparable.empty()) return {5, first(f.incomparable)};
  auto is_incomparable = [](ruling r) { return r == ruling::incomparable; };
  if (auto const why = of_verdicts(is_incomparable, " incomparable"); !why.empty()) return {5, why};
  if (auto const why = of_verdicts(is_violation, " against the machine"); !why.empty()) return {3, why};
  if (!f.unmet.empty()) return {4, first(f.unmet)};
  if (f.measured == 0) return {4, "nothing was measured: " + counts_text(f)};
  if (f.missing > 0)
    return {4, std::to_string(f.missing) + (f.missing == 1 ? " cell is" : " cells are") +
                   " missing that missing = \"fail\" requires: " + counts_text(f)};
  if (auto const why = of_verdicts(is_hole, " not judged"); !why.empty()) return {4, why};
  if (f.measured + f.skipped < f.planned) return {4, "not all of the plan ran: " + counts_text(f)};
  return {0, counts_text(f)};
}
}  // namespace lanemark
