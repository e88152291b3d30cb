// SPDX-License-Identifier: MIT
// What simulated runs cost: seconds and memory of all pairs of 32 devices in 20 sizes (to stay under 2 s) and of all
// pairs of 384 devices in one (under 10 s and 1 GB).
#include <lanemark/backend/sim/sim.hpp>
#include <lanemark/plan/expand.hpp>
#include <lanemark/plan/machine_of.hpp>
#include <lanemark/run/runner.hpp>

#include <sys/resource.h>

#include <chrono>
#include <cstdio>

int main() {
  using namespace lanemark;
  auto row = [](int devices, std::size_t sizes) {
    auto const start = std::chrono::steady_clock::now();
    on_sim::model m{.name = "made-up"};
    for (int i = 0; i < devices; ++i)
      m.devices.push_back({.id = i, .label = "d" + std::to_string(i), .bridge = "b" + std::to_string(i / 4)});
    m.lanes.push_back({.bandwidth = 50, .overhead_ns = 1000});
    m.links = {{.name = "in", .bandwidth = 63, .each = on_sim::link_rule::instances::per_destination},
               {.name = "out", .bandwidth = 63, .each = on_sim::link_rule::instances::per_source}};
    machine_of<sim> machine{sim(std::move(m))};
    choices test{.name = "pairs"};
    test.axes.direction = {"h2d", "d2h", "d2d"};
    for (std::size_t s = 0; s < sizes; ++s) test.axes.size.push_back(std::uint64_t{512} << s);
    auto const planned = expand("growth", std::span(&test, 1), machine.describe());
    std::atomic<bool> stop = false;
    record_collector records;
    auto const end = run(
        machine, planned.cells, [&](any_event const& e) { records(e); }, stop);
    auto const s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%4d devices x %2zu sizes: %7zu cells, %7zu measured, %6.2f s, %5.1f us a cell, peak %.0f MiB\n",
                devices, sizes, planned.cells.size(), end.measured, s,
                s * 1e6 / static_cast<double>(planned.cells.size()), static_cast<double>(usage.ru_maxrss) / 1024);
  };
  row(32, 20);
  row(384, 1);
}
