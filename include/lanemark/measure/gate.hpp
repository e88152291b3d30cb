// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstdint>

#include <sched.h>

#include <lanemark/core/keep.hpp>

namespace lanemark {
/// All issuers of a cell leave together. The coordinator is no party: it sleeps, or it would take a core from a lane.
class gate {
  alignas(64) std::atomic<unsigned> arrived{0};
  alignas(64) std::atomic<unsigned> turn{0};
  alignas(64) std::atomic<bool> cancelled{false};
  unsigned parties;

 public:
  explicit gate(unsigned n) noexcept : parties(n) {}

  /// Waits for the others. False when the gate was cancelled: a party hangs, and the rest must not wait for ever.
  bool pass() noexcept {
    if (parties > 1) {
      auto const mine = turn.load(std::memory_order_acquire);
      if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == parties) {
        arrived.store(0, std::memory_order_relaxed);
        turn.store(mine + 1, std::memory_order_release);
      } else {
        for (unsigned spins = 0; turn.load(std::memory_order_acquire) == mine; ++spins) {
          if (cancelled.load(std::memory_order_relaxed)) return false;
          if (spins < 20000)
            pause();
          else
            sched_yield();  // more parties than cores: let the one that is missing run
        }
      }
    }
    return !cancelled.load(std::memory_order_relaxed);
  }
  void cancel() noexcept { cancelled.store(true, std::memory_order_relaxed); }
};
}  // namespace lanemark
