// SPDX-License-Identifier: MIT
#include <lanemark/backend/sim/jitter.hpp>

#include <cmath>
#include <set>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark::on_sim;

static_assert(mixed(0) == 0xe220a8397b1dcdafU);  // first output of splitmix64 with seed 0, as published with it
static_assert(mixed(0x9e3779b97f4a7c15U) == 0x6e789e6aa1b965f4U);

TEST_CASE("without a kind or a spread the factor is exactly 1") {
  CHECK(jitter_factor(jitter_kind::none, 0.5, 1, 2, 3) == 1);
  CHECK(jitter_factor(jitter_kind::lognormal, 0, 1, 2, 3) == 1);
  CHECK(jitter_factor(jitter_kind::normal, 0, 1, 2, 3) == 1);
}

TEST_CASE("the factor depends on seed, series and sample, and on nothing else") {
  auto const one = jitter_factor(jitter_kind::lognormal, 0.1, 1, 2, 3);
  (void)jitter_factor(jitter_kind::lognormal, 0.1, 9, 9, 9);  // what ran before does not matter
  CHECK(jitter_factor(jitter_kind::lognormal, 0.1, 1, 2, 3) == one);
  CHECK(jitter_factor(jitter_kind::lognormal, 0.1, 2, 2, 3) != one);
  CHECK(jitter_factor(jitter_kind::lognormal, 0.1, 1, 3, 3) != one);
  CHECK(jitter_factor(jitter_kind::lognormal, 0.1, 1, 2, 4) != one);
  CHECK(jitter_factor(jitter_kind::lognormal, 0.1, 2, 1, 3) != jitter_factor(jitter_kind::lognormal, 0.1, 1, 2, 3));
}

TEST_CASE("mean 1 and the wished spread") {
  auto const kind = GENERATE(jitter_kind::lognormal, jitter_kind::normal);
  auto const cv = GENERATE(0.005, 0.05, 0.2);
  constexpr int n = 40'000;
  double sum = 0, squares = 0, least = 2;
  std::set<double> different;
  for (int i = 0; i < n; ++i) {
    auto const f = jitter_factor(kind, cv, 1, 7, static_cast<std::uint64_t>(i));
    sum += f, squares += f * f, least = std::min(least, f), different.insert(f);
  }
  auto const mean = sum / n, spread = std::sqrt(squares / n - mean * mean) / mean;
  CHECK(std::fabs(mean - 1) < 5 * cv / std::sqrt(n));
  CHECK(std::fabs(spread / cv - 1) < 0.03);
  CHECK(least > 0);
  CHECK(different.size() > n - 3);
}

TEST_CASE("neighbouring samples do not follow each other") {
  double covariance = 0;
  constexpr int n = 20'000;
  for (std::uint64_t i = 0; i < n; ++i)
    covariance += (jitter_factor(jitter_kind::normal, 0.1, 1, 1, i) - 1) *
                  (jitter_factor(jitter_kind::normal, 0.1, 1, 1, i + 1) - 1);
  CHECK(std::fabs(covariance / n / 0.01) < 0.03);
}
