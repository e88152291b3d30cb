// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Samples whose true median is known, the same everywhere.
namespace made_up_noise {
/// splitmix64.
struct dice {
  std::uint64_t state;
  double operator()() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  /// Standard normal, by Box and Muller.
  double normal() { return std::sqrt(-2 * std::log(1 - (*this)())) * std::cos(6.283185307179586 * (*this)()); }
};

inline constexpr double truth = 100;  // the median of all that is steady

/// One sample after the other, of a kind of noise with a relative spread.
struct steady_normal {
  double spread;
  double operator()(dice& d, std::size_t) { return truth * (1 + spread * d.normal()); }
};
struct steady_lognormal {
  double spread;
  double operator()(dice& d, std::size_t) { return truth * std::exp(spread * d.normal()); }
};
/// Neighbours resemble each other: first-order autoregressive.
struct resembling {
  double spread, rho;
  double last = 0;
  double operator()(dice& d, std::size_t) {
    last = rho * last + std::sqrt(1 - rho * rho) * d.normal();
    return truth * (1 + spread * last);
  }
};
/// Grows by a share with every sample.
struct drifting {
  double spread, per_sample;
  double operator()(dice& d, std::size_t i) {
    return truth * (1 + per_sample * static_cast<double>(i)) * (1 + spread * d.normal());
  }
};
/// A share of the samples is in an upper mode.
struct two_modes {
  double spread, apart, share;
  double operator()(dice& d, std::size_t) {
    auto const high = d() < share;
    return truth * (high ? 1 + apart : 1) * (1 + spread * d.normal());
  }
};

template <class Noise>
std::vector<double> samples_of(Noise noise, std::size_t n, dice& d) {
  std::vector<double> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(noise(d, i));
  return all;
}
}  // namespace made_up_noise
