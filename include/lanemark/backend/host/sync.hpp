// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/host/track.hpp>
#include <lanemark/core/duration.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/start_thread.hpp>
#include <lanemark/policy/operation.hpp>

namespace lanemark::on_host {
/// Waits for a flag. Gives up after 2^32 looks, some seconds: then the partner is dead.
inline bool wait_for(std::atomic<std::uint32_t> const& flag, std::uint32_t value) noexcept {
  for (std::uint32_t looks = 0; flag.load(std::memory_order_acquire) != value;)
    if (++looks == 0) return false;
  return true;
}

/// Each side writes its own line with a store-release and watches the other's with load-acquires: two lines change
/// hands per round trip, as between two devices that each poll a flag of their own.
struct two_lines {
  using measures = quantity::sync;
  static constexpr std::string_view mechanism = "two-lines";
  static constexpr unsigned parties = 2;
  static constexpr bool moves = false;
  static constexpr double per_turn = 0.5;
  static void run(track& t, unsigned party, std::size_t n) noexcept {
    auto& w = *t.line;
    auto turn = t.turns[party];
    for (; n != 0; --n) {
      ++turn;
      if (party == 0) {
        w.there.store(turn, std::memory_order_release);
        if (!wait_for(w.back, turn)) w.broken.store(true);
      } else {
        if (!wait_for(w.there, turn)) w.broken.store(true);
        w.back.store(turn, std::memory_order_release);
      }
    }
    t.turns[party] = turn;
  }
};

/// Both sides compare-and-swap one line: one change of hands per direction, about half of what two lines take.
struct compare_and_swap {
  using measures = quantity::sync;
  static constexpr std::string_view mechanism = "compare-and-swap";
  static constexpr unsigned parties = 2;
  static constexpr bool moves = false;
  static constexpr double per_turn = 0.5;
  static void run(track& t, unsigned party, std::size_t n) noexcept {
    auto& flag = t.line->there;
    auto turn = t.turns[party];
    for (; n != 0; --n, turn += 2) {
      auto const mine = turn + party;
      for (std::uint32_t looks = 0, seen = mine; !flag.compare_exchange_strong(seen, mine + 1); seen = mine)
        if (++looks == 0) {
          t.line->broken.store(true);
          break;
        }
    }
    t.turns[party] = turn;
  }
};

/// Nanoseconds that a cache line takes from one CPU to another, over some 2000 round trips (two lines): a millisecond
/// that tells whether a hypervisor has the cores in one cache domain or in two. 0 when a CPU cannot be had.
[[gnu::cold]] inline double line_travel_ns(int a, int b) {
  constexpr std::uint32_t batches = 9, trips = 200;
  wires w;
  bool pinned = true;
  auto answer = [&] {
    track there{.line = {std::shared_ptr<wires>{}, &w}};
    pinned = !pin_thread(b);
    two_lines::run(there, 1, batches * trips);
  };
  std::vector<double> times;
  auto issue = [&] {
    track here{.line = {std::shared_ptr<wires>{}, &w}};
    if (pin_thread(a)) return two_lines::run(here, 0, batches * trips);
    for (std::uint32_t i = 0; i < batches; ++i) {
      auto const begin = steady_now();
      two_lines::run(here, 0, trips);
      times.push_back((steady_now() - begin).count() / trips / 2);
    }
  };
  auto other = start_thread(answer), issuer = start_thread(issue);
  issuer.join();
  other.join();
  if (times.empty() || !pinned) return 0;
  sort_samples(times);
  return times[batches / 2];
}
}  // namespace lanemark::on_host
