// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include <lanemark/plan/cell.hpp>

namespace lanemark {
/// What a plan will cost, guessed without touching a device. The time is an estimate from assumed rates and says so
/// wherever it is shown; bytes and memory are exact, as far as the plan knows.
struct estimate {
  double seconds = 0;
  std::uint64_t bytes_per_turn = 0;  ///< moved when every cell makes one copy per lane; saturates at 2^64-1
  std::uint64_t memory = 0;          ///< of the cell that needs most: source and destination of every lane
};

/// The assumptions behind the time.
struct estimate_rates {
  double bytes_per_second = 5e9;    ///< all lanes of a cell together
  double seconds_per_copy = 20e-6;  ///< overhead of one copy
  double setup_seconds = 0.01;      ///< open, calibrate, close
  double fill_per_second = 1e9;     ///< first touch, pattern, comparison
  double least_sample = 1e-3;       ///< copies are repeated until the clock's step no longer shows
  double usual_samples = 40;        ///< when sampling until precise
};

namespace detail {
constexpr std::uint64_t saturated_bytes(std::uint64_t a, std::uint64_t b) {
  return b > std::numeric_limits<std::uint64_t>::max() - a ? std::numeric_limits<std::uint64_t>::max() : a + b;
}
constexpr std::uint64_t times_lanes(std::uint64_t size, std::uint64_t lanes) {
  return lanes != 0 && size > std::numeric_limits<std::uint64_t>::max() / lanes
             ? std::numeric_limits<std::uint64_t>::max()
             : size * lanes;
}
}  // namespace detail

/// What one cell will cost. A cell that is impossible here costs nothing.
inline estimate estimate_of(cell const& c, estimate_rates const& assumed = {}) {
  if (!c.impossible.empty()) return {};
  estimate e;
  e.bytes_per_turn = detail::times_lanes(c.size.count, c.lanes.size());
  e.memory = detail::times_lanes(e.bytes_per_turn, 2);
  auto const moved = static_cast<double>(e.bytes_per_turn);
  auto const copy = assumed.seconds_per_copy + moved / assumed.bytes_per_second;
  auto const sample = std::max(copy, assumed.least_sample);
  auto const warmup = static_cast<double>(c.how.warmup) * sample;
  double sampling = static_cast<double>(c.how.iterations) * sample;
  if (c.how.iterations == 0) {
    auto const most = static_cast<double>(c.how.samples), least = static_cast<double>(c.how.min_samples);
    sampling =
        std::min(std::clamp(assumed.usual_samples, std::min(least, most), most) * sample, c.how.time.count() * 1e-9);
    sampling = std::max(sampling, std::min(least, most) * sample);  // the budget does not stop it before
  }
  auto const passes = c.how.verify ? 5.0 : 2.0;  // touch both ends; fill, poison and compare
  e.seconds = assumed.setup_seconds + passes * moved / assumed.fill_per_second + warmup + sampling;
  e.seconds = std::min(e.seconds, c.how.timeout.count() * 1e-9);
  return e;
}

/// What a plan will cost: times and bytes add up, of memory the cell that needs most counts.
inline estimate estimate_of(std::span<cell const> cells, estimate_rates const& assumed = {}) {
  estimate all;
  for (auto const& c : cells) {
    auto const one = estimate_of(c, assumed);
    all.seconds += one.seconds;
    all.bytes_per_turn = detail::saturated_bytes(all.bytes_per_turn, one.bytes_per_turn);
    all.memory = std::max(all.memory, one.memory);
  }
  return all;
}
}  // namespace lanemark
