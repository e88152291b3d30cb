// SPDX-License-Identifier: MIT
#include <lanemark/policy/clock.hpp>

#include <fstream>
#include <string>

#include <lanemark/core/duration.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// The kernel takes `nonstop_tsc` from the same bit.
bool invariant_by_the_kernel() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.rfind("flags", 0) == 0) return (line + " ").find(" nonstop_tsc ") != std::string::npos;
  return false;
}
}  // namespace

TEST_CASE("tsc is available where the kernel says that it is invariant") {
  auto const no = timing::tsc::available();
  CHECK(!no == invariant_by_the_kernel());
  if (no) {
    CHECK(no->kind == fault::unsupported);
    CHECK(no->text.find("timer tsc: ") == 0);
    CHECK(no->text.find("use timer steady") != std::string::npos);
  }
  CHECK(!timing::steady::available());
}

TEMPLATE_TEST_CASE("a clock does not go back, and moves", "", timing::steady, timing::tsc) {
  auto const first = TestType::ticks();
  auto last = first;
  bool back = false;
  for (int i = 0; i < 100'000; ++i) {
    auto const now = TestType::ticks();
    back = back || now < last;
    last = now;
  }
  CHECK(!back);
  CHECK(last > first);
}

TEST_CASE("tsc keeps the time of steady_clock to a thousandth") {
  if (timing::tsc::available()) return;
  auto const rate = timing::tsc::ns_per_tick();
  // each reading of the counter lies between two of the other clock, so an interruption widens the bounds only
  auto const a = steady_now();
  auto const begin = timing::tsc::ticks();
  auto const b = steady_now();
  while (steady_now() - b < nanoseconds{50e6}) {}
  auto const c = steady_now();
  auto const end = timing::tsc::ticks();
  auto const d = steady_now();
  auto const elapsed = static_cast<double>(end - begin) * rate;
  CHECK(elapsed > (c - b).count() * 0.999);
  CHECK(elapsed < (d - a).count() * 1.001);
}

TEST_CASE("steady counts nanoseconds") { CHECK(timing::steady::ns_per_tick() == 1); }
