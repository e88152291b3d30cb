// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>

#include <lanemark/core/start_thread.hpp>

namespace lanemark::on_accelerator {
/// A start gate for queues that can wait until a word in host memory is at least so much. The word only rises, so that
/// a queue which looks late is never locked in by the next hold.
///
/// Such a wait has no end of its own. If the one who held the gate does not come to release it (some call in between
/// waits for what the gate holds back), a watcher does after a while, and from then on there is no gate.
class flag_gate {
  std::uint32_t* word = nullptr;
  std::atomic<std::uint32_t> turn{0};
  std::atomic<std::uint32_t> held{0};  // the turn that queues wait for; 0: open
  std::atomic<bool> useless{true};
  std::chrono::milliseconds look{};
  std::mutex guard{};
  std::condition_variable wake{};
  bool quit = false;
  std::thread watcher{};

  void raise_to(std::uint32_t value) noexcept { std::atomic_ref<std::uint32_t>(*word).store(value); }
  void watch() {
    std::uint32_t seen = 0;
    for (std::unique_lock lock(guard); !wake.wait_for(lock, look, [this] { return quit; });) {
      auto now = held.load();
      if (now != 0 && now == seen && held.compare_exchange_strong(now, 0)) useless = true, raise_to(now);
      seen = now;
    }
  }
  struct {
    flag_gate* mine;
    void operator()() const { mine->watch(); }
  } work{this};  // borrowed by the thread

 public:
  flag_gate() = default;
  flag_gate(flag_gate const&) = delete;
  flag_gate& operator=(flag_gate const&) = delete;
  ~flag_gate() { stop(); }

  /// Over a word that is 0, and outlives the gate or its `stop`. Held for twice `look` at most.
  void begin(std::uint32_t* in_host_memory, std::chrono::milliseconds how_often = std::chrono::seconds(2)) noexcept {
    word = in_host_memory, look = how_often;
    try {
      watcher = start_thread(work);
      useless = false;
    } catch (std::system_error const&) {  // no thread to watch: no gate
    }
  }
  /// From now on there is no gate; whoever waits goes on.
  void give_up() noexcept {
    useless = true;
    release();
  }
  void stop() noexcept {
    give_up();
    if (!watcher.joinable()) return;
    {
      std::lock_guard const lock(guard);
      quit = true;
    }
    wake.notify_all();
    watcher.join();
    word = nullptr;
  }
  /// Closes the gate; false: there is none.
  bool hold() noexcept {
    if (useless) return false;
    held = ++turn;
    return true;
  }
  void release() noexcept {
    held = 0;
    if (word) raise_to(turn);  // whether or not the watcher was here
  }
  /// What a queue has to wait for; 0: the gate is open.
  std::uint32_t awaited() const noexcept { return held; }
  bool usable() const noexcept { return !useless; }
};
}  // namespace lanemark::on_accelerator
