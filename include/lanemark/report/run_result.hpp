// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/judge/exit_code.hpp>
#include <lanemark/judge/verdict.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/report/findings.hpp>
#include <lanemark/run/environment.hpp>
#include <lanemark/run/warning.hpp>
#include <lanemark/scenario/model.hpp>

namespace lanemark {
/// What a scenario contributes to a report.
struct scenario_identity {
  std::string name{}, description{}, path{}, sha256{};
  std::vector<origin> values{};  ///< every effective value that somebody said, and where
};

/// A node of a super-pod that took part.
struct node_line {
  int rank = 0;
  std::string host{};
  int process = 0;  ///< process id there
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
  std::uint64_t seed = 1;  ///< of the payload, of the first test
  scenario_identity scenario{};
  inventory machine{};
  std::vector<node_line> nodes{};  ///< under a launcher of several ranks
  std::optional<environment> surroundings{};
  std::vector<warning> surroundings_warnings{};  ///< of the surroundings; said of simulated runs in JSON alone
  std::size_t planned = 0;                       ///< cells; more than there are records when nothing was begun
  std::vector<record> records{};
  std::vector<verdict> verdicts{};
  std::vector<std::string> notes{};     ///< of the plan: what matched nothing, what was left out
  std::vector<std::string> warnings{};  ///< about the run as a whole
  std::vector<std::string> problems{};  ///< why nothing ran, or what could not be written
  exit_status exit{};
};

/// The counts of a run.
inline report::tally tally_of(run_result const& r) {
  auto t = report::tally_of(r.records);
  t.planned = std::max(t.planned, r.planned);
  return t;
}
}  // namespace lanemark
