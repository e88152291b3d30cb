// SPDX-License-Identifier: MIT
#include <lanemark/judge/accepted_step.hpp>

#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("patterns of series") {
  CHECK(fits_pattern("s/t/0>1/size=1", "*"));
  CHECK(fits_pattern("s/t/0>1/size=1", "s/*/0>1/*"));
  CHECK(fits_pattern("s/t/0>1/size=1", "*0>1*"));
  CHECK_FALSE(fits_pattern("s/t/0>1/size=1", "*0>2*"));
  CHECK_FALSE(fits_pattern("s/t/0>1/size=1", "s/t/0>1"));
  CHECK(fits_pattern("aaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "*a*a*a*a*a*a*a*b"));
  CHECK_FALSE(fits_pattern("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "*a*a*a*a*a*a*a*b"));
}

TEST_CASE("the newest step of a series counts") {
  std::vector<accepted_step> const steps{
      {.series = "a*", .run = "2"}, {.series = "ab", .run = "3"}, {.series = "*", .run = "1"}};
  CHECK(accepted_for("ab", steps)->run == "3");
  CHECK(accepted_for("ac", steps)->run == "2");
  CHECK(accepted_for("x", steps)->run == "1");
  CHECK_FALSE(accepted_for("x", {}));
  CHECK(counts_after({.id = "2"}, accepted_for("ac", steps)));
  CHECK_FALSE(counts_after({.id = "1"}, accepted_for("ac", steps)));
  CHECK(counts_after({.id = "1"}, nullptr));
}
