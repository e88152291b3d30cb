// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

namespace lanemark::on_sim {
/// `turns` times: wait, then move bytes over links.
struct flow {
  std::vector<std::size_t> links{};  ///< shared ones, by number
  double own_rate = 0;               ///< what the lane alone can do, bytes per ns
  double wait_each = 0, bytes_each = 0;
  std::size_t turns = 0;  ///< still to do, the one under way among them
  double waiting = 0, left = 0, rate = 0;
  double finished = -1;  ///< ns since the gate opened; -1: not yet
  bool active() const { return turns > 0; }
  bool moving() const { return active() && waiting <= 0; }
};

/// A discrete-event simulation of flows over shared links. Time within one opening of the gate counts from zero, so
/// that a lap is exact however long the run has been going: at 10^13 ns a double no longer holds six decimals.
class world {
  std::vector<double> capacity{};              // of each link, bytes per ns
  std::vector<std::shared_ptr<flow>> flows{};  // shared with tracks: a flow nobody holds is gone at the next gate
  double since_gate = 0, before = 0;

  /// Max-min fair: all moving flows grow alike; whoever meets its own rate or a full link stops there, the rest go on.
  /// Source: Bertsekas and Gallager, Data Networks, 6.5.2.
  void share() {
    std::vector<flow*> open;
    std::vector<std::size_t> used;
    for (auto& f : flows) {
      if (!f->moving()) continue;
      f->rate = 0;
      open.push_back(f.get());
      used.insert(used.end(), f->links.begin(), f->links.end());
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    struct load {
      double room;
      std::size_t users;
    };
    std::vector<load> loads(used.size());
    auto load_of = [&](std::size_t link) -> load& {
      return loads[static_cast<std::size_t>(std::lower_bound(used.begin(), used.end(), link) - used.begin())];
    };
    for (std::size_t i = 0; i < used.size(); ++i) loads[i] = {capacity[used[i]], 0};
    for (auto* f : open)
      for (auto const l : f->links) ++load_of(l).users;
    double level = 0;
    while (!open.empty()) {
      auto step = std::numeric_limits<double>::infinity();
      for (auto const& l : loads)
        if (l.users != 0) step = std::min(step, l.room / static_cast<double>(l.users));
      for (auto* f : open) step = std::min(step, f->own_rate - level);
      step = std::max(step, 0.0);
      level += step;
      for (auto& l : loads) l.room -= step * static_cast<double>(l.users);
      auto const tiny = 1e-12 * level;
      std::erase_if(open, [&](flow* f) {
        auto const full = f->own_rate <= level + tiny ||
                          std::any_of(f->links.begin(), f->links.end(),
                                      [&](std::size_t l) { return load_of(l).room <= 1e-12 * capacity[l]; });
        if (!full) return false;
        f->rate = level;
        for (auto const l : f->links) --load_of(l).users;
        return true;
      });
    }
  }
  void forget_the_closed() {
    std::erase_if(flows, [](auto const& f) { return f.use_count() == 1; });
  }
  static void begin_turn(flow& f) { f.waiting = f.wait_each, f.left = f.bytes_each; }
  static void end_turn(flow& f, double at) {
    if (--f.turns != 0)
      begin_turn(f);
    else
      f.finished = at;
  }

 public:
  std::size_t add_link(double bytes_per_ns) {
    capacity.push_back(bytes_per_ns);
    return capacity.size() - 1;
  }
  /// The first of a cell finds the clock at zero, so that a cell is the same to the last digit whatever ran before it.
  std::shared_ptr<flow> add_flow() {
    forget_the_closed();
    if (flows.empty()) since_gate = before = 0;
    return flows.emplace_back(std::make_shared<flow>());
  }
  double now() const { return before + since_gate; }

  /// All armed flows start now.
  void open_gate() {
    forget_the_closed();
    before += since_gate;
    since_gate = 0;
    for (auto& f : flows)
      if (f->active()) f->finished = -1, begin_turn(*f);
  }

  /// Time passes up to `when` (on `now()`), and nothing moves: whoever waited has given up.
  void skip_to(double when) { since_gate = std::max(since_gate, when - before); }

  /// Moves time until one flow has done its turns, or until `deadline` (on `now()`): then false.
  bool run(flow& one, double deadline) {
    auto const busy = std::count_if(flows.begin(), flows.end(), [](auto const& f) { return f->active(); });
    if (busy == 1 && one.active() && one.links.empty() && one.waiting == one.wait_each && one.left == one.bytes_each) {
      // alone and unshared: the sum is known, and no rounding of many small steps gets into it
      auto const turn = one.wait_each + (one.bytes_each > 0 ? one.bytes_each / one.own_rate : 0);
      auto const end = since_gate + turn * static_cast<double>(one.turns);
      if (before + end > deadline) return skip_to(deadline), false;
      since_gate = end;
      one.turns = 0;
      one.finished = end;
      return true;
    }
    while (one.active()) {
      share();
      auto dt = std::numeric_limits<double>::infinity();
      for (auto const& f : flows)
        if (f->active()) dt = std::min(dt, f->moving() ? f->left / f->rate : f->waiting);
      if (!(now() + dt <= deadline)) return skip_to(deadline), false;
      since_gate += dt;
      for (auto& p : flows) {
        auto& f = *p;
        if (!f.active()) continue;
        if (!f.moving()) {
          f.waiting -= dt;
          if (f.waiting <= 1e-9) f.waiting = 0;
          if (f.waiting == 0 && f.left <= 0) end_turn(f, since_gate);
        } else if ((f.left -= f.rate * dt) <= 1e-9 * f.bytes_each) {
          end_turn(f, since_gate);
        }
      }
    }
    return true;
  }
};
}  // namespace lanemark::on_sim
