// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/measure/record.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/scenario/model.hpp>

namespace lanemark {
/// How a command ended for the one who started it.
struct exit_state {
  int code = 0;
  std::string reason{};
};

/// What a scenario contributes to a report.
struct scenario_identity {
  std::string name{}, description{}, path{}, sha256{};
  std::vector<origin> values{};  ///< every effective value that somebody said, and where
};

/// What judging said of one series, in the words of a report.
struct verdict_line {
  std::string id{};                        ///< of the series
  std::string kind{};                      ///< ok, violated, unmet, ...
  bool against = false;                    ///< counts against the run
  std::string text{};                      ///< a whole sentence with figure and bound
  std::optional<double> value{}, bound{};  ///< in the record's unit
};

/// A whole run: the plain struct that every report is written from.
struct run_result {
  std::string id{};       ///< differs between any two runs
  std::string started{};  ///< UTC, RFC 3339
  std::int64_t duration_ns = 0;
  std::string version{};
  std::vector<std::string> command{};
  std::string backend{};
  bool simulated = false;
  std::uint64_t seed = 1;
  scenario_identity scenario{};
  inventory machine{};
  std::vector<record> records{};
  std::vector<verdict_line> verdicts{};
  std::vector<std::string> notes{};     ///< of the plan: what matched nothing, what was left out
  std::vector<std::string> warnings{};  ///< about the run as a whole
  std::vector<std::string> problems{};  ///< why nothing ran
  exit_state exit{};
};
}  // namespace lanemark
