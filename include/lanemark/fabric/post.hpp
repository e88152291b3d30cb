// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <sched.h>
#include <time.h>

#include <lanemark/core/duration.hpp>
#include <lanemark/core/keep.hpp>
#include <lanemark/fabric/mpi.hpp>

// Messages between ranks outside of what is timed. Whoever waits for one sleeps between looks: a rank that spins would
// take a core from those that measure. To be called on the thread that owns MPI.

namespace lanemark::fabric {
/// What a message is about. Tags of payloads begin behind these.
enum class tag : int { hello = 1, order, done, command, answer, first_payload };

/// Waits between looks: at first not at all, in the end 2 ms.
class patience {
  unsigned looks = 0;

 public:
  void rest() noexcept {
    if (++looks < 400) {
      pause();
      if (looks % 8 == 0) sched_yield();
      return;
    }
    auto const ns = looks < 600 ? 50'000L : looks < 1000 ? 200'000L : 2'000'000L;
    timespec const t{.tv_sec = 0, .tv_nsec = ns};
    nanosleep(&t, nullptr);
  }
};

/// Sends bytes; false: they were not taken by the deadline, or MPI refused. Open MPI cannot take a message back, and
/// may read it later: what was late is left to it.
inline bool send_bytes(MPI_Comm comm, int to, tag what, std::string bytes, nanoseconds deadline) {
  auto message = std::make_unique<std::string>(std::move(bytes));
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Isend(message->data(), static_cast<int>(message->size()), MPI_BYTE, to, static_cast<int>(what), comm,
                &request) != MPI_SUCCESS)
    return false;
  patience wait;
  for (int sent = 0;; wait.rest()) {
    if (MPI_Test(&request, &sent, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    if (sent != 0) return true;
    if (steady_now() >= deadline) {
      (void)message.release();
      return false;
    }
  }
}

/// A message and who sent it.
struct letter {
  int from = -1;
  std::string bytes{};
};

/// The next message from `from` (MPI_ANY_SOURCE: from anybody); nothing by the deadline, or when `stop` is set.
inline std::optional<letter> receive_bytes(MPI_Comm comm, int from, tag what, nanoseconds deadline,
                                           std::atomic<bool> const* stop = nullptr) {
  patience wait;
  for (;; wait.rest()) {
    int there = 0;
    MPI_Status status{};
    if (MPI_Iprobe(from, static_cast<int>(what), comm, &there, &status) != MPI_SUCCESS) return {};
    if (there != 0) {
      int size = 0;
      MPI_Get_count(&status, MPI_BYTE, &size);
      letter l{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
      if (MPI_Recv(l.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, static_cast<int>(what), comm,
                   MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return {};
      return l;
    }
    if (steady_now() >= deadline || (stop && stop->load(std::memory_order_relaxed))) return {};
  }
}
}  // namespace lanemark::fabric
