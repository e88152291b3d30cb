// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "options.hpp"
#include "prepare.hpp"
#include "rank_worker.hpp"
#include "super_pod.hpp"

namespace lanemark::tool {
/// The other ranks of this job, and why they cannot run together. Shared with a thread that may be left behind.
struct joined_ranks {
  std::unique_ptr<super_pod> pod{};     ///< none: this process is alone
  std::vector<std::string> problems{};  ///< of all ranks; none: go
  bool usage = false;                   ///< they are the user's to mend; else the machine's
  bool abandoned = false;               ///< a signal came before all had met
};
/// Meets the other ranks, where a launcher started several. Takes as long as the slowest of them.
std::shared_ptr<joined_ranks> join_ranks(preparation const& p);

/// The life of a rank that is not 0: it takes part, and says only what went wrong with itself. Where a report is
/// written to a file, its own diagnostics lie beside it. The exit code; 0 unless this rank itself had trouble, so that
/// the launcher's is that of rank 0.
int serve_ranks(options const& o, joined_ranks& others, preparation& p, rank_parent const& parent);
}  // namespace lanemark::tool
