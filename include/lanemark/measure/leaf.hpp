// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include <lanemark/measure/gate.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
/// Raw clock readings around one sample. Converted once, later.
struct window {
  std::uint64_t begin = 0, end = 0;
};

/// A track whose other party sits in another process: the two meet before each sample and part behind it.
template <class T> concept meeting_track = requires(T& t) {
  { t.meet() } noexcept;
  { t.part() } noexcept;
};

template <class Track>
using leaf_function = void (*)(Track&, unsigned party, gate&, std::span<window>, std::size_t turns) noexcept;

/// One party's samples: the only code that is instantiated per (operation, timer). Between the two readings there is
/// nothing but the operation's loop.
template <class O, clock_timer T, blocking_track Track>
requires runs_on<O, Track>
void clocked_leaf(Track& track, unsigned party, gate& start, std::span<window> out, std::size_t turns) noexcept {
  for (auto& w : out) {
    if (!start.pass()) return;
    if constexpr (meeting_track<Track>) track.meet();
    auto const begin = T::ticks();
    O::run(track, party, turns);
    auto const end = T::ticks();
    if constexpr (meeting_track<Track>) track.part();
    w = {begin, end};  // stored after the second reading, so that no line is written inside
  }
}
}  // namespace lanemark
