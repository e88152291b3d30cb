// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/judge/exit_code.hpp>

namespace lanemark::tool {
/// How a command ended, and what was wrong. Every document that the program writes says both.
struct answer {
  std::string command{};  ///< empty: not known
  exit_status exit{};
  std::vector<std::string> problems{};
};
}  // namespace lanemark::tool
