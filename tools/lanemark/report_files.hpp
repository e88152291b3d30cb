// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/report/run_result.hpp>

#include "answer.hpp"
#include "options.hpp"

namespace lanemark::tool {
/// What a file is written from.
struct reported {
  std::span<run_result const> runs{};
  bool several = false;  ///< a JSON document of several reports, be it of one
  answer const& how;
  std::string_view earlier{};  ///< what the file held so far
};

/// A format of files beside the result.
struct file_format {
  char const* name;       ///< of the option, `--csv FILE`, and of `report --format csv`
  char const* extension;  ///< of files in a folder
  char const* text;       ///< for --help
  std::string options::*path;
  void (*write)(reported const&, function_ref<void(std::string_view)> const&);
  bool newest = false;  ///< of several runs of a scenario it holds the newest alone
};
std::span<file_format const> file_formats();

/// A place that a command writes to, and the option that says so.
struct output_place {
  std::string option{}, path{};
};
std::vector<output_place> outputs_of(options const& o);

/// Why two outputs would be one file; empty: they would not.
std::string clash_of(options const& o);

/// The outputs that could not be written. Asked before a long run, so that its results are not lost to a typing error.
std::vector<std::string> cannot_write(options const& o);

/// Writes all files that the options name, and returns what went wrong. A folder gets a file for each run, of a name
/// that no other run has.
std::vector<std::string> write_report_files(options const& o, std::span<run_result const> runs, bool several,
                                            answer const& how);
}  // namespace lanemark::tool
