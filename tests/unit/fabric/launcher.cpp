// SPDX-License-Identifier: MIT
#include <lanemark/fabric/launcher.hpp>

#include <map>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::fabric;

namespace {
launch with(std::map<std::string, std::string> const& variables) {
  auto const get = [&](std::string_view name) -> std::optional<std::string> {
    auto const at = variables.find(std::string(name));
    return at == variables.end() ? std::nullopt : std::optional(at->second);
  };
  return launch_of(get);
}
}  // namespace

TEST_CASE("who started this process, by its variables") {
  auto const alone = with({});
  CHECK(alone.by.empty());
  CHECK(alone.ranks == 1);

  auto const open_mpi = with({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "3"}});
  CHECK(open_mpi.by == "mpirun (Open MPI)");
  CHECK(open_mpi.rank == 1);
  CHECK(open_mpi.ranks == 3);
  CHECK(!open_mpi.binds);
  CHECK(with({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}, {"OMPI_MCA_orte_bound_at_launch", "1"}})
            .binds);

  CHECK(with({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}).by == "mpiexec (PMI)");
  CHECK(with({{"SLURM_PROCID", "5"}, {"SLURM_STEP_NUM_TASKS", "8"}}).by == "srun (Slurm)");
  // a batch script has a rank and no tasks of a step: it was started alone
  CHECK(with({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}}).by.empty());
}

TEST_CASE("variables that make no sense say nothing") {
  for (auto const* size : {"", "0", "x", "-2", "2x", "99999999999", "1 "}) {
    INFO(size);
    CHECK(with({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", size}}).by.empty());
  }
  CHECK(with({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "2"}}).by.empty());
  CHECK(with({{"OMPI_COMM_WORLD_SIZE", "2"}}).by.empty());
}

TEST_CASE("several processes need MPI, and the launcher's own") {
  CHECK(!launch_obstacle({}, 0));
  CHECK(!launch_obstacle({"mpirun (Open MPI)", 0, 1}, 0));
  CHECK(!launch_obstacle({"mpirun (Open MPI)", 0, 2}, 2));
  auto const without = launch_obstacle({"mpirun (Open MPI)", 1, 2}, 0);
  REQUIRE(without);
  CHECK(without->kind == fault::invalid);
  CHECK(without->text.find("started by mpirun (Open MPI) as one of 2 processes") != std::string::npos);
  CHECK(without->text.find("built without MPI") != std::string::npos);
  auto const foreign = launch_obstacle({"mpiexec (PMI)", 0, 2}, 1);
  REQUIRE(foreign);
  CHECK(foreign->text.find("MPI sees 1") != std::string::npos);
  CHECK(foreign->text.find("another MPI") != std::string::npos);
}
