// SPDX-License-Identifier: MIT
#include <lanemark/measure/statistics.hpp>

#include <cmath>
#include <numeric>

#include <made_up_noise.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using made_up_noise::dice;

namespace {
/// P(Bin(n, 1/2) < k), by Pascal's triangle in doubles: independent of the logarithms under test.
double below(std::size_t n, std::size_t k) {
  std::vector<double> row{1};
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> next(row.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) next[j] += row[j] / 2, next[j + 1] += row[j] / 2;
    row = std::move(next);
  }
  return std::accumulate(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k), 0.0);
}
}  // namespace

TEST_CASE("the rank of the median's interval") {
  struct row {
    std::size_t n, rank;
  };
  for (auto const& [n, rank] :
       {row{0, 0}, row{1, 0}, row{2, 0}, row{3, 0}, row{4, 0}, row{5, 0}, row{6, 1}, row{7, 1}, row{8, 1}, row{9, 2},
        row{10, 2}, row{20, 6}, row{30, 10}, row{40, 14}, row{50, 18}, row{80, 31}, row{100, 40}, row{160, 68}}) {
    CAPTURE(n);
    CHECK(interval_rank(n) == rank);
  }
}

TEST_CASE("the rank is the largest that leaves at most 2.5 % below") {
  for (std::size_t n = 6; n <= 200; ++n) {
    CAPTURE(n);
    auto const k = interval_rank(n);
    REQUIRE(k >= 1);
    CHECK(below(n, k) <= 0.025 + 1e-12);
    CHECK(below(n, k + 1) > 0.025);
  }
}

TEST_CASE("the rank stands for sample counts whose powers of two leave the doubles") {
  CHECK(interval_rank(2000) == 956);    // 1000 - 1.96 * sqrt(2000) / 2 - 1/2
  CHECK(interval_rank(20000) == 9861);  // likewise
}

TEST_CASE("quantiles interpolate between order statistics") {
  std::vector<double> const four{1, 2, 3, 4};
  CHECK(quantile_of_sorted(four, 0) == 1);
  CHECK(quantile_of_sorted(four, 0.5) == 2.5);
  CHECK(quantile_of_sorted(four, 0.25) == 1.75);
  CHECK(quantile_of_sorted(four, 1) == 4);
  CHECK(quantile_of_sorted(std::vector<double>{7}, 0.05) == 7);
  CHECK(std::isnan(quantile_of_sorted({}, 0.5)));
  CHECK(median_of({3, 1, 2}) == 2);
  CHECK(median_of({4, 1, 3, 2}) == 2.5);
  CHECK(median_of({5}) == 5);
  CHECK(std::isnan(median_of({})));
}

TEST_CASE("summaries of no, one and two values") {
  auto const none = summarise({});
  CHECK(none.n == 0);
  CHECK((none.median == 0 && none.min == 0 && none.max == 0 && none.mean == 0));
  CHECK(!none.ci_low);
  auto const one = summarise({5});
  CHECK(one.n == 1);
  CHECK((one.median == 5 && one.min == 5 && one.max == 5 && one.mean == 5 && one.p05 == 5 && one.p95 == 5));
  CHECK(!one.ci_low);
  CHECK(!one.ci_high);
  auto const two = summarise({3, 1});
  CHECK(two.n == 2);
  CHECK((two.median == 2 && two.min == 1 && two.max == 3 && two.mean == 2));
  CHECK(two.p05 == Approx(1.1));
  CHECK(two.p95 == Approx(2.9));
  CHECK(!two.ci_low);
}

