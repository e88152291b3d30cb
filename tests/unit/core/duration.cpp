// SPDX-License-Identifier: MIT
#include <lanemark/core/duration.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::literals;

static_assert((1_ns).count() == 1.0 && (2_us).count() == 2000.0 && (3_ms).count() == 3e6 && (30_s).count() == 30e9);
static_assert(1_s == 1000_ms && 1_us > 999_ns);
static_assert(nanoseconds{0.25} + nanoseconds{0.25} == nanoseconds{0.5});  // fractions are kept
static_assert(std::chrono::duration_cast<std::chrono::milliseconds>(2_s).count() == 2000);

TEST_CASE("the clock of budgets never goes back") {
  auto last = steady_now();
  CHECK(last.count() > 0);
  for (int i = 0; i < 1000; ++i) {
    auto const now = steady_now();
    CHECK(now >= last);
    last = now;
  }
}
