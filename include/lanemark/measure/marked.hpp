// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include <lanemark/core/ordering.hpp>
#include <lanemark/measure/stage.hpp>
#include <lanemark/policy/backend.hpp>

namespace lanemark {
/// Lanes whose work is enqueued behind the backend's gate, each between two marks of its own queue. One thread arms
/// all, opens the gate and waits for each. A simulator is one of these: its `settle` is what moves the clock.
template <marking_backend B>
class marked_stage final : public stage {
  using track_type = typename B::track;
  B& machine;
  std::vector<track_type> tracks;
  submit_function<track_type> submit;
  bool lost = false;  // a lane was late and may still work: nothing more can be enqueued behind it

 public:
  marked_stage(B& b, std::vector<track_type> opened, submit_function<track_type> f)
      : machine(b), tracks(std::move(opened)), submit(f) {
    lanes = tracks.size();
    most_repeats = B::queue_room;
  }

  void use(submit_function<track_type> f) noexcept { submit = f; }

  progress play(std::size_t samples, std::size_t repeats, nanoseconds deadline, std::vector<lap>& out) override {
    for (; samples != 0; --samples) {
      if (lost) return progress::late;
      gated = machine.hold();
      auto begin = machine.now();  // without a gate, work starts while the rest is being armed
      for (auto& t : tracks) t.arm(submit, repeats);
      if (gated) begin = machine.now();
      machine.release();
      for (culprit = 0; culprit < tracks.size(); ++culprit)
        if (auto const p = tracks[culprit].settle(deadline); p != progress::done) return lost = p == progress::late, p;
      lap one{.wall_ns = (machine.now() - begin).count(), .skew_ns = gated ? 0.0 : -1.0};
      for (auto& t : tracks) one.lane_ns.push_back(t.lasted().count());
      auto const [shortest, longest] = extremes_of(one.lane_ns);
      if (longest > 0) one.overlap = shortest / longest;
      out.push_back(std::move(one));
    }
    return progress::done;
  }
  status fill(pattern const& what) override {
    for (std::size_t i = 0; i < lanes; ++i)
      if (auto no = tracks[i].fill(for_lane(what, i))) return no;
    return {};
  }
  status check(pattern const& what) override {
    for (std::size_t i = 0; i < lanes; ++i)
      if (auto no = tracks[i].check(for_lane(what, i))) return no;
    return {};
  }
  status trouble() override {
    for (auto& t : tracks)
      if (auto no = t.trouble()) return no;
    return {};
  }
  nanoseconds now() const override { return machine.now(); }
  std::vector<obtained> placements() override {
    std::vector<obtained> all;
    for (auto& t : tracks) all.push_back(t.placement());
    return all;
  }
};
}  // namespace lanemark
