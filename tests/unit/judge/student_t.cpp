// SPDX-License-Identifier: MIT
#include <lanemark/judge/student_t.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
bool close(double a, double b) { return std::fabs(a - b) <= 1e-11 * std::fabs(b); }
}  // namespace

// Reference values: scipy.stats.t, scipy.special.betainc, scipy.stats.norm of SciPy 1.10; where its quantiles are good
// to ten digits only, tables of fifteen.

TEST_CASE("tails of Student's t") {
  struct row {
    double t, degrees, p;
  };
  for (auto const& r :
       {row{0, 5, 1}, row{1, 1, 0.5}, row{2.5, 7, 0.040992218585752874}, row{3.5, 19, 0.00239534668968281},
        row{12, 19, 2.5908946372221914e-10}, row{40, 7, 1.5902179984850428e-09}, row{0.3, 100, 0.7647998803003035},
        row{8.77, 7, 5.0464002323690295e-05}}) {
    INFO(r.t << " with " << r.degrees);
    CHECK(close(student_t_two_sided(r.t, r.degrees), r.p));
    CHECK(student_t_two_sided(-r.t, r.degrees) == student_t_two_sided(r.t, r.degrees));
    CHECK(close(student_t_cdf(r.t, r.degrees), 1 - r.p / 2));
    CHECK(close(student_t_cdf(-r.t, r.degrees), r.p / 2));
  }
  CHECK(student_t_two_sided(INFINITY, 5) == 0);
  CHECK(std::isnan(student_t_two_sided(NAN, 5)));
  CHECK(std::isnan(student_t_two_sided(1, 0)));
}

TEST_CASE("what a test at level p must pass") {
  struct row {
    double p, degrees, t;
  };
  for (auto const& r :
       {row{.05, 1, 12.706204736174707}, row{.01, 19, 2.860934606449914}, row{5e-5, 7, 8.782509216430299},
        row{5e-5, 19, 5.208582529936311}, row{5e-5, 59, 4.376117544137635}, row{.05, 7, 2.3646242515927849},
        row{.5, 3, 0.7648923284043}}) {
    INFO(r.p << " with " << r.degrees);
    CHECK(close(student_t_critical(r.p, r.degrees), r.t));
  }
  for (double const p : {0.0, 1.0, -1.0, 2.0}) CHECK(std::isnan(student_t_critical(p, 5)));
  CHECK(std::isnan(student_t_critical(0.05, 0)));
}

TEST_CASE("the incomplete beta function and the normal tail") {
  CHECK(close(incomplete_beta(2, 3, .4), 0.5248));
  CHECK(close(incomplete_beta(.5, .5, .25), 1.0 / 3));
  CHECK(close(incomplete_beta(10, .5, .99), 0.6579281751567843));
  CHECK(close(incomplete_beta(9.5, .5, .01), 1.8147851666544452e-20));
  CHECK(close(incomplete_beta(100, 200, .3), 0.10884306564491235));
  CHECK(incomplete_beta(2, 3, 0) == 0);
  CHECK(incomplete_beta(2, 3, 1) == 1);
  CHECK(close(normal_two_sided(1.96), 0.04999579029644087));
  CHECK(close(normal_two_sided(-9), 2.2571768119076647e-19));
}
