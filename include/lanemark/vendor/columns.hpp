// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace lanemark::vendor {
/// `text` at the left of `width` columns. Labels are ASCII here; longer ones push the rest to the right.
inline std::string left(std::string_view text, std::size_t width) {
  std::string s(text);
  if (s.size() < width) s.append(width - s.size(), ' ');
  return s;
}
/// `text` at the right of `width` columns.
inline std::string right(std::string_view text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ').append(text) : std::string(text);
}
}  // namespace lanemark::vendor
