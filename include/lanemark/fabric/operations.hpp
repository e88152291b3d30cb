// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <sched.h>

#include <lanemark/core/keep.hpp>
#include <lanemark/fabric/share.hpp>
#include <lanemark/policy/operation.hpp>

// The loops of lanes between nodes. Each runs on every rank of a cell at once and does that rank's part of all lanes.

namespace lanemark::fabric {
/// Turns under way at once where bandwidth is measured; the destination answers each such window, or a fast sender
/// would fill the receiver's memory with messages that nobody waits for.
inline constexpr std::size_t window_turns = 64;

/// Turns of a bandwidth sample at least: a window of them or 4 MiB, whichever is more, and at most 16 MiB. One message
/// at a time measures the answers to it: 1 MiB messages over 1 Gbit/s made 88 MB/s alone and 119.5 in a window.
constexpr std::size_t least_turns(std::size_t size) {
  auto const fit = [&](std::size_t bytes) { return bytes / std::max<std::size_t>(size, 1); };
  auto const filled = std::clamp(fit(std::size_t{4} << 20U), window_turns, 16 * window_turns);
  return std::clamp<std::size_t>(fit(std::size_t{16} << 20U), 1, filled);
}
static_assert(least_turns(0) == 1024 && least_turns(16 << 10) == 256 && least_turns(64 << 10) == 64);
static_assert(least_turns(1 << 20) == 16 && least_turns(std::size_t{1} << 32) == 1);

/// Untimed turns before the first sample of a batch: links save up while they rest (a token bucket lets 256 KiB pass at
/// once), and what is measured is what they do when they never rest. From 64 MiB on it is less than 1 %. Messages below
/// 2 KiB are limited by their number and not by the link, and 2 MiB of them would take seconds.
constexpr std::size_t lead_in_turns(std::size_t size) {
  if (size >= std::size_t{64} << 20U) return 0;
  return std::clamp<std::size_t>((std::size_t{2} << 20U) / std::max<std::size_t>(size, 1), 1, 16 * window_turns);
}
static_assert(lead_in_turns(8) == 1024 && lead_in_turns(64 << 10) == 32 && lead_in_turns(8 << 20) == 1);

/// A message there and one of the same size back: half of it is the way there.
template <class Quantity>
struct send_ping {
  using measures = Quantity;
  static constexpr std::string_view mechanism = "send";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = !std::same_as<Quantity, quantity::sync>;
  static constexpr double per_turn = 0.5;
  static void run(share& s, unsigned, std::size_t n) noexcept {
    auto const type = s.type.get();
    auto const count = s.type.count();
    auto const comm = s.comm;
    if (s.ends.size() == 1 && !s.staged) {
      auto const& e = s.ends.front();
      auto const peer = e.peer, there = e.data_tag(), back = e.back_tag();
      auto *const data = e.data, *const answer = e.back;
      int bad = MPI_SUCCESS;
      if (e.out)
        for (; n != 0 && bad == MPI_SUCCESS; --n) {
          bad = MPI_Send(data, count, type, peer, there, comm);
          if (auto const code = MPI_Recv(answer, count, type, peer, back, comm, MPI_STATUS_IGNORE)) bad = code;
        }
      else
        for (; n != 0 && bad == MPI_SUCCESS; --n) {
          bad = MPI_Recv(data, count, type, peer, there, comm, MPI_STATUS_IGNORE);
          if (auto const code = MPI_Send(answer, count, type, peer, back, comm)) bad = code;
        }
      s.note(bad);
      return;
    }
    for (; n != 0 && s.error == MPI_SUCCESS; --n) turn(s);
  }

