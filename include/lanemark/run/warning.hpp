// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace lanemark {
/// One thing that may spoil a measurement.
struct warning {
  std::string thing{};  ///< what it is about: `cpu`, `clock`, `0000:03:00.0`
  std::string text{};   ///< a sentence that says what is wrong and, after the colon, what to do
  bool certain = true;  ///< false: it may be as it should be (a link asleep), so it must not alarm
  friend bool operator==(warning const&, warning const&) = default;
};
}  // namespace lanemark
