// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace lanemark {
/// One key of a match: the cell's value must be one of `values`, or compare as said (sizes: `>=1MiB`).
struct condition {
  std::string key{};  ///< an axis, or product, test, label
  std::vector<std::string>
      values{};             ///< canonical spelling (sizes in bytes, `p2p` as `d2d`); empty when `compare` is set
  std::string compare{};    ///< ">=", ">", "<=", "<", or empty
  std::uint64_t bound = 0;  ///< bytes, with `compare`
};

/// All conditions must hold. No condition matches every cell.
struct match {
  std::vector<condition> all{};
  std::string where{};  ///< file:line:column of the table that says it
};
}  // namespace lanemark
