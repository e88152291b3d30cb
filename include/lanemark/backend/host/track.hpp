// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/host/copy.hpp>
#include <lanemark/backend/host/memory.hpp>
#include <lanemark/backend/host/ring.hpp>
#include <lanemark/core/pattern.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark::on_host {
/// One thread's share of a lane. Cold copies walk an arena of `slots` places (a power of two) that is larger than the
/// caches, in an order that no prefetcher guesses.
struct share {
  std::byte *to = nullptr, *from = nullptr;
  std::size_t size = 0;
  std::size_t stride = 0, slots = 1;
  std::size_t next = 0;                            ///< the slot of the next cold copy
  std::size_t visited = 0;                         ///< cold copies since the last fill
  static constexpr std::size_t step = 0x9e3779b1;  ///< odd: visits every slot of a power of two before any again
};

/// Two flags for a ping-pong, a cache line pair apart, and whether the other side ever went silent.
struct wires {
  alignas(128) std::atomic<std::uint32_t> there{0};
  alignas(128) std::atomic<std::uint32_t> back{0};
  alignas(128) std::atomic<bool> broken{false};
};

/// A lane of this machine: pinned threads that copy between two buffers, or signal each other.
struct track {
  std::vector<share> shares{};  ///< one per issuing thread
  vector_width width = vector_width::bytes16;
  std::shared_ptr<buffer> to{}, from{};
  std::shared_ptr<wires> line{};    ///< of a sync
  std::shared_ptr<ring> queue{};    ///< of a queued copy
  std::uint32_t turns[2] = {0, 0};  ///< round trips or work requests so far, per party
  std::vector<int> cpus{};          ///< per thread, issuers before engines; empty: not pinned
  obtained got{};

  status enter(unsigned party) {
    if (party < cpus.size()) return pin_thread(cpus[party]);
    return {};
  }
  status fill(pattern const& what) {
    for (auto& s : shares) {
      auto const offset = static_cast<std::uint64_t>(s.from - shares.front().from);
      // the arena of all shares ends where that of the first does
      auto const all = s.slots == 1 ? s.size : s.slots * s.stride - offset;
      fill_pattern({s.from, all}, what, offset);
      fill_poison({s.to, all}, what, offset);
      s.next = s.visited = 0;
    }
    return {};
  }
  status check(pattern const& what) {
    for (auto const& s : shares) {
      auto const offset = static_cast<std::uint64_t>(s.from - shares.front().from);
      if (s.slots == 1) {
        if (auto no = check_pattern({s.to, s.size}, what, offset)) return no;
        continue;
      }
      for (std::size_t i = 0; i < std::min(s.visited, s.slots); ++i) {
        auto const at = (i * share::step & (s.slots - 1)) * s.stride;
        if (auto no = check_pattern({s.to + at, s.size}, what, offset + at)) return no;
      }
    }
    return {};
  }
  status trouble() {
    if (line && line->broken.exchange(false))
      return problem{fault::failed, "sync: the other thread did not answer for seconds"};
    if (queue && queue->broken.exchange(false))
      return problem{fault::failed, "queue: the issuer or its engine did not answer for seconds"};
    return {};
  }
  obtained placement() const { return got; }
};

/// Cuts a lane of `size` bytes into one share per thread, at multiples of 4 KiB where there is room for that.
inline std::vector<share> shares_of(std::byte* to, std::byte* from, std::size_t size, unsigned threads) {
  std::vector<share> all;
  auto const unit = size / threads >= 4096 ? std::size_t{4096} : std::size_t{64};
  std::size_t at = 0;
  for (unsigned i = 0; i < threads; ++i) {
    auto const end = i + 1 == threads ? size : std::min(size, size / threads * (i + 1) / unit * unit);
    all.push_back({.to = to + at, .from = from + at, .size = end - at});
    at = end;
  }
  return all;
}

/// Slots of a cold arena: enough for 4 times the last-level cache, in places of whole pages.
inline std::size_t cold_slots(std::size_t size, std::size_t cache) {
  auto const stride = (size + 4095) / 4096 * 4096;
  return std::bit_ceil(std::max<std::size_t>(1, (4 * cache + stride - 1) / std::max<std::size_t>(stride, 1)));
}
}  // namespace lanemark::on_host