 private:
  /// One turn of several lanes, or of staged ones: all leave together, each is answered when it arrives.
  static void turn(share& s) noexcept {
    auto const ends = s.ends.size();
    auto* const posted = s.posted.data();
    for (std::size_t i = 0; i < ends; ++i) {
      auto const& e = s.ends[i];
      s.note(MPI_Irecv(e.out ? e.back : e.data, s.type.count(), s.type.get(), e.peer,
                       e.out ? e.back_tag() : e.data_tag(), s.comm, posted + i));
      posted[ends + i] = MPI_REQUEST_NULL;
    }
    for (std::size_t i = 0; i < ends; ++i)
      if (auto const& e = s.ends[i]; e.out) {
        s.down(e, 0);
        s.note(MPI_Isend(e.data, s.type.count(), s.type.get(), e.peer, e.data_tag(), s.comm, posted + ends + i));
      }
    for (std::size_t left = ends; left != 0 && s.error == MPI_SUCCESS; --left) {
      int at = MPI_UNDEFINED;
      s.note(MPI_Waitany(static_cast<int>(ends), posted, &at, MPI_STATUS_IGNORE));
      if (at == MPI_UNDEFINED) break;
      auto const& e = s.ends[static_cast<std::size_t>(at)];
      s.up(e, e.out ? 1 : 0);
      if (!e.out) s.down(e, 1);
      if (!e.out)
        s.note(MPI_Isend(e.back, s.type.count(), s.type.get(), e.peer, e.back_tag(), s.comm, posted + ends + at));
    }
    s.note(MPI_Waitall(static_cast<int>(ends), posted + ends, MPI_STATUSES_IGNORE));
  }
};

/// Messages one way, a window of them at a time.
struct send_stream {
  using measures = quantity::bandwidth;
  static constexpr std::string_view mechanism = "send";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(share& s, unsigned, std::size_t n) noexcept {
    auto const type = s.type.get();
    auto const count = s.type.count();
    auto* const posted = s.posted.data();
    while (n != 0 && s.error == MPI_SUCCESS) {
      auto const now = std::min(n, window_turns);
      if (s.staged) {
        stage_turns(s, now);
        n -= now;
        continue;
      }
      std::size_t k = 0;
      for (std::size_t i = 0; i < now; ++i)
        for (auto const& e : s.ends)
          s.note(e.out ? MPI_Isend(e.data, count, type, e.peer, e.data_tag(), s.comm, posted + k++)
                       : MPI_Irecv(e.data, count, type, e.peer, e.data_tag(), s.comm, posted + k++));
      s.note(MPI_Waitall(static_cast<int>(k), posted, MPI_STATUSES_IGNORE));
      k = 0;
      for (auto const& e : s.ends)
        s.note(e.out ? MPI_Irecv(nullptr, 0, MPI_BYTE, e.peer, e.back_tag(), s.comm, posted + k++)
                     : MPI_Isend(nullptr, 0, MPI_BYTE, e.peer, e.back_tag(), s.comm, posted + k++));
      s.note(MPI_Waitall(static_cast<int>(k), posted, MPI_STATUSES_IGNORE));
      n -= now;
    }
  }

