// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include <lanemark/core/duration.hpp>
#include <lanemark/core/pattern.hpp>

namespace lanemark {
/// How long and how carefully one cell is measured.
struct settings {
  std::size_t samples = 160;     ///< at most this many, when `iterations` is 0
  std::size_t min_samples = 10;  ///< at least this many before precision may stop it
  std::size_t iterations = 0;    ///< exactly this many samples; 0: until precise
  std::size_t warmup = 1;        ///< samples taken and thrown away first
  double precision = 0.01;       ///< wished half width of the median's 95 % interval, as a share of the median
  nanoseconds time{2e9};         ///< budget for sampling one cell
  nanoseconds wait{30e9};        ///< one copy or one batch of copies
  nanoseconds timeout{300e9};    ///< the whole cell
  bool verify = true;            ///< compare every byte of the destination, outside the timed region
  std::uint64_t seed = 1;        ///< of the payload
  std::optional<std::uint8_t> constant{};  ///< payload of one repeated byte: only when asked for, and warned of
};

/// The payload these settings ask for.
constexpr pattern payload_of(settings const& s) { return {.seed = s.seed, .constant = s.constant}; }
}  // namespace lanemark
