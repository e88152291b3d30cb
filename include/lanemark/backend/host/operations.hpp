// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstddef>
#include <string_view>

#include <lanemark/backend/host/track.hpp>
#include <lanemark/core/keep.hpp>
#include <lanemark/policy/operation.hpp>

namespace lanemark::on_host {
/// Copies by one kernel. Bandwidth: back to back. Latency: each copy is visible before the next begins.
/// What the loop needs is copied to locals first: `clobber` would make the compiler read it again each turn.
template <class Quantity, class Kernel>
struct warm_copy {
  using measures = Quantity;
  static constexpr std::string_view mechanism = Kernel::name, cache = "warm", semantics = "load-store";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(track& t, unsigned party, std::size_t n) noexcept {
    auto const& mine = t.shares[party];
    auto* const to = mine.to;
    auto const* const from = mine.from;
    auto const size = mine.size;
    auto const width = t.width;
    for (; n != 0; --n) {
      Kernel::copy(to, from, size, width);
      if constexpr (std::same_as<Quantity, quantity::latency>)
        fence();
      else
        clobber();
    }
  }
};

/// The same, each copy at a place whose lines and translations have left the caches.
template <class Quantity, class Kernel>
struct cold_copy {
  using measures = Quantity;
  static constexpr std::string_view mechanism = Kernel::name, cache = "cold", semantics = "load-store";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(track& t, unsigned party, std::size_t n) noexcept {
    auto& mine = t.shares[party];
    auto* const to = mine.to;
    auto const* const from = mine.from;
    auto const size = mine.size, stride = mine.stride, last = mine.slots - 1;
    auto const width = t.width;
    auto slot = mine.next;
    auto const turns = n;
    for (; n != 0; --n) {
      auto const at = slot * stride;
      Kernel::copy(to + at, from + at, size, width);
      if constexpr (std::same_as<Quantity, quantity::latency>)
        fence();
      else
        clobber();
      slot = (slot + share::step) & last;
    }
    mine.next = slot;
    mine.visited += turns;
  }
};
}  // namespace lanemark::on_host
