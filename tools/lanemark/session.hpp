// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/judge/accepted_step.hpp>
#include <lanemark/judge/exit_code.hpp>
#include <lanemark/report/run_result.hpp>

#include "answer.hpp"
#include "device_claims.hpp"
#include "options.hpp"
#include "prepare.hpp"
#include "rank_worker.hpp"
#include "run_journal.hpp"
#include "run_prepared.hpp"
#include "super_pod.hpp"

namespace lanemark::tool {
/// `2026-01-31T02:00:00Z`.
std::string utc_now();
/// The time, so that ids sort, and 64 random bits, so that no two runs share one.
std::string new_run_id(std::string started);

/// All runs of a command line and what decides how they end.
class session {
 public:
  options const& o;
  run_renderer const& render;
  std::vector<run_result> runs{};
  run_facts facts{};
  std::vector<verdict> verdicts{};
  super_pod* pod = nullptr;  ///< the other ranks; none: this process is alone
  bool abandoned = false;    ///< a thread did not come back
  run_journal journal{};
  std::string journal_left{};  ///< by a worker of this rank that is gone
  rank_parent parent{};        ///< who waits for this process, of a rank's worker
  device_claims claims{};
  std::vector<accepted_step> accepted{};

  session(options const& given, run_renderer const& how) : o(given), render(how) {}

  /// Opens the journal, and looks at what the runs will be judged with, before anything runs.
  void open(preparation& p);
  /// False: the journal's records are of something else, or it cannot be written.
  bool begin_journal(std::vector<prepared> const& all, std::vector<run_result>& begun);
  /// Takes in a run that has ended. `several`: it is one of more, and says how it ended itself.
  void add(prepared const& p, run_result r, bool several);
  /// Is there a reason to run nothing?
  bool refused() const { return !facts.usage.empty() || !facts.trouble.empty() || !facts.incomparable.empty(); }
  /// Writes all that was asked for and returns the exit code.
  int finish();

 private:
  answer answered();
  void say_in_run(answer const& a);
  void settle_journal(int code, bool delivered);
};
}  // namespace lanemark::tool
