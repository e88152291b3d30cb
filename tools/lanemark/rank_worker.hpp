// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <string>

namespace lanemark::tool {
class session;
struct preparation;

/// What a rank's worker tells the process that waits for it, so that this one can report on a worker that is gone.
class rank_parent {
  int to = -1;  // nobody waits

  void tell(std::string const& line) const;

 public:
  rank_parent() = default;
  explicit rank_parent(int descriptor) : to(descriptor) {}
  /// Where what is measured is kept.
  void journal(std::string const& path) const;
  /// A cell of a scenario is under way.
  void cell(std::size_t scenario, std::size_t number) const;
  /// The report is out, and the run ends with this code.
  void delivered(int code) const;
};

/// Runs a rank in a worker that lives as long as the run: MPI cannot be started twice. The exit code. A worker that is
/// gone ends the run: of rank 0 what was measured is reported from its journal, and --resume goes on.
int run_in_rank_worker(session& s, preparation& p, std::function<int()> const& rank);
}  // namespace lanemark::tool
