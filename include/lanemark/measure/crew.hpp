// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <sys/resource.h>

#include <lanemark/core/duration.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/start_thread.hpp>
#include <lanemark/measure/gate.hpp>
#include <lanemark/measure/leaf.hpp>
#include <lanemark/measure/parking.hpp>
#include <lanemark/policy/progress.hpp>

namespace lanemark {
/// One issuing thread per party of every lane. All that the threads touch is shared with them, so that a thread that
/// hangs inside a driver can be left behind with it.
template <blocking_track Track>
class crew {
  struct member {
    std::vector<window> laps{};
    status entered{};
    std::size_t switches = 0, faults = 0;
    std::atomic<bool> busy{true};
    std::thread thread{};
  };
  struct shared {
    std::vector<Track> tracks;
    unsigned parties;
    leaf_function<Track> leaf;
    gate start;
    std::vector<member> members;
    std::atomic<std::uint32_t> round{0}, running{0};
    std::atomic<bool> quit{false};
    std::size_t samples = 0, turns = 0;  // of this round, published by `round`
    shared(std::vector<Track> t, unsigned p, leaf_function<Track> f)
        : tracks(std::move(t)), parties(p), leaf(f), start(unsigned(tracks.size()) * p), members(tracks.size() * p) {}
  };
  std::shared_ptr<shared> s;
  bool lost = false;       // somebody was late: the gate stays cancelled, no round can follow
  bool abandoned = false;  // and has not come back
  std::size_t latest = 0;  // the member that was late

  static void count(rusage const& before, member& me) noexcept {
    rusage now{};
    getrusage(RUSAGE_THREAD, &now);
    me.switches += static_cast<std::size_t>(now.ru_nivcsw - before.ru_nivcsw);
    me.faults += static_cast<std::size_t>(now.ru_minflt - before.ru_minflt + now.ru_majflt - before.ru_majflt);
  }
  static void rest(shared& s, member& me) noexcept {
    me.busy.store(false, std::memory_order_relaxed);
    if (s.running.fetch_sub(1, std::memory_order_acq_rel) == 1) unpark_all(s.running);
  }
  static void serve(std::shared_ptr<shared> s, std::size_t id) {
    auto& me = s->members[id];
    auto& track = s->tracks[id / s->parties];
    auto const party = static_cast<unsigned>(id % s->parties);
    me.entered = track.enter(party);
    auto seen = s->round.load(std::memory_order_relaxed);  // 0: the first round starts only when all have entered
    rest(*s, me);
    for (;;) {
      while (s->round.load(std::memory_order_acquire) == seen && !s->quit.load(std::memory_order_acquire))
        park(s->round, seen, nanoseconds{9e18});
      if (s->quit.load(std::memory_order_acquire)) return;
      seen = s->round.load(std::memory_order_acquire);
      me.laps.clear();
      me.laps.resize(s->samples);
      rusage before{};
      getrusage(RUSAGE_THREAD, &before);
      s->leaf(track, party, s->start, me.laps, s->turns);
      count(before, me);
      rest(*s, me);
    }
  }

  /// What a thread is started on: its share of what all touch, gone when it ends.
  struct issuer {
    std::shared_ptr<shared> s;
    std::size_t id;
    void operator()() {
      serve(std::move(s), id);
      delete this;
    }
  };

 public:
  crew(std::vector<Track> tracks, unsigned parties, leaf_function<Track> leaf)
      : s(new shared(std::move(tracks), parties, leaf)) {
    s->running = static_cast<std::uint32_t>(s->members.size());
    try {
      for (std::size_t id = 0; id < s->members.size(); ++id) {
        auto mine = std::unique_ptr<issuer>(new issuer{s, id});
        s->members[id].thread = start_thread(*mine);
        mine.release();
      }
    } catch (...) {  // the system gave fewer threads: let those that run go, they touch nothing but what is shared
      dismiss();
      for (auto& m : s->members)
        if (m.thread.joinable()) m.thread.join();
      throw;
    }
  }
  crew(crew const&) = delete;
  crew& operator=(crew const&) = delete;
  ~crew() {
    dismiss();
    for (auto& m : s->members) abandoned ? m.thread.detach() : m.thread.join();
  }

  /// Another loop over the same tracks, from the next round on.
  void use(leaf_function<Track> leaf) noexcept { s->leaf = leaf; }
  std::vector<Track>& tracks() noexcept { return s->tracks; }
  unsigned parties() const noexcept { return s->parties; }
  std::span<window const> laps(std::size_t track, unsigned party) const {
    return s->members[track * s->parties + party].laps;
  }
  std::size_t switches() const { return total(&member::switches); }
  std::size_t faults() const { return total(&member::faults); }

  /// Waits until nobody works. Late: the gate is cancelled for good, and threads that do not come back within a second
  /// are left behind.
  progress wait(nanoseconds deadline) noexcept {
    if (lost) return progress::late;
    if (rests_by(deadline)) return progress::done;
    lost = true;
    auto const patience = steady_now() + nanoseconds{1e9};
    note_latest();
    s->start.cancel();
    // whoever only waited at the gate comes back at once: the last one out is the one that was late
    while (!rests_by(steady_now() + nanoseconds{1e6})) {
      note_latest();
      if (steady_now() >= patience) {
        abandoned = true;
        break;
      }
    }
    return progress::late;
  }
  /// Every member takes `samples` laps of `turns`. Only after `wait` has said done: a round needs all of them.
  void go(std::size_t samples, std::size_t turns) noexcept {
    s->samples = samples;
    s->turns = turns;
    for (auto& m : s->members) m.busy.store(true, std::memory_order_relaxed);
    s->running.store(static_cast<std::uint32_t>(s->members.size()), std::memory_order_relaxed);
    s->round.fetch_add(1, std::memory_order_release);
    unpark_all(s->round);
  }
  status refused() const {
    for (auto const& m : s->members)
      if (m.entered) return m.entered;
    return {};
  }
  /// The track whose member was late.
  std::size_t slowest() const noexcept { return latest / s->parties; }

 private:
  void note_latest() noexcept {
    for (std::size_t id = 0; id < s->members.size(); ++id)
      if (s->members[id].busy.load()) {
        latest = id;
        return;
      }
  }
  /// `round` moves as well, or a member that has just looked at `quit` would fall asleep and miss the call.
  void dismiss() noexcept {
    s->quit.store(true, std::memory_order_release);
    s->start.cancel();
    s->round.fetch_add(1, std::memory_order_release);
    unpark_all(s->round);
  }
  std::size_t total(std::size_t member::*what) const {
    std::size_t sum = 0;
    for (auto const& m : s->members) sum += m.*what;
    return sum;
  }
  bool rests_by(nanoseconds deadline) noexcept {
    for (;;) {
      auto const still = s->running.load(std::memory_order_acquire);
      if (still == 0) return true;
      if (steady_now() >= deadline) return false;
      park(s->running, still, deadline);
    }
  }
};
}  // namespace lanemark
