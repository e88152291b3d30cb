// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/judge/judging.hpp>

namespace lanemark::tool {
/// A command line, read and checked as far as that goes without looking at a file.
struct options {
  std::string command{};
  std::vector<std::string> files{};
  std::string list{};  ///< of `schema`: scenario, ...; of `list`: backends, devices, tests, models, timers, copies
  std::vector<std::string> set{};
  std::string profile{}, backend{}, devices{}, model{};  ///< empty: not said
  std::vector<std::string> libraries{};                  ///< `cuda=/opt/libcuda.so.1`
  std::optional<std::size_t> max_cells{};
  bool json = false;            ///< --format json
  std::string output = "-";     ///< where the document goes; `-` is standard output
  std::string format = "text";  ///< of the document
  /// Files beside it, or folders for them; empty: none. report_files.hpp has the table of their formats.
  std::string json_file{}, csv_file{}, junit_file{}, openmetrics_file{}, google_benchmark_file{},
      bigger_is_better_file{}, smaller_is_better_file{};
  std::string journal{};    ///< begin it here
  std::string resume{};     ///< go on with it
  bool in_process = false;  ///< no worker
  bool quiet = false;
  std::string confirm_against{};         ///< a folder of reports that a run is judged by; empty: none
  judging how{};                         ///< of `compare`, `trend` and `run --confirm-against`
  std::optional<std::size_t> history{};  ///< latest runs that are looked at
  std::string scenario{};                ///< of the runs that are looked at; empty: not said
  std::string accepted{}, confirmed{};   ///< files of accepted steps, of a confirming rerun; empty: none
  std::vector<std::string> words{};      ///< of a vendor's command line, behind its name
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
