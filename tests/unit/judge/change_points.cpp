// SPDX-License-Identifier: MIT
#include <lanemark/judge/change_points.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// Logarithms around levels, with a fixed scatter of about 0.5 %.
std::vector<double> history(std::vector<std::pair<std::size_t, double>> const& parts) {
  std::vector<double> x;
  for (auto const& [n, at] : parts)
    for (std::size_t i = 0; i < n; ++i) x.push_back(at + 0.005 * (static_cast<double>((x.size() * 7) % 11) / 5 - 1));
  return x;
}
std::vector<std::size_t> starts(std::vector<level> const& all) {
  std::vector<std::size_t> out;
  for (auto const& l : all) out.push_back(l.first);
  return out;
}
using places = std::vector<std::size_t>;
}  // namespace

TEST_CASE("steps are found where they are") {
  CHECK(starts(levels_of(history({{30, 0}}), {})) == places{0});
  CHECK(starts(levels_of(history({{20, 0}, {20, -0.05}}), {})) == places{0, 20});
  CHECK(starts(levels_of(history({{20, 0}, {10, -0.05}, {20, 0}}), {})) == places{0, 20, 30});
  CHECK(starts(levels_of(history({{20, 0}, {4, -0.05}}), {})) == places{0, 20});
  CHECK(levels_of(std::vector<double>{}, {}).empty());
  CHECK(starts(levels_of(std::vector<double>(12, 1.0), {})) == places{0});
}

TEST_CASE("a spike of one or two runs is no step, nor is a small one") {
  CHECK(starts(levels_of(history({{20, 0}, {1, -0.2}, {20, 0}}), {})) == places{0});
  CHECK(starts(levels_of(history({{20, 0}, {1, -0.2}}), {})) == places{0});
  CHECK(starts(levels_of(history({{20, 0}, {20, -0.02}}), {})) == places{0});
  CHECK(starts(levels_of(history({{20, 0}, {20, -0.02}}), {.least = 0.01})) == places{0, 20});
}

TEST_CASE("exact values have exact steps") {
  std::vector<double> x(8, 24.0);
  x.resize(12, 24.0 - 0.05);
  CHECK(starts(levels_of(x, {})) == places{0, 8});
}

TEST_CASE("a level for the worse is not got used to") {
  auto of = [](std::vector<std::pair<std::size_t, double>> const& parts, bool higher_is_better = true) {
    return reference_of(levels_of(history(parts), {}), higher_is_better, 0.03, 8);
  };
  auto r = of({{20, 0}});
  CHECK(r.runs.size() == 20);
  CHECK(r.left_at == 0);
  r = of({{20, 0}, {15, -0.05}});
  CHECK(r.runs.size() == 20);
  CHECK(r.left_at == 20);
  r = of({{20, 0}, {15, -0.05}, {15, -0.10}});  // twice
  CHECK(r.left_at == 20);
  r = of({{20, 0}, {10, -0.05}, {20, 0}});  // and back
  CHECK(r.runs.size() == 40);
  CHECK(r.left_at == 0);
  r = of({{20, 0}, {10, 0.05}});  // better: taken over
  CHECK(r.runs == places{20, 21, 22, 23, 24, 25, 26, 27, 28, 29});
  CHECK(r.left_at == 0);
  r = of({{20, 0}, {5, 0.05}});  // better, and not for long
  CHECK(r.runs.size() == 20);
  r = of({{20, 0}, {10, 0.05}}, false);  // a latency
  CHECK(r.left_at == 20);
  r = of({{20, 0}, {10, 0.05}, {8, 0}});  // an improvement that was lost again
  CHECK(r.left_at == 30);
}
