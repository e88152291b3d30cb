// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace lanemark::tool {
/// A device model that comes with the program.
struct shipped_model {
  std::string name{};
  std::string_view text{};
};
/// All of them, by name. Made at build time from scenarios/models.
std::vector<shipped_model> shipped_models();
}  // namespace lanemark::tool