TEST_CASE("a summary of independent samples does not depend on their order, and its interval on ranks alone") {
  std::vector<double> ones;
  for (int i = 1; i <= 10; ++i) ones.push_back(i), ones.push_back(i == 1 ? 1e9 : 21 - i);  // with a hiccup
  std::vector<double> const back(ones.rbegin(), ones.rend());
  for (auto const& s : {summarise(ones), summarise(back)}) {
    CHECK(s.n == 20);
    CHECK(s.median == 10.5);
    CHECK(s.ci_low == 6);
    CHECK(s.ci_high == 15);
    CHECK(s.max == 1e9);
  }
  auto const six = summarise({6, 5, 4, 3, 2, 1});
  CHECK(six.ci_low == 1);
  CHECK(six.ci_high == 6);
  CHECK(!summarise({5, 4, 3, 2, 1}).ci_low);
}

TEST_CASE("the half width is a share of the median, and infinite where there is none") {
  CHECK(relative_half_width({.n = 10, .median = 100, .ci_low = 99, .ci_high = 101}) == Approx(0.01));
  CHECK(relative_half_width({.n = 10, .median = -100, .ci_low = -101, .ci_high = -99}) == Approx(0.01));
  CHECK(std::isinf(relative_half_width(summarise({1, 2, 3}))));
  CHECK(std::isinf(relative_half_width({.n = 10, .median = 0, .ci_low = -1, .ci_high = 1})));
  CHECK(relative_half_width(summarise(std::vector<double>(10, 4.0))) == 0);
}

TEST_CASE("the interval holds the true median in at least 95 % of cases, whatever the distribution") {
  dice roll{42};
  constexpr int trials = 4000;
  for (std::size_t const n : {6U, 10U, 20U, 40U, 80U}) {
    CAPTURE(n);
    int flat = 0, skewed = 0;
    for (int t = 0; t < trials; ++t) {
      std::vector<double> even, tail;
      for (std::size_t i = 0; i < n; ++i) even.push_back(roll()), tail.push_back(1 / (1 - roll()));  // medians 0.5, 2
      auto const a = summarise(even), b = summarise(tail);
      flat += *a.ci_low <= 0.5 && 0.5 <= *a.ci_high;
      skewed += *b.ci_low <= 2 && 2 <= *b.ci_high;
    }
    CHECK(flat >= trials * 94 / 100);
    CHECK(skewed >= trials * 94 / 100);
  }
}

TEST_CASE("looking at 10, 20, 40, ... keeps most of the promise") {
  // stops at the first look that is precise enough: what a run really does; several looks cost some coverage
  dice roll{7};
  constexpr int trials = 2000;
  int held = 0;
  for (int t = 0; t < trials; ++t) {
    std::vector<double> samples;
    for (std::size_t look = 10; look <= 160; look *= 2) {
      while (samples.size() < look) samples.push_back(100 + 4 * (roll() + roll() + roll() - 1.5));
      if (relative_half_width(summarise(samples)) <= 0.01) break;
    }
    auto const s = summarise(samples);
    held += *s.ci_low <= 100 && 100 <= *s.ci_high;
  }
  CHECK(held >= trials * 93 / 100);
}

TEST_CASE("the interval is widened where neighbours are correlated") {
  CHECK(widening(0) == 1);
  CHECK(widening(0.5) == Approx(std::sqrt(3.0)));
  dice d{11};
  int held = 0, narrow = 0;
  for (int i = 0; i < 2000; ++i) {
    auto const samples = made_up_noise::samples_of(made_up_noise::resembling{0.01, 0.6}, 160, d);
    auto const s = summarise(samples);
    held += *s.ci_low <= made_up_noise::truth && made_up_noise::truth <= *s.ci_high;
    auto sorted = samples;
    sort_samples(sorted);
    auto const k = interval_rank(160);
    narrow += sorted[k - 1] <= made_up_noise::truth && made_up_noise::truth <= sorted[160 - k];
  }
  CHECK(held >= 2000 * 91 / 100);
  CHECK(narrow < 2000 * 75 / 100);
  // all on one side, then all on the other: no more than all samples
  std::vector<double> rising;
  for (int i = 0; i < 40; ++i) rising.push_back(i);
  CHECK(*summarise(rising).ci_low == 0);
  CHECK(*summarise(rising).ci_high == 39);
}
