// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace lanemark {
/// The version of the library and of the driver built from it.
inline constexpr std::string_view version = "0.1.0";
}  // namespace lanemark
