// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace lanemark::tool {
/// The JSON Schema of a document that the program writes.
struct shipped_schema {
  std::string name{};  ///< of the command that writes it: report, compare, ...
  std::string_view text{};
};
/// All of them, by name. Made at build time from docs/NAME.schema.json.
std::vector<shipped_schema> shipped_schemas();
}  // namespace lanemark::tool
