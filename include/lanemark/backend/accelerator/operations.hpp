// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstddef>
#include <string_view>

#include <lanemark/backend/accelerator/track.hpp>
#include <lanemark/policy/operation.hpp>

namespace lanemark::on_accelerator {
/// Copies by the device's own engine. Between marks all are enqueued at once; for a host clock they have ended when the
/// call returns, of latency each before the next begins.
template <class D, class Quantity>
struct engine_copy {
  using measures = Quantity;
  static constexpr std::string_view mechanism = "copy-engine";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(track<D>& t, unsigned, std::size_t n) noexcept {
    for (; n != 0; --n) {
      t.enqueue();
      if constexpr (std::same_as<Quantity, quantity::latency>) t.finish();
    }
    if constexpr (!std::same_as<Quantity, quantity::latency>) t.finish();
  }
  static void submit(track<D>& t, std::size_t n) noexcept {
    for (; n != 0; --n) t.enqueue();
  }
};
}  // namespace lanemark::on_accelerator
