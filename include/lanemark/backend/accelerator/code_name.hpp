// SPDX-License-Identifier: MIT
#pragma once
#include <span>

namespace lanemark::on_accelerator {
/// What a driver's code is called.
struct code_name {
  int code;
  char const* name;
};

/// The name of a code; nullptr: the table has none.
[[gnu::cold]] constexpr char const* name_in(std::span<code_name const> table, int code) {
  for (auto const& row : table)
    if (row.code == code) return row.name;
  return nullptr;
}
}  // namespace lanemark::on_accelerator
