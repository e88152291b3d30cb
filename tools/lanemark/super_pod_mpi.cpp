// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <lanemark/fabric/facts.hpp>
#include <lanemark/fabric/run.hpp>
#include <lanemark/run/environment_read.hpp>
#include <lanemark/version.hpp>

#include "launched.hpp"
#include "super_pod.hpp"

namespace lanemark::tool {
namespace {
constexpr nanoseconds patience{30e9};  // for a rank that should be there

std::size_t last_level_cache() {
  std::size_t most = 0;
  for (auto const& c : read_environment({}).cpu.caches) most = std::max<std::size_t>(most, c.size);
  return most;
}

class mpi_super_pod final : public super_pod {
  std::unique_ptr<fabric::pod> pod;

 public:
  explicit mpi_super_pod(std::unique_ptr<fabric::pod> p) : pod(std::move(p)) {}
  int rank() const override { return pod->rank(); }
  int ranks() const override { return pod->ranks(); }
  std::vector<std::string> meet(inventory const& here, std::string const& scenario,
                                std::vector<std::string> const& problems) override {
    auto mine = fabric::facts_of_here("/", here, bound_cpus());
    mine.version = version, mine.scenario = scenario, mine.problems = problems;
    return pod->meet(std::move(mine), patience);
  }
  void measure(machine& m, inventory const& here, std::vector<cell> const& cells, event_sink const& tell,
               std::atomic<bool> const& stop) override {
    fabric::workplace w{.ranks = *pod, .local = m, .here = here, .cache_bytes = last_level_cache()};
    fabric::run(w, cells, tell, stop);
  }
  status serve(machine& m, inventory const& here, std::atomic<bool> const& stop) override {
    fabric::workplace w{.ranks = *pod, .local = m, .here = here, .cache_bytes = last_level_cache()};
    return fabric::serve(w, stop);
  }
  void dismiss() override { fabric::dismiss(*pod); }
  std::string waiting_for() const override { return pod->waiting_for(); }
  std::vector<node_line> nodes() const override {
    std::vector<node_line> all;
    for (auto const& f : pod->facts()) all.push_back({f.rank, f.host, f.process});
    return all;
  }
  bool lost() const override { return pod->lost(); }
  bool leave() override { return !pod->lost() && pod->leave(patience + pod->ranks() * nanoseconds{1e9}); }
};
}  // namespace

result<std::unique_ptr<super_pod>> join_super_pod() {
  if (launched().ranks <= 1) return std::unique_ptr<super_pod>{};
  auto joined = fabric::pod::join(patience);
  if (!joined) return joined.error();
  if (auto no = fabric::launch_obstacle(launched(), (*joined)->ranks())) return *no;
  return std::unique_ptr<super_pod>(std::make_unique<mpi_super_pod>(std::move(*joined)));
}
}  // namespace lanemark::tool
