// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/measure/stage.hpp>

/// A stage whose laps come from a script and whose clock is a number: whatever measures over it can be computed by
/// hand.
///
/// Without a script a lap of n turns takes `fixed_ns + n * turn_ns[lane]` on each lane, and the wall time of the
/// slowest. The clock moves by the wall time of every lap. What was called is in `log`: `fill`, `check`,
/// `play 3x10` (3 laps of 10 turns).
class scripted_stage final : public lanemark::stage {
 public:
  /// Where in the cell a lap stands.
  struct moment {
    std::size_t play = 0;     ///< calls of play() before this one
    std::size_t lap = 0;      ///< laps before this one, of all plays
    std::size_t repeats = 0;  ///< turns
  };
  std::vector<double> turn_ns{};
  double fixed_ns = 0;
  std::function<void(moment const&, lanemark::lap&)> change{};  ///< bends a lap before it is played
  std::function<void(std::size_t play)> before_play{};          ///< told of each play before its laps

  // what goes wrong; npos: never. Plays and checks count from 0
  static constexpr auto npos = static_cast<std::size_t>(-1);
  std::size_t hang_at_play = npos;     ///< this play waits out its deadline: late
  std::size_t give_up_at_play = npos;  ///< this play says failed
  std::size_t sticky_at_play = npos;   ///< after this play trouble() has something to say
  std::string sticky_text = "driver error 700 from copy";
  std::size_t corrupt_at_check = npos;
  lanemark::status fill_problem{};
  std::vector<double> conditions{};  ///< what condition() says, call by call; the last for ever
  std::size_t switches_per_lap = 0, faults_per_lap = 0;
  std::vector<lanemark::obtained> got{};

  // what was seen
  std::vector<std::string> log{};
  std::vector<lanemark::pattern> filled{}, checked{};
  std::vector<lanemark::nanoseconds> deadlines{};
  double clock = 0;

  explicit scripted_stage(std::vector<double> ns_of_a_turn) : turn_ns(std::move(ns_of_a_turn)) {
    lanes = turn_ns.size();
    mechanism = "script";
    timer = {.name = "scripted"};
    got.resize(lanes);
  }

  lanemark::progress play(std::size_t samples, std::size_t repeats, lanemark::nanoseconds deadline,
                          std::vector<lanemark::lap>& out) override {
    auto const play = plays++;
    log.push_back("play " + std::to_string(samples) + "x" + std::to_string(repeats));
    deadlines.push_back(deadline);
    if (before_play) before_play(play);
    auto late = [&] {
      clock = std::max(clock, deadline.count());
      return lanemark::progress::late;
    };
    if (play == hang_at_play) return late();
    if (play == sticky_at_play) sticky = true;
    if (play == give_up_at_play) return lanemark::progress::failed;
    for (std::size_t i = 0; i < samples; ++i, ++laps) {
      lanemark::lap one;
      for (auto const ns : turn_ns) one.lane_ns.push_back(fixed_ns + ns * static_cast<double>(repeats));
      one.wall_ns = *std::max_element(one.lane_ns.begin(), one.lane_ns.end());
      if (change) change({play, laps, repeats}, one);
      if (clock + one.wall_ns > deadline.count()) {
        auto const slowest = std::max_element(one.lane_ns.begin(), one.lane_ns.end());
        culprit = static_cast<std::size_t>(slowest - one.lane_ns.begin());
        return late();
      }
      clock += one.wall_ns;
      out.push_back(std::move(one));
    }
    return lanemark::progress::done;
  }
  lanemark::status fill(lanemark::pattern const& what) override {
    log.push_back("fill");
    filled.push_back(what);
    return fill_problem;
  }
  lanemark::status check(lanemark::pattern const& what) override {
    log.push_back("check");
    checked.push_back(what);
    if (checked.size() - 1 != corrupt_at_check) return {};
    return lanemark::problem{lanemark::fault::corrupt, "data corrupt: first at offset 5"};
  }
  lanemark::status trouble() override {
    if (!std::exchange(sticky, false)) return {};
    return lanemark::problem{lanemark::fault::failed, sticky_text};
  }
  lanemark::nanoseconds now() const override { return lanemark::nanoseconds{clock}; }
  std::vector<lanemark::obtained> placements() override { return got; }
  std::size_t involuntary_switches() const override { return switches_per_lap * laps; }
  std::size_t page_faults() const override { return faults_per_lap * laps; }
  double condition() override {
    if (conditions.empty()) return 0;
    return conditions[std::min(asked_condition++, conditions.size() - 1)];
  }

 private:
  std::size_t plays = 0, laps = 0, asked_condition = 0;
  bool sticky = false;
};
