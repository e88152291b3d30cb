// SPDX-License-Identifier: MIT
#pragma once
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <chrono>
#include <cstdint>
#include <string_view>

#include <lanemark/core/result.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark::timing {
/// std::chrono::steady_clock: 21 ns a read, good to a nanosecond.
struct steady {
  static constexpr std::string_view name = "steady";
  static constexpr auto domain = time_domain::real;
  static std::uint64_t ticks() noexcept {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }
  static double ns_per_tick() {
    using period = std::chrono::steady_clock::period;
    return 1e9 * static_cast<double>(period::num) / static_cast<double>(period::den);
  }
  static status available() { return {}; }
};

/// The CPU's time stamp counter, fenced on both sides so that neither the work before nor after moves across the read.
struct tsc {
  static constexpr std::string_view name = "tsc";
  static constexpr auto domain = time_domain::real;
#if defined(__x86_64__)
  static std::uint64_t ticks() noexcept {
    std::uint32_t low, high;
    asm volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (std::uint64_t{high} << 32) | low;
  }
  /// Calibrated against CLOCK_MONOTONIC_RAW over 20 ms: within 1-2 ppm. The clock of the kernel is read between two
  /// counter reads, and of several tries the tightest is taken: an interrupt in between would cost 100 ppm.
  static double ns_per_tick() {
    struct pair {
      std::uint64_t ticks;
      double ns;
    };
    auto raw = [] {
      timespec t;
      clock_gettime(CLOCK_MONOTONIC_RAW, &t);
      return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
    };
    auto read = [&] {
      pair best{};
      auto width = ~std::uint64_t{0};
      for (int i = 0; i < 16; ++i) {
        auto const before = ticks();
        auto const ns = raw();
        auto const after = ticks();
        if (after - before < width) width = after - before, best = {before + width / 2, ns};
      }
      return best;
    };
    auto const first = read();
    while (raw() - first.ns < 20e6) {}
    auto const last = read();
    return (last.ns - first.ns) / static_cast<double>(last.ticks - first.ticks);
  }
  /// Invariant: counts at one rate in every power state (CPUID 8000_0007h, EDX bit 8).
  static status available() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(0x80000007U, &a, &b, &c, &d) != 0 && (d & (1U << 8)) != 0) return {};
    return problem{fault::unsupported,
                   "timer tsc: this CPU's time stamp counter is not invariant (CPUID 80000007h, EDX bit 8); "
                   "use timer steady"};
  }
#else
  static std::uint64_t ticks() noexcept { return steady::ticks(); }
  static double ns_per_tick() { return steady::ns_per_tick(); }
  static status available() {
    return problem{fault::unsupported, "timer tsc: this CPU has no x86 time stamp counter; use timer steady"};
  }
#endif
};

/// Marks on the backend's own queues (events, profiled markers).
struct device_events {
  static constexpr std::string_view name = "device";
  static constexpr auto domain = time_domain::real;
  static constexpr bool reads_marks = true;
};

/// The clock of a simulator.
struct virtual_time {
  static constexpr std::string_view name = "virtual";
  static constexpr auto domain = time_domain::simulated;
  static constexpr bool reads_marks = true;
};
}  // namespace lanemark::timing
