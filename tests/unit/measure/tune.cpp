// SPDX-License-Identifier: MIT
#include <lanemark/measure/tune.hpp>

#include <lanemark/policy/clock.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// Moves 26 ticks of half a nanosecond at every second look: as some counters do.
struct coarse {
  static constexpr std::string_view name = "coarse";
  static constexpr auto domain = time_domain::real;
  static inline std::uint64_t looks = 0;
  static std::uint64_t ticks() noexcept { return ++looks / 2 * 26; }
  static double ns_per_tick() { return 0.5; }
  static status available() { return {}; }
};
/// Steps of 6 and 10 have 2 in common.
struct uneven : coarse {
  static constexpr std::string_view name = "uneven";
  static inline std::uint64_t now = 0;
  static std::uint64_t ticks() noexcept { return now += ++looks % 3 == 0 ? 10 : 6; }
};
struct stuck : coarse {
  static std::uint64_t ticks() noexcept { return 7; }
};
}  // namespace

TEST_CASE("the step of a clock is what it moves by, not what its register could show") {
  auto const t = tune<coarse>();
  CHECK(t.name == "coarse");
  CHECK(t.ns_per_tick == 0.5);
  CHECK(t.step_ns == 13);
  CHECK(t.overhead_ns == 0);  // is measured later, in the loop itself
  CHECK(tune<uneven>().step_ns == 1);
  CHECK(tune<stuck>().step_ns == 0);
}

TEST_CASE("the clocks of this machine move") {
  CHECK(tune<timing::steady>().step_ns > 0);
  CHECK(tune<timing::steady>().ns_per_tick == 1);
  if (!timing::tsc::available()) CHECK(tune<timing::tsc>().step_ns > 0);
}
