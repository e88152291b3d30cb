// SPDX-License-Identifier: MIT
// How planning grows: microseconds a cell from 10^2 to 10^5 cells, which must stay level, and the memory that the plan
// keeps.
#include <lanemark/plan/expand.hpp>

#include <sys/resource.h>

#include <chrono>
#include <cstdio>

namespace {
double seconds_of(auto const& work) {
  auto const start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}
}  // namespace

int main() {
  using namespace lanemark;
  inventory inv{.backend = "sim", .simulated = true};
  inv.offers = {{"bandwidth", "model", "warm", "device"}, {"latency", "model", "warm", "device"}};
  for (int i = 0; i < 384; ++i)
    inv.devices.push_back({.id = i, .label = "d" + std::to_string(i), .product = "made-up"});

  std::printf("%-28s %10s %10s %12s %12s\n", "plan", "cells", "ms", "us per cell", "peak MiB");
  auto row = [&](char const* name, choices const& test) {
    std::size_t cells = 0;
    std::string trouble;
    auto const s = seconds_of([&] {
      auto const p = expand("growth", std::span(&test, 1), inv);
      cells = p.cells.size();
      if (!p.problems.empty()) trouble = p.problems[0].text;
    });
    if (trouble.empty())
      std::printf("%-28s %10zu %10.2f %12.3f %12.1f\n", name, cells, s * 1e3, s * 1e6 / static_cast<double>(cells),
                  peak_mib());
    else
      std::printf("%-28s %10s %10.2f %12s %12.1f  %s\n", name, "refused", s * 1e3, "-", peak_mib(), trouble.c_str());
  };
  for (std::size_t const wanted : {100U, 1000U, 10'000U, 100'000U}) {
    choices test{.name = "sizes"};
    test.axes.direction = {"h2d", "d2h"};
    test.axes.lanes = {.keyword = "", .named = {"0", "1", "2", "3", "4"}};
    for (std::size_t s = 1; s <= wanted / 10; ++s) test.axes.size.push_back(s * 64);
    row("sizes x 5 lanes x 2", test);
  }
  choices pairs{.name = "pairs"};
  pairs.axes.direction = {"d2d"};
  row("all pairs of 384 devices", pairs);
  pairs.exclude = {{{{.key = "lanes", .values = {"0>1"}}}, {}}};
  pairs.overrides = {{{{{.key = "product", .values = {"made-up"}}}, {}}, {.iterations = 3}}};
  row("  with exclude, override", pairs);
  for (std::uint64_t s = 1; s <= 100; ++s) pairs.axes.size.push_back(s << 10U);
  row("  x 100 sizes", pairs);
}
