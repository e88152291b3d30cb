// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/vendor/ascend/options.hpp>

namespace lanemark::tool {
/// A command line of the ascend-dmi latency test, read and checked as far as that goes without a machine.
struct ascend_reading {
  ascend::options value{};
  bool print_scenario = false;
  std::string json_file{};
  std::string show{};                     ///< --help: print this and end well
  std::vector<ascend::error> problems{};  ///< end with 2
};
ascend_reading read_ascend_options(std::vector<std::string> const& words);
}  // namespace lanemark::tool
