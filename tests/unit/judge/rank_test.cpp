// SPDX-License-Identifier: MIT
#include <lanemark/judge/rank_test.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using values = std::vector<double>;
bool close(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::fabs(b); }
}  // namespace

// Reference values: scipy.stats.mannwhitneyu of SciPy 1.10, two-sided.

TEST_CASE("exact for few samples without ties") {
  rank_test test;
  auto r = test(values{1, 2, 3}, values{4, 5, 6});
  CHECK(r.exact);
  CHECK(r.u == 9);
  CHECK(close(r.p, 0.1));
  CHECK(test(values{4, 5, 6}, values{1, 2, 3}).u == 0);
  CHECK(close(test(values{4, 5, 6}, values{1, 2, 3}).p, 0.1));
  r = test(values{1.1, 2.2, 3.3, 4.4, 5.5}, values{2.5, 3.5, 6.5, 7.5});
  CHECK(r.u == 15);
  CHECK(close(r.p, 0.2857142857142857));
  values a, b;
  for (int i = 0; i < 20; ++i) a.push_back(i + 1), b.push_back(i + 5.5);
  r = test(a, b);
  CHECK(r.exact);
  CHECK(r.u == 280);
  CHECK(close(r.p, 0.030411256038764864));
}

TEST_CASE("normal with tie correction for many samples or ties") {
  rank_test test;
  auto r = test(values{1, 2, 2, 3}, values{2, 3, 4, 4, 5});
  CHECK_FALSE(r.exact);
  CHECK(r.u == 17.5);
  CHECK(close(r.p, 0.07854585095119067));
  values a, b;
  for (int i = 0; i < 25; ++i) a.push_back(10 + (i * 7 % 23) / 10.0);
  for (int i = 0; i < 30; ++i) b.push_back(10.4 + (i * 5 % 19) / 10.0);
  r = test(a, b);
  CHECK(r.u == 447);
  CHECK(close(r.p, 0.22640860086463988));
}

TEST_CASE("nothing to tell apart") {
  rank_test test;
  CHECK(test(values{}, values{1}).p == 1);
  CHECK(test(values{1}, values{}).p == 1);
  CHECK(test(values{2, 2, 2}, values{2, 2, 2}).p == 1);
  CHECK(test(values{1}, values{2}).p == 1);
}

TEST_CASE("the distribution of U counts orders") {
  auto const d = rank_sum_distribution(2, 2);  // of 6 orders: 1 1 2 1 1
  CHECK(d.size() == 5);
  for (auto const& [u, share] : {std::pair{0, 1.0 / 6}, {1, 2.0 / 6}, {2, 4.0 / 6}, {3, 5.0 / 6}, {4, 1.0}})
    CHECK(close(d[static_cast<std::size_t>(u)], share));
  CHECK(close(smallest_rank_p(3, 3), 0.1));
  CHECK(close(smallest_rank_p(9, 9), 2.0 / 48620));
  CHECK(smallest_rank_p(1, 1) == 1);
  CHECK(smallest_rank_p(8, 8) > 5e-5);  // nine a side for a lone finding among a thousand
  CHECK(smallest_rank_p(9, 9) < 5e-5);
}