 private:
  /// A window of staged turns: one buffer of the host is all that each goes through, so they follow one another; only
  /// the answer comes once.
  static void stage_turns(share& s, std::size_t n) noexcept {
    auto* const posted = s.posted.data();
    for (; n != 0 && s.error == MPI_SUCCESS; --n) {
      std::size_t k = 0;
      for (auto const& e : s.ends) {
        if (e.out) s.down(e, 0);
        s.note(e.out ? MPI_Isend(e.data, s.type.count(), s.type.get(), e.peer, e.data_tag(), s.comm, posted + k++)
                     : MPI_Irecv(e.data, s.type.count(), s.type.get(), e.peer, e.data_tag(), s.comm, posted + k++));
      }
      s.note(MPI_Waitall(static_cast<int>(k), posted, MPI_STATUSES_IGNORE));
      for (auto const& e : s.ends)
        if (!e.out) s.up(e, 0);
    }
    std::size_t k = 0;
    for (auto const& e : s.ends)
      s.note(e.out ? MPI_Irecv(nullptr, 0, MPI_BYTE, e.peer, e.back_tag(), s.comm, posted + k++)
                   : MPI_Isend(nullptr, 0, MPI_BYTE, e.peer, e.back_tag(), s.comm, posted + k++));
    s.note(MPI_Waitall(static_cast<int>(k), posted, MPI_STATUSES_IGNORE));
  }
};

/// One-sided writes. Latency: each is complete at the target before the next begins. Bandwidth: a window at a time.
template <class Quantity>
struct put {
  using measures = Quantity;
  static constexpr std::string_view mechanism = "put";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(share& s, unsigned, std::size_t n) noexcept {
    constexpr std::size_t ahead = std::same_as<Quantity, quantity::latency> ? 1 : window_turns;
    auto const type = s.type.get();
    auto const count = s.type.count();
    auto const win = s.window->win;
    if (s.ends.size() == 1) {
      auto const& e = s.ends.front();
      if (!e.out) return;
      auto const peer = e.peer;
      auto const place = e.place;
      auto* const data = e.data;
      int bad = MPI_SUCCESS;
      while (n != 0 && bad == MPI_SUCCESS) {
        auto const now = std::min(n, ahead);
        for (std::size_t i = 0; i < now; ++i)
          if (auto const code = MPI_Put(data, count, type, peer, place, count, type, win)) bad = code;
        if (auto const code = MPI_Win_flush(peer, win)) bad = code;
        n -= now;
      }
      s.note(bad);
      return;
    }
    while (n != 0 && s.error == MPI_SUCCESS) {
      auto const now = std::min(n, ahead);
      for (std::size_t i = 0; i < now; ++i)
        for (auto const& e : s.ends)
          if (e.out) s.note(MPI_Put(e.data, count, type, e.peer, e.place, count, type, win));
      s.note(MPI_Win_flush_all(win));
      n -= now;
    }
  }
};

/// Waits for a flag in shared memory, and lets others run when that takes long. Like MPI's own waits it has no
/// deadline: whoever waits for this thread has one.
inline void await(std::atomic<std::uint64_t> const& flag, std::uint64_t value) noexcept {
  for (std::uint64_t looks = 0; flag.load(std::memory_order_acquire) < value; ++looks) {
    if (looks >= 100'000) sched_yield();
    pause();
  }
}

/// Stores straight into memory that both ranks share, and a flag behind them; the other side answers likewise.
template <class Quantity>
struct shared_ping {
  using measures = Quantity;
  static constexpr std::string_view mechanism = "shared";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = !std::same_as<Quantity, quantity::sync>;
  static constexpr double per_turn = 0.5;
  static void run(share& s, unsigned, std::size_t n) noexcept {
    auto const size = s.size;
    auto turn = s.turn;
    for (; n != 0; --n) {
      ++turn;
      for (auto const& e : s.ends)
        if (e.out) {
          if (size != 0) std::memcpy(e.far, e.data, size);
          e.signal->there.store(turn, std::memory_order_release);
        }
      for (auto const& e : s.ends)
        if (!e.out) {
          await(e.signal->there, turn);
          if (size != 0) std::memcpy(e.far, e.back, size);
          e.signal->back.store(turn, std::memory_order_release);
        }
      for (auto const& e : s.ends)
        if (e.out) await(e.signal->back, turn);
    }
    s.turn = turn;
  }
};

/// Stores back to back; the destination answers once, when it has seen the last.
struct shared_stream {
  using measures = quantity::bandwidth;
  static constexpr std::string_view mechanism = "shared";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(share& s, unsigned, std::size_t n) noexcept {
    auto const size = s.size;
    auto const turn = ++s.turn;
    for (; n != 0; --n)
      for (auto const& e : s.ends)
        if (e.out) {
          std::memcpy(e.far, e.data, size);
          clobber();
        }
    for (auto const& e : s.ends)
      if (e.out) e.signal->there.store(turn, std::memory_order_release);
    for (auto const& e : s.ends)
      if (!e.out) {
        await(e.signal->there, turn);
        e.signal->back.store(turn, std::memory_order_release);
      }
    for (auto const& e : s.ends)
      if (e.out) await(e.signal->back, turn);
  }
};
}  // namespace lanemark::fabric
