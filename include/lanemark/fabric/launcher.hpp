// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/result.hpp>

namespace lanemark::fabric {
/// What a launcher of parallel programs says of this process.
struct launch {
  std::string by{};  ///< `mpirun (Open MPI)`, `srun (Slurm)`; empty: started alone
  int rank = 0, ranks = 1;
  bool binds = false;  ///< it has bound this process to some CPUs, by its own rule and not the user's
};

/// Looks a variable up; nothing: it is not set. The library reads no environment of its own.
using variable_of = function_ref<std::optional<std::string>(std::string_view)>;

/// Which launcher started this process, by the variables that it sets. Sources: Open MPI 4.1 (ompi/runtime, the
/// OMPI_COMM_WORLD_ variables), MPICH's Hydra and Intel MPI (PMI_RANK, PMI_SIZE), Slurm (srun sets SLURM_PROCID and
/// SLURM_STEP_NUM_TASKS; a batch script alone has no task count of a step).
inline launch launch_of(variable_of get) {
  struct row {
    char const *by, *rank, *ranks;
  };
  constexpr row rows[] = {{"mpirun (Open MPI)", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                          {"mpiexec (PMI)", "PMI_RANK", "PMI_SIZE"},
                          {"srun (Slurm)", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
  auto number = [&](char const* name) -> std::optional<int> {
    auto const text = get(name);
    if (!text || text->empty() || text->size() > 7) return {};
    int n = 0;
    for (char const c : *text) {
      if (c < '0' || c > '9') return {};
      n = n * 10 + (c - '0');
    }
    return n;
  };
  for (auto const& r : rows) {
    auto const rank = number(r.rank), ranks = number(r.ranks);
    if (rank && ranks && *ranks > 0 && *rank < *ranks)
      return {r.by, *rank, *ranks, get("OMPI_MCA_orte_bound_at_launch").value_or("") == "1"};
  }
  return {};
}

/// Why a launched program cannot be one of several ranks; nothing: it can, or was started alone. `ranks_seen`: the size
/// of MPI's world, 0 when this build has no MPI.
inline status launch_obstacle(launch const& l, int ranks_seen) {
  if (l.ranks <= 1) return {};
  auto const started = "started by " + l.by + " as one of " + std::to_string(l.ranks) + " processes, and ";
  if (ranks_seen == 0)
    return problem{fault::invalid, started +
                                       "this lanemark was built without MPI: each would run alone and measure into "
                                       "the others; install libopenmpi-dev and build again, or start one process"};
  if (ranks_seen != l.ranks)
    return problem{fault::invalid, started + "MPI sees " + std::to_string(ranks_seen) +
                                       ": the launcher belongs to another MPI than the one lanemark is built with; use "
                                       "that MPI's mpirun (under Slurm: srun --mpi=pmix, where it is offered)"};
  return {};
}
}  // namespace lanemark::fabric
