// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/run/event.hpp>

namespace lanemark::tool {
/// The ranks of this job. With MPI, or without it: then there is never more than one.
class super_pod {
 public:
  super_pod() = default;
  super_pod(super_pod const&) = delete;
  super_pod& operator=(super_pod const&) = delete;
  virtual ~super_pod() = default;
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  /// Says what this rank is and learns why the ranks cannot run together; none: they can. `scenario`: hash of all that
  /// decides what is measured; `problems`: why this rank cannot.
  virtual std::vector<std::string> meet(inventory const& here, std::string const& scenario,
                                        std::vector<std::string> const& problems) = 0;
  /// Rank 0 measures, as often as it likes, before it dismisses the others.
  virtual void measure(machine& m, inventory const& here, std::vector<cell> const& cells, event_sink const& tell,
                       std::atomic<bool> const& stop) = 0;
  /// Any other rank takes part in what rank 0 measures of a scenario, until it is dismissed.
  virtual status serve(machine& m, inventory const& here, std::atomic<bool> const& stop) = 0;
  /// Rank 0 lets the others go on to the next scenario.
  virtual void dismiss() = 0;
  /// `rank 1 (b)`: whom this rank waits for; empty: nobody.
  virtual std::string waiting_for() const = 0;
  /// The nodes, for a report.
  virtual std::vector<node_line> nodes() const = 0;
  /// MPI did not come back once: this process can only report and end.
  virtual bool lost() const = 0;
  /// Ends MPI. False: it does not come back, and the process must end without it.
  virtual bool leave() = 0;
};

/// Joins the other ranks where a launcher started several; a null pointer where this process is alone.
result<std::unique_ptr<super_pod>> join_super_pod();
}  // namespace lanemark::tool
