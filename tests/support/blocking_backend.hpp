// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include <lanemark/measure/leaf.hpp>

/// Issuing threads that follow a script. Each thread has a clock of its own that only its turns move, so laps can be
/// computed by hand; and each can be told to fail or to hang until the test lets it go.
namespace blocking {
inline thread_local std::uint64_t ticks_of_this_thread = 0;

/// The clock of the calling thread: half a nanosecond a tick.
struct own_clock {
  static constexpr std::string_view name = "own";
  static constexpr auto domain = lanemark::time_domain::real;
  static std::uint64_t ticks() noexcept { return ticks_of_this_thread; }
  static double ns_per_tick() { return 0.5; }
  static lanemark::status available() { return {}; }
};

constexpr unsigned nobody = ~0U;

struct script {
  std::vector<std::vector<std::uint64_t>> turn_ticks{};            ///< [lane][party]
  unsigned refuses_to_enter = nobody, hangs_on_entering = nobody;  ///< a lane
  unsigned hangs_in_lane = nobody, hangs_in_party = 0;
  std::atomic<std::uint64_t> hangs_from_turn{0};
  std::atomic<bool> let_go{false};
  std::atomic<unsigned> entered{0}, hanging{0};
  std::atomic<std::uint64_t> turns{0};

  void hang() noexcept {
    ++hanging;
    while (!let_go.load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --hanging;
  }
};

struct track {
  std::shared_ptr<script> s{};
  unsigned lane = 0;
  lanemark::pattern source{}, destination{.seed = 0};

  lanemark::status enter(unsigned) {
    if (s->hangs_on_entering == lane) s->hang();
    ++s->entered;
    if (s->refuses_to_enter == lane)
      return lanemark::problem{lanemark::fault::failed, "device " + std::to_string(lane) + " is lost"};
    return {};
  }
  lanemark::status fill(lanemark::pattern const& p) {
    source = p;
    destination.seed = ~p.seed;
    return {};
  }
  lanemark::status check(lanemark::pattern const& p) {
    if (destination.seed == p.seed) return {};
    return lanemark::problem{lanemark::fault::corrupt, "data corrupt"};
  }
  lanemark::status trouble() { return {}; }
  lanemark::obtained placement() const { return {.cpus = {static_cast<int>(lane)}}; }
};

/// Each turn takes what the script says, times `Slowness`.
template <unsigned Parties, int Slowness = 1>
struct turn {
  using measures = lanemark::quantity::bandwidth;
  static constexpr std::string_view mechanism = Slowness == 1 ? "turn" : "slow-turn";
  static constexpr unsigned parties = Parties;
  static constexpr bool moves = Parties == 1;
  static constexpr double per_turn = 1;
  static void run(track& t, unsigned party, std::size_t n) noexcept {
    auto& s = *t.s;
    if (n != 0 && s.hangs_in_lane == t.lane && s.hangs_in_party == party && s.turns.load() >= s.hangs_from_turn)
      s.hang();
    s.turns += n;
    ticks_of_this_thread += n * s.turn_ticks[t.lane][party] * Slowness;
    if (n != 0 && party == 0) t.destination = t.source;
  }
};

template <class O>
inline constexpr lanemark::leaf_function<track> leaf = &lanemark::clocked_leaf<O, own_clock, track>;

inline std::vector<track> tracks_of(std::shared_ptr<script> const& s) {
  std::vector<track> all;
  for (unsigned i = 0; i < s->turn_ticks.size(); ++i) all.push_back({.s = s, .lane = i});
  return all;
}

/// Whether nobody else holds the script any more: all threads, also those left behind, have ended.
inline bool all_gone(std::shared_ptr<script> const& s) {
  for (int i = 0; i < 10'000 && s.use_count() != 1; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return s.use_count() == 1;
}
}  // namespace blocking
