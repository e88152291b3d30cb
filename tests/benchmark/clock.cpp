// SPDX-License-Identifier: MIT
// What a clock read costs, the step the counter moves by, and how true its rate is.
#include <lanemark/core/keep.hpp>
#include <lanemark/core/numbers.hpp>
#include <lanemark/measure/tune.hpp>
#include <lanemark/policy/clock.hpp>

#include <time.h>

#include <chrono>

#include "paired.hpp"

using namespace lanemark;

namespace {
constexpr int reads = 20000;
template <class Read>
double batch(Read read) {
  return paired::plain_ns([&] {
    for (int i = 0; i < reads; ++i) keep(read());
  });
}
double raw_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return double(t.tv_sec) * 1e9 + double(t.tv_nsec);
}
}  // namespace

int main() {
  if (auto no = timing::tsc::available()) return std::puts(no->text.c_str()), 77;
  (void)pin_thread(current_cpu());
#if defined(__x86_64__)
  auto const bare = [] {
    std::uint32_t low, high;
    asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (std::uint64_t{high} << 32) | low;
  };
  auto const t = paired::of(
      60, [&] { return batch([] { return timing::tsc::ticks(); }); }, [&] { return batch(bare); });
  paired::print("tsc read / raw fenced rdtsc", t, "<= 1.05", duration_text(t.first / reads) + " a read");
#endif
  auto const s = paired::of(
      60, [&] { return batch([] { return timing::steady::ticks(); }); },
      [&] { return batch([] { return std::chrono::steady_clock::now().time_since_epoch().count(); }); });
  paired::print("steady read / steady_clock::now", s, "<= 1.05", duration_text(s.first / reads) + " a read");
  auto const info = tune<timing::tsc>();
  std::printf("%-52s %s\n", "step of the time stamp counter, found", duration_text(info.step_ns).c_str());
  auto const ns0 = raw_ns();
  auto const t0 = timing::tsc::ticks();
  while (raw_ns() - ns0 < 2e9) {}
  auto const ns1 = raw_ns();
  auto const t1 = timing::tsc::ticks();
  auto const truth = (ns1 - ns0) / double(t1 - t0);
  std::printf("%-52s %.2f ppm  (bar 5)\n", "calibrated rate against 2 s of CLOCK_MONOTONIC_RAW",
              (info.ns_per_tick / truth - 1) * 1e6);
}
