// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lanemark::tool {
/// A command line, read and checked as far as that goes without looking at a file.
struct options {
  std::string command{};
  std::vector<std::string> files{};
  std::string list{};  ///< of `list`: backends, devices, tests, models, timers, copies
  std::vector<std::string> set{};
  std::string profile{}, backend{}, devices{}, model{};  ///< empty: not said
  std::optional<std::size_t> max_cells{};
  bool json = false;         ///< --format json
  std::string output = "-";  ///< where the document goes; `-` is standard output
  std::string json_file{};   ///< a JSON report beside it; empty: none
  bool quiet = false;
  std::vector<std::string> words{};  ///< of a vendor's command line, behind its name
  std::vector<std::string> command_line{};
};

/// What reading a command line came to: options, or a text to show, or a problem.
struct reading {
  options value{};
  std::string show{};     ///< --help, --version: print this and end well
  std::string problem{};  ///< a sentence: end with 2
};

/// Reads a command line; `words[0]` is the name the program was called by.
reading read_options(std::vector<std::string> const& words);
}  // namespace lanemark::tool
