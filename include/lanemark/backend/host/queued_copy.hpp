// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <lanemark/backend/host/ring.hpp>
#include <lanemark/backend/host/track.hpp>
#include <lanemark/policy/operation.hpp>

namespace lanemark::on_host {
/// Copies as a queue carries them: party 0 posts work requests and polls for their completion, party 1 is the engine
/// that carries them out on a CPU of its own. Bandwidth: the ring is kept full. Latency: each completion is awaited
/// before the next is posted; it says that the bytes are visible, so no fence is needed. When either side waits in vain
/// the ring is marked broken and the side gives up.
template <class Quantity, class Kernel>
struct queued_copy {
  using measures = Quantity;
  static constexpr std::string_view mechanism = "engine", cache = "warm", semantics = "queue";
  static constexpr unsigned parties = 2;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  /// Work requests that may be under way.
  static constexpr std::uint32_t window = std::same_as<Quantity, quantity::latency> ? 1 : ring::depth;

  // all of it inside the leaf, where the test of its assembly reads it: compilers differ in what they would inline
  [[gnu::always_inline]] static void run(track& t, unsigned party, std::size_t n) noexcept {
    auto& q = *t.queue;
    auto const ok = party == 0 ? issue(q, t.turns[0], t.shares.front(), n) : carry_out(q, t.turns[1], t.width, n);
    if (!ok) q.broken.store(true);
  }

 private:
  [[gnu::always_inline]] static bool issue(ring& q, std::uint32_t& turns, share const& mine, std::size_t n) noexcept {
    auto const request = work_request{.to = mine.to, .from = mine.from, .size = mine.size};
    auto const patience = q.patience;
    auto posted = turns, completed = posted;
    for (; n != 0; --n) {
      while (posted - completed >= window)
        if (!moved_on(q.completed, completed, patience)) return false;
      q.slots[posted % ring::depth] = request;
      q.posted.store(++posted, std::memory_order_release);
    }
    turns = posted;
    while (completed != posted)
      if (!moved_on(q.completed, completed, patience)) return false;
    return true;
  }
  [[gnu::always_inline]] static bool carry_out(ring& q, std::uint32_t& turns, vector_width width,
                                               std::size_t n) noexcept {
    auto const patience = q.patience;
    auto taken = turns, posted = taken;
    for (; n != 0; --n) {
      if (posted == taken && !moved_on(q.posted, posted, patience)) return false;
      auto const request = q.slots[taken % ring::depth];
      Kernel::copy(request.to, request.from, request.size, width);
      q.completed.store(++taken, std::memory_order_release);
    }
    turns = taken;
    return true;
  }
};
}  // namespace lanemark::on_host
