// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanemark::on_host {
/// A posted work request: what the engine is to copy. A cache line of its own, as in the queues of real engines.
struct alignas(64) work_request {
  std::byte* to = nullptr;
  std::byte const* from = nullptr;
  std::size_t size = 0;
};

/// A queue between one issuer and one engine. The issuer writes a slot and moves `posted` on (the doorbell); the engine
/// reads the slot, copies, and moves `completed` on. Both count from 0 and wrap at 2^32; neither shares a line, nor the
/// pair of lines a prefetcher takes together, with the other.
struct ring {
  static constexpr std::uint32_t depth = 64;
  static_assert((depth & (depth - 1)) == 0, "2^32 must be a multiple, or a wrap would skip slots");
  work_request slots[depth];
  alignas(128) std::atomic<std::uint32_t> posted{0};
  alignas(128) std::atomic<std::uint32_t> completed{0};
  alignas(128) std::atomic<bool> broken{false};     ///< one side waited in vain
  std::uint64_t patience = std::uint64_t{1} << 32;  ///< looks at an index that stands still: some seconds
};

/// Waits until an index has moved on from `seen`, and takes it. False after `patience` looks: the partner is dead.
inline bool moved_on(std::atomic<std::uint32_t> const& index, std::uint32_t& seen, std::uint64_t patience) noexcept {
  for (; patience != 0; --patience)
    if (auto const now = index.load(std::memory_order_acquire); now != seen) {
      seen = now;
      return true;
    }
  return false;
}
}  // namespace lanemark::on_host
