// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/vendor/rbln/options.hpp>

namespace lanemark::tool {
/// A command line of rblnBandwidthLatencyTest, read and checked.
struct rbln_reading {
  rbln::options value{};
  bool tc_given = false, print_scenario = false, quiet = false;
  std::string json_file{};
  std::string show{};                   ///< --help, --version: print this and end well
  std::vector<std::string> problems{};  ///< sentences: end with 2
  std::vector<std::string> notes{};     ///< for standard error
};
rbln_reading read_rbln_options(std::vector<std::string> const& words);
}  // namespace lanemark::tool
