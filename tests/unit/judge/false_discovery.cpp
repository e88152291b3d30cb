// SPDX-License-Identifier: MIT
#include <lanemark/judge/false_discovery.hpp>

#include <cmath>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using values = std::vector<double>;
void check(values const& got, values const& expected) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    INFO(i);
    CHECK(std::fabs(got[i] - expected[i]) < 1e-12);
  }
}
}  // namespace

TEST_CASE("adjusted p-values, in the order given") {
  check(adjusted_p(values{0.01, 0.02, 0.03, 0.04, 0.5}, fdr_rule::bh), {0.05, 0.05, 0.05, 0.05, 0.5});
  check(adjusted_p(values{0.5, 0.005, 0.03}, fdr_rule::bh), {0.5, 0.015, 0.045});
  auto const c = 1 + 1.0 / 2 + 1.0 / 3;
  check(adjusted_p(values{0.5, 0.005, 0.03}, fdr_rule::by), {0.5 * c, 0.015 * c, 0.045 * c});
  check(adjusted_p(values{0.9, 0.8}, fdr_rule::by), {1, 1});
  check(adjusted_p(values{0, 1, 1, 1}, fdr_rule::bh), {0, 1, 1, 1});
  CHECK(adjusted_p(values{}, fdr_rule::bh).empty());
}

TEST_CASE("what the rules cost, and their names") {
  CHECK(fdr_price(fdr_rule::bh, 1000) == 1);
  CHECK(std::fabs(fdr_price(fdr_rule::by, 1000) - 7.485470860550345) < 1e-12);
  CHECK(fdr_price(fdr_rule::by, 0) == 1);
  CHECK(fdr_rule_named("bh") == fdr_rule::bh);
  CHECK(fdr_rule_named("by") == fdr_rule::by);
  CHECK_FALSE(fdr_rule_named("BH"));
  CHECK(name_of(fdr_rule::by) == "by");
}
