// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>

#include <lanemark/core/keep.hpp>

namespace lanemark {
/// A lock for a few instructions that seldom meet another thread: it spins. <mutex> would cost 5 % of a harness's
/// compile.
class lock {
  std::atomic<bool> taken{false};

 public:
  /// Holds the lock for as long as it lives.
  class hold {
    lock& mine;

   public:
    explicit hold(lock& l) noexcept : mine(l) {
      while (mine.taken.exchange(true, std::memory_order_acquire)) pause();
    }
    hold(hold const&) = delete;
    hold& operator=(hold const&) = delete;
    ~hold() { mine.taken.store(false, std::memory_order_release); }
  };
};
}  // namespace lanemark
