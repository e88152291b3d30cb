// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include <lanemark/backend/sim/model.hpp>

namespace lanemark::on_sim {
/// splitmix64 (Steele, Lea, Flood 2014): spreads a key over 64 bits.
constexpr std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// The factor on one sample's time: a function of seed, series and sample alone, never of the order in which cells ran,
/// so that a resumed run equals an unbroken one. Its mean is 1.
inline double jitter_factor(jitter_kind kind, double cv, std::uint64_t seed, std::uint64_t series,
                            std::uint64_t sample) {
  if (kind == jitter_kind::none || cv <= 0) return 1;
  auto const key = mixed(seed ^ mixed(series ^ mixed(sample)));
  auto const uniform = [](std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53; };
  auto const u = uniform(key), v = uniform(mixed(key));
  auto const normal = std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);  // Box and Muller 1958
  if (kind == jitter_kind::normal) return std::max(0.01, 1 + cv * normal);
  auto const sigma = std::sqrt(std::log1p(cv * cv));
  return std::exp(sigma * normal - sigma * sigma / 2);
}
}  // namespace lanemark::on_sim
