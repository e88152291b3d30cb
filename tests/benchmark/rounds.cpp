// SPDX-License-Identifier: MIT
// How long all pairs of a super-pod take, one after the other and in rounds of disjoint pairs, by a model's clock: 8 to
// 1024 nodes, each ordered pair once, ten samples of 64 MiB at 50 GB/s. And what planning that costs here.
#include <lanemark/backend/sim/sim.hpp>
#include <lanemark/plan/expand.hpp>
#include <lanemark/plan/machine_of.hpp>
#include <lanemark/plan/rounds.hpp>
#include <lanemark/run/runner.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {
double wall() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
}  // namespace

int main() {
  using namespace lanemark;
  std::printf("%6s %9s %8s %13s %12s %8s %12s %10s\n", "nodes", "pairs", "rounds", "one by one s", "in rounds s",
              "ratio", "plan us/pair", "peak MiB");
  for (int nodes = 8; nodes <= 1024; nodes *= 2) {
    on_sim::model m{.name = "made-up"};
    m.nodes = nodes;
    m.devices.push_back({.id = 0, .label = "d0"});
    m.lanes.push_back({.bandwidth = 50, .overhead_ns = 2000});
    machine_of<sim> machine{sim(std::move(m))};
    choices test{.name = "pairs"};
    test.axes.direction = {"node"};
    test.axes.nodes = {"all"};
    test.keys.schedule = "rounds";
    test.axes.size = {std::uint64_t{64} << 20U};
    test.keys.how.iterations = 10;

    auto const begun = wall();
    auto const planned = expand("pod", std::span(&test, 1), machine.describe(), {.max_cells = 2'000'000});
    auto const rounds = rounds_of(planned.cells);
    auto const took = wall() - begun;
    if (!planned.problems.empty()) return std::puts(planned.problems[0].text.c_str()), EXIT_FAILURE;

    // all lanes are alike and no link is shared: one round says what each takes
    std::atomic<bool> stop = false;
    std::vector<cell> some;
    for (auto const i : rounds[0]) some.push_back(planned.cells[i]);
    record_collector records;
    run(
        machine, some, [&](any_event const& e) { records(e); }, stop);
    double cell_s = 0;
    for (auto const& r : records.records_of(some.size(), [](std::size_t, bool) { return record{}; })) {
      if (r.status != outcome::measured) return std::puts(r.reason.c_str()), EXIT_FAILURE;
      cell_s = std::max(cell_s, r.seconds);
    }
    auto const pairs = static_cast<double>(planned.cells.size()), turns = static_cast<double>(rounds.size());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%6d %9.0f %8.0f %13.2f %12.2f %8.1f %12.2f %10.0f\n", nodes, pairs, turns, pairs * cell_s,
                turns * cell_s, pairs / turns, took * 1e6 / pairs, static_cast<double>(usage.ru_maxrss) / 1024);
    std::fflush(stdout);
  }
}
