// SPDX-License-Identifier: MIT
#include <lanemark/measure/steadiness.hpp>

#include <cmath>

#include <made_up_noise.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace made_up_noise;

namespace {
struct found {
  int correlation = 0, drift = 0, modes = 0;
};
/// In how many of 2000 cells each was found.
template <class Noise>
found in_2000(Noise noise, std::size_t n, std::uint64_t seed = 1) {
  dice d{seed};
  found f;
  for (int i = 0; i < 2000; ++i) {
    auto const s = steadiness_of(samples_of(noise, n, d));
    f.correlation += s.correlation > 0;
    f.drift += s.drift != 0;
    f.modes += s.high_mode > 0;
  }
  return f;
}
}  // namespace

TEST_CASE("of steady samples hardly a cell in a hundred is doubted", "[steadiness]") {
  for (std::size_t const n : {20U, 40U, 160U}) {
    CAPTURE(n);
    for (double const spread : {0.005, 0.05}) {
      auto const a = in_2000(steady_normal{spread}, n), b = in_2000(steady_lognormal{spread}, n);
      CHECK(a.correlation + b.correlation <= 20);
      CHECK(a.drift + b.drift <= 4);
      CHECK(a.modes + b.modes <= 20);
    }
  }
}

TEST_CASE("samples that resemble their neighbours are found, and how much", "[steadiness]") {
  CHECK(in_2000(resembling{0.02, 0.6}, 160).correlation > 1900);
  CHECK(in_2000(resembling{0.02, 0.9}, 40).correlation > 1200);
  dice d{3};
  auto const s = steadiness_of(samples_of(resembling{0.02, 0.5}, 20000, d));
  CHECK(s.correlation == Approx(0.5).margin(0.03));
}

TEST_CASE("a drift is found, its size and its sign", "[steadiness]") {
  CHECK(in_2000(drifting{0.01, 0.001}, 80).drift > 1900);
  dice d{4};
  auto const s = steadiness_of(samples_of(drifting{0.001, 0.001}, 100, d));
  CHECK(s.drift == Approx(1.0745 / 1.0245 - 1).margin(0.003));
  CHECK(steadiness_of(samples_of(drifting{0.001, -0.001}, 100, d)).drift < -0.04);
}

TEST_CASE("two groups are found where both hold a fifth, and five samples", "[steadiness]") {
  for (std::size_t const n : {20U, 40U, 160U}) {
    CAPTURE(n);
    CHECK(in_2000(two_modes{0.005, 0.1, 0.5}, n).modes > 1950);
    CHECK(in_2000(two_modes{0.005, 0.005, 0.5}, n).modes <= 10);  // within the spread: nobody can tell
  }
  dice d{5};
  auto const s = steadiness_of(samples_of(two_modes{0.005, 0.2, 0.3}, 160, d));
  CHECK(s.low_mode == Approx(100).epsilon(0.003));
  CHECK(s.high_mode == Approx(120).epsilon(0.003));
  CHECK(s.high_share == Approx(0.3).margin(0.1));
  for (std::size_t const n : {20U, 40U, 160U})  // outliers are no state of the machine
    CHECK(in_2000(two_modes{0.005, 0.5, 0.1}, n).modes <= 100);
  std::vector<double> outlier(39, 100);
  outlier.push_back(300);
  CHECK(steadiness_of(outlier).high_mode == 0);
}

TEST_CASE("few samples, equal samples and samples of a coarse clock say nothing", "[steadiness]") {
  std::vector<double> rising;
  for (int i = 0; i < 19; ++i) rising.push_back(i + 1);
  for (auto const& none : {std::vector<double>{}, std::vector<double>{5}, rising, std::vector<double>(100, 7.0)}) {
    auto const s = steadiness_of(none);
    CHECK((s.correlation == 0 && s.drift == 0 && s.high_mode == 0));
  }
  rising.push_back(20);
  CHECK(steadiness_of(rising).drift > 0);
  std::vector<double> step(20, 100);
  step.resize(41, 110);
  CHECK(steadiness_of(step).drift == Approx(0.1));  // though most of the second half are at the median
  std::vector<double> nothing(20, 0);
  nothing.resize(40, 5);
  CHECK(steadiness_of(nothing).drift == 0);  // no share of nothing
  dice d{6};
  std::vector<double> coarse;
  for (int i = 0; i < 200; ++i) coarse.push_back(100 + (d() < 0.1 ? 1 : d() < 0.1 ? -1 : 0));
  auto const s = steadiness_of(coarse);
  CHECK((s.correlation == 0 && s.drift == 0 && s.high_mode == 0));
}
