// SPDX-License-Identifier: MIT
#include <lanemark/judge/verdict.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

static_assert(name_of(ruling::ok) == "ok" && name_of(ruling::improved) == "improved" &&
              name_of(ruling::regressed) == "regressed");
static_assert(name_of(ruling::below_limit) == "below-limit" && name_of(ruling::above_limit) == "above-limit");
static_assert(name_of(ruling::fresh) == "new" && name_of(ruling::missing) == "missing" &&
              name_of(ruling::unmet) == "unmet");
static_assert(name_of(ruling::incomparable) == "incomparable");

TEST_CASE("a ruling is against the machine, a hole, or neither") {
  for (auto const r : {ruling::regressed, ruling::below_limit, ruling::above_limit}) {
    CHECK(is_violation(r));
    CHECK_FALSE(is_hole(r));
  }
  for (auto const r : {ruling::missing, ruling::unmet}) {
    CHECK_FALSE(is_violation(r));
    CHECK(is_hole(r));
  }
  for (auto const r : {ruling::ok, ruling::improved, ruling::learning, ruling::fresh, ruling::inconclusive,
                       ruling::unstable, ruling::incomparable})
    CHECK_FALSE((is_violation(r) || is_hole(r)));
}
