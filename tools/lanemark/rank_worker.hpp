// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <lanemark/run/pulse.hpp>

namespace lanemark::tool {
class session;
struct preparation;

/// What a rank's worker tells the process that waits for it: all that this one needs to report on a worker that is
/// gone.
class rank_parent {
  int to = -1;  // nobody waits
  pulse* shared = nullptr;

  void tell(std::string const& line) const;

 public:
  rank_parent() = default;
  rank_parent(int descriptor, pulse& beat) : to(descriptor), shared(&beat) {}
  /// Where what is measured is kept, and each line of it.
  void journal(std::string const& path) const;
  void journal_line(std::string_view line) const;
  /// A cell of a scenario is under way.
  void begun(std::size_t scenario, std::size_t cell) const;
  /// The report is being written; it is out, and the run ends with this code.
  void delivering() const;
  void delivered(int code) const;
  /// A rank that writes no report has ended well, or has said why not.
  void ended(int code) const;
  /// Where calls of the backend are noted; none: nobody waits.
  pulse* beat() const { return shared; }
};

/// Runs a rank in a worker that lives as long as the run: MPI cannot be started twice. The exit code. A worker that is
/// lost, or does not come back from a driver, ends the run: of rank 0 what was measured is reported, and --resume goes
/// on behind the cell that it was at.
int run_in_rank_worker(session& s, preparation& p, std::function<int()> const& rank);
}  // namespace lanemark::tool
