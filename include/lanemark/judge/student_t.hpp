// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <limits>

namespace lanemark {
namespace detail {
/// The continued fraction of the incomplete beta function (NIST Digital Library of Mathematical Functions, 8.17.22), by
/// Lentz's method in the form of Thompson and Barnett (1986). Converges fast for x < (a + 1) / (a + b + 2).
inline double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300, enough = 1e-16;
  auto away_from_zero = [](double v) { return std::fabs(v) < tiny ? tiny : v; };
  double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), value = d;
  for (int m = 1; m <= 10'000; ++m) {
    auto const k = static_cast<double>(m);
    auto step = [&](double coefficient) {
      d = 1 / away_from_zero(1 + coefficient * d);
      c = away_from_zero(1 + coefficient / c);
      value *= c * d;
      return c * d;
    };
    step(k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k)));
    if (std::fabs(step(-(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1))) - 1) < enough) break;
  }
  return value;
}
}  // namespace detail

/// The regularised incomplete beta function I_x(a, b) for a, b > 0 and 0 <= x <= 1 (NIST DLMF 8.17). The front factor
/// is taken in logarithms, so that far tails keep their relative precision.
inline double incomplete_beta(double a, double b, double x) {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  auto const front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * detail::beta_fraction(a, b, x) / a;
  return 1 - front * detail::beta_fraction(b, a, 1 - x) / b;
}

/// P(|T| >= |t|) of Student's t with `degrees` > 0 of freedom: I_{df / (df + t^2)}(df / 2, 1 / 2) (Abramowitz and
/// Stegun 26.7.1). NaN for a NaN.
inline double student_t_two_sided(double t, double degrees) {
  if (std::isnan(t) || !(degrees > 0)) return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(t)) return 0;
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

/// P(T <= t).
inline double student_t_cdf(double t, double degrees) {
  auto const tail = student_t_two_sided(t, degrees) / 2;
  return t < 0 ? tail : 1 - tail;
}

/// The t that |T| reaches or passes with probability `p`, 0 < p < 1: what a test at level p must pass. By bisection,
/// since it is asked for a few times only.
inline double student_t_critical(double p, double degrees) {
  if (!(p > 0 && p < 1) || !(degrees > 0)) return std::numeric_limits<double>::quiet_NaN();
  double low = 0, high = 1;
  while (student_t_two_sided(high, degrees) > p && high < 1e300) high *= 2;
  for (int i = 0; i < 200 && low < high; ++i) {
    auto const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (student_t_two_sided(middle, degrees) > p ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

/// P(|Z| >= |z|) of the normal distribution.
inline double normal_two_sided(double z) { return std::erfc(std::fabs(z) / std::sqrt(2.0)); }
}  // namespace lanemark
