// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <climits>
#include <cstdint>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <lanemark/core/duration.hpp>

namespace lanemark {
/// Sleeps while `word` holds `value`, at most until `deadline` on the steady clock. May wake early: ask again.
/// std::atomic::wait has no deadline, and <condition_variable> costs 20 MB of compiler memory.
inline void park(std::atomic<std::uint32_t>& word, std::uint32_t value, nanoseconds deadline) noexcept {
  static_assert(sizeof(word) == sizeof(std::uint32_t));
  auto const ns = deadline.count();
  timespec until{};
  until.tv_sec = static_cast<time_t>(ns / 1e9);
  until.tv_nsec = static_cast<long>(ns - static_cast<double>(until.tv_sec) * 1e9);
  if (until.tv_nsec < 0) until.tv_nsec = 0;
  if (until.tv_nsec > 999'999'999) until.tv_nsec = 999'999'999;
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT_BITSET_PRIVATE, value, &until, nullptr,
          FUTEX_BITSET_MATCH_ANY);  // absolute time of CLOCK_MONOTONIC, which steady_clock is
}
inline void unpark_all(std::atomic<std::uint32_t>& word) noexcept {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}
}  // namespace lanemark
