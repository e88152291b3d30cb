// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/host/memory.hpp>
#include <lanemark/backend/host/memory_facts.hpp>
#include <lanemark/core/pattern.hpp>
#include <lanemark/fabric/mpi.hpp>
#include <lanemark/fabric/post.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark::fabric {
/// Flags in memory that both ranks share, each on lines of its own.
struct flags {
  alignas(128) std::atomic<std::uint64_t> there{0};  ///< written by the source
  alignas(128) std::atomic<std::uint64_t> back{0};   ///< written by the destination
};

/// One lane, seen from one of its two ranks.
struct lane_end {
  std::size_t lane = 0;       ///< place in the cell
  int peer = 0;               ///< the other rank, in the cell's communicator
  bool out = false;           ///< this rank is the source
  std::byte* data = nullptr;  ///< source: what is sent; destination: where it arrives
  std::byte* back = nullptr;  ///< source: where answers arrive; destination: what it answers with
  std::byte* far = nullptr;   ///< the other side's `data` (source) or `back` (destination), where memory is shared
  flags* signal = nullptr;    ///< likewise shared; of the destination
  MPI_Aint place = 0;         ///< of the data in the destination's window
  std::shared_ptr<on_host::buffer> memory[2]{};
  std::unique_ptr<staging> device[2]{};  ///< behind `data` and `back`, where a device's memory is meant

  int data_tag() const noexcept { return static_cast<int>(tag::first_payload) + 4 * static_cast<int>(lane); }
  int back_tag() const noexcept { return data_tag() + 1; }
  int token_tag() const noexcept { return data_tag() + 2; }
};

/// A window over the memory of a cell's ranks, freed by all of them together.
struct window_memory {
  MPI_Win win = MPI_WIN_NULL;
  bool locked = false;
  std::byte* base = nullptr;
  window_memory() = default;
  window_memory(window_memory const&) = delete;
  window_memory& operator=(window_memory const&) = delete;
};

/// What one rank does in a cell: all its ends of the cell's lanes, driven by the thread that owns MPI. The cell's
/// track, in the words of the measuring core.
struct share {
  MPI_Comm comm = MPI_COMM_NULL;  ///< of the ranks that take part
  int ranks = 0;
  std::vector<lane_end> ends{};
  std::size_t size = 0;  ///< bytes of one turn of one lane; 0: a signal
  payload_type type{};
  std::unique_ptr<window_memory> window{};
  std::uint64_t turn = 0;             ///< of signals so far
  std::vector<MPI_Request> posted{};  ///< room for a window of turns
  int error = MPI_SUCCESS;            ///< first error of the timed region
  bool staged = false;                ///< the ends are devices' memory, which passes through the host's
  bool device_failed = false;
  bool doubtful = false;  ///< a call failed: requests may be under way that nobody can take back
  obtained got{};

  std::vector<int> allowed{};  ///< CPUs of the thread before this cell

  status enter(unsigned) {
    allowed = cpus_of_thread();
    return got.cpus.empty() ? status{} : pin_thread(got.cpus);
  }

  /// Touches what arrives in a window, from the CPU that issues, and sees where it came to lie: a window is memory of
  /// MPI's choice, which nobody could ask for on a NUMA node.
  void look_at_window() {
    for (auto const& e : ends) {
      if (!window || e.out || size == 0) continue;
      std::memset(e.data, 0, size);
      got.destination_node = on_host::most_common_node(e.data, size);
    }
  }

  /// All ranks of the cell are in their loops: nothing of waiting for each other gets into the first turn. With one
  /// lane a round trip of nothing is enough, and leaves its destination waiting for the first byte.
  void meet() noexcept {
    if (ends.size() == 1 && ranks == 2) {
      auto const& e = ends.front();
      if (e.out) note(MPI_Send(nullptr, 0, MPI_BYTE, e.peer, e.token_tag(), comm));
      note(MPI_Recv(nullptr, 0, MPI_BYTE, e.peer, e.token_tag(), comm, MPI_STATUS_IGNORE));
      if (!e.out) note(MPI_Send(nullptr, 0, MPI_BYTE, e.peer, e.token_tag(), comm));
    } else {
      note(MPI_Barrier(comm));
    }
  }
  /// The sample is over on this rank. A destination that has nothing to do for a put waits here and so lets MPI work.
  void part() noexcept {
    if (ends.size() == 1 && ranks == 2) {
      auto const& e = ends.front();
      if (e.out)
        note(MPI_Send(nullptr, 0, MPI_BYTE, e.peer, e.token_tag(), comm));
      else
        note(MPI_Recv(nullptr, 0, MPI_BYTE, e.peer, e.token_tag(), comm, MPI_STATUS_IGNORE));
    } else {
      note(MPI_Barrier(comm));
    }
  }
  /// Moves what passes through the host for an end; k = 0: its data, 1: its answer.
  void up(lane_end const& e, int k) noexcept {
    if (e.device[k] && !e.device[k]->to_device()) device_failed = true;
  }
  void down(lane_end const& e, int k) noexcept {
    if (e.device[k] && !e.device[k]->to_host()) device_failed = true;
  }
  void note(int code) noexcept {
    if (code == MPI_SUCCESS) return;
    doubtful = true;
    if (error == MPI_SUCCESS) error = code;
  }

  status fill(pattern const& what) {
    for (auto& e : ends) {
      auto const mine = for_lane(what, e.lane);
      if (size == 0) continue;
      if (e.out)
        fill_pattern({e.data, size}, mine);
      else
        fill_poison({e.data, size}, mine);
      if (e.back && e.out) fill_poison({e.back, size}, mine);  // its answer
      if (e.back && !e.out) fill_pattern({e.back, size}, mine);
      up(e, 0), up(e, 1);
    }
    if (window) note(MPI_Win_sync(window->win));
    return {};
  }
  status check(pattern const& what) {
    if (window) note(MPI_Win_sync(window->win));
    for (auto& e : ends) {
      auto* const arrived = e.out ? e.back : e.data;
      if (!arrived || size == 0) continue;
      if (e.device[e.out ? 1 : 0]) {  // what passed through here proves nothing: look at what the device has
        fill_poison({arrived, size}, for_lane(what, e.lane));
        down(e, e.out ? 1 : 0);
      }
      if (auto no = check_pattern({arrived, size}, for_lane(what, e.lane)))
        return problem{no->kind, (e.out ? "the answer: " : "") + no->text};
    }
    return {};
  }
  status trouble() {
    auto const code = std::exchange(error, MPI_SUCCESS);
    if (code != MPI_SUCCESS) return mpi_problem("an MPI call of this cell", code);
    if (std::exchange(device_failed, false))
      for (auto& e : ends)
        for (auto& d : e.device)
          if (d)
            if (auto no = d->trouble()) return no;
    return {};
  }
  obtained placement() const { return got; }
};
}  // namespace lanemark::fabric
