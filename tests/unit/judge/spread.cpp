// SPDX-License-Identifier: MIT
#include <lanemark/judge/spread.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using values = std::vector<double>;
}

TEST_CASE("median and median absolute deviation") {
  auto const s = spread_of_runs(values{1, 2, 3, 4, 100});
  CHECK(s.median == 3);
  CHECK(std::fabs(s.scale - 1.482602218505602) < 1e-15);  // deviations 2 1 0 1 97
  CHECK(spread_of_runs(values{5, 5, 5}).scale == 0);
  CHECK(spread_of_runs(values{1, 3}).median == 2);
  CHECK(std::isnan(spread_of_runs(values{}).median));
  values even{4, 1, 3, 2};
  CHECK(take_median(even) == 2.5);
  values one{7};
  CHECK(take_median(one) == 7);
}
