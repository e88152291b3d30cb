// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/say.hpp>
#include <lanemark/measure/crew.hpp>
#include <lanemark/measure/stage.hpp>

namespace lanemark {
/// Lanes of blocking tracks: issuing threads behind one gate, a clock read around each sample. Single, bidirectional
/// and parallel cells, one thread or several a lane, are one case.
template <blocking_track Track>
class clocked_stage final : public stage {
  crew<Track> threads;
  unsigned timed;  ///< parties of a lane whose clock counts: all of a shared copy, only the first of a ping-pong
  double (*spot_check)(std::vector<Track>&);

  [[gnu::cold]] lap lap_of(std::size_t sample) const {
    lap one{.lane_ns = std::vector<double>(lanes)};
    std::uint64_t first_begin = ~std::uint64_t{0}, last_begin = 0, first_end = ~std::uint64_t{0}, last_end = 0;
    for (std::size_t i = 0; i < lanes; ++i) {
      std::uint64_t begin = ~std::uint64_t{0}, end = 0;
      for (unsigned p = 0; p < timed; ++p) {
        auto const w = threads.laps(i, p)[sample];
        begin = std::min(begin, w.begin);
        last_begin = std::max(last_begin, w.begin);
        end = std::max(end, w.end);
        first_end = std::min(first_end, w.end);
      }
      one.lane_ns[i] = static_cast<double>(end - begin) * timer.ns_per_tick;
      first_begin = std::min(first_begin, begin);
      last_end = std::max(last_end, end);
    }
    one.wall_ns = static_cast<double>(last_end - first_begin) * timer.ns_per_tick;
    one.skew_ns = static_cast<double>(last_begin - first_begin) * timer.ns_per_tick;
    one.overlap = first_end > last_begin && last_end > first_begin
                      ? static_cast<double>(first_end - last_begin) / static_cast<double>(last_end - first_begin)
                      : 0;
    return one;
  }

 public:
  clocked_stage(std::vector<Track> tracks, unsigned parties, unsigned timed_parties, leaf_function<Track> leaf,
                double (*spot)(std::vector<Track>&))
      : threads(std::move(tracks), parties, leaf), timed(timed_parties), spot_check(spot) {
    lanes = threads.tracks().size();
  }

  void use(leaf_function<Track> leaf) noexcept { threads.use(leaf); }

  progress ready(nanoseconds deadline) override {
    if (auto const p = threads.wait(deadline); p != progress::done) return culprit = threads.slowest(), p;
    return threads.refused() ? progress::failed : progress::done;
  }
  progress play(std::size_t samples, std::size_t repeats, nanoseconds deadline, std::vector<lap>& out) override {
    if (auto const p = ready(deadline); p != progress::done) return p;
    threads.go(samples, repeats);
    if (auto const p = threads.wait(deadline); p != progress::done) return culprit = threads.slowest(), p;
    for (std::size_t i = 0; i < samples; ++i) out.push_back(lap_of(i));
    return progress::done;
  }
  status fill(pattern const& what) override {
    // no filling while a thread still enters; who cares how long that takes has asked `ready` before
    if (threads.wait(steady_now() + nanoseconds{30e9}) != progress::done)
      return problem{fault::late, say({"an issuing thread of lane ", threads.slowest(), " did not start"})};
    if (auto no = threads.refused()) return no;
    for (std::size_t i = 0; i < lanes; ++i)
      if (auto no = threads.tracks()[i].fill(for_lane(what, i))) return no;
    return {};
  }
  status check(pattern const& what) override {
    for (std::size_t i = 0; i < lanes; ++i)
      if (auto no = threads.tracks()[i].check(for_lane(what, i))) return no;
    return {};
  }
  status trouble() override {
    if (auto no = threads.refused()) return no;
    for (auto& t : threads.tracks())
      if (auto no = t.trouble()) return no;
    return {};
  }
  nanoseconds now() const override { return steady_now(); }
  [[gnu::cold]] std::vector<obtained> placements() override {
    std::vector<obtained> all;
    for (auto& t : threads.tracks()) all.push_back(t.placement());
    return all;
  }
  std::size_t involuntary_switches() const override { return threads.switches(); }
  std::size_t page_faults() const override { return threads.faults(); }
  double condition() override { return spot_check ? spot_check(threads.tracks()) : 0; }
};
}  // namespace lanemark
