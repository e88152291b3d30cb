// SPDX-License-Identifier: MIT
#pragma once
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <lanemark/core/duration.hpp>
#include <lanemark/policy/progress.hpp>

namespace lanemark::fabric {
/// The one thread of a process that calls MPI. A blocking MPI call has no deadline and cannot be taken back; whoever
/// waits for it here can give up, and then leaves the thread behind with all that it touches: jobs own what they use.
class mpi_thread {
  struct shared {
    std::mutex guard{};
    std::condition_variable changed{};
    std::function<void()> job{};
    bool busy = false, quit = false;
  };
  std::shared_ptr<shared> s = std::make_shared<shared>();
  std::thread thread;
  bool left = false;

  static void serve(std::shared_ptr<shared> const& s) {
    std::unique_lock lock(s->guard);
    for (;;) {
      s->changed.wait(lock, [&] { return s->quit || s->job; });
      if (!s->job) return;
      auto const job = std::exchange(s->job, {});
      lock.unlock();
      job();
      lock.lock();
      s->busy = false;
      s->changed.notify_all();
    }
  }

 public:
  mpi_thread() : thread([s = s] { serve(s); }) {}
  mpi_thread(mpi_thread const&) = delete;
  mpi_thread& operator=(mpi_thread const&) = delete;
  ~mpi_thread() {
    {
      std::lock_guard const lock(s->guard);
      s->quit = true;
      s->changed.notify_all();
    }
    if (left)
      thread.detach();
    else
      thread.join();
  }

  /// Runs a job and waits for its end, at most until `deadline` (steady clock). Late: the thread is lost, every later
  /// job is late at once, and the process can only report and end.
  progress run(std::function<void()> job, nanoseconds deadline) {
    std::unique_lock lock(s->guard);
    if (left) return progress::late;
    s->job = std::move(job);
    s->busy = true;
    s->changed.notify_all();
    while (s->busy) {
      auto const room = deadline - steady_now();
      if (room.count() <= 0) {
        left = true;
        return progress::late;
      }
      s->changed.wait_for(lock, std::min(room, nanoseconds{1e9}));
    }
    return progress::done;
  }
  bool lost() const noexcept { return left; }
};
}  // namespace lanemark::fabric
