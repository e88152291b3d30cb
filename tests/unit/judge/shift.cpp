// SPDX-License-Identifier: MIT
#include <lanemark/judge/shift.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using values = std::vector<double>;
bool close(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::fabs(b); }
}  // namespace

TEST_CASE("the shift of logarithms with its interval") {
  auto const s = hodges_lehmann(values{10, 11, 12, 13, 14, 15}, values{20, 21, 23, 24, 26});  // by numpy, K = 4
  CHECK(close(s.value, 0.6054707368210144));
  REQUIRE(s.low);
  CHECK(close(*s.low, 0.4054651081081646));
  CHECK(close(*s.high, 0.8329091229351042));
  CHECK(close(as_share(s.value), std::exp(0.6054707368210144) - 1));
}

TEST_CASE("few values have no interval, none have no shift") {
  auto const s = hodges_lehmann(values{1, 2}, values{4, 8});
  CHECK(close(s.value, std::log(4.0)));
  CHECK_FALSE(s.low);
  CHECK_FALSE(s.high);
  CHECK(hodges_lehmann(values{}, values{1}).value == 0);
  CHECK(hodges_lehmann(values{3, 3}, values{3, 3}).value == 0);
}
