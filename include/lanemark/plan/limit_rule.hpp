// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include <lanemark/plan/match.hpp>

namespace lanemark {
/// A limit of a scenario: a bound on the median of every cell that it matches.
struct limit_rule {
  match where{};
  std::optional<double> min{}, max{};  ///< in the unit below
  std::string unit{};                  ///< "B/s" for rates, "ns" for durations
  std::string text{};                  ///< as written: `min = "20 GB/s"`
};
}  // namespace lanemark
