// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/judge/accepted_step.hpp>
#include <lanemark/judge/night.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark::tool {
/// Reads one run from a report. `scenario` chooses among several in one document; empty: there must be one. The kind of
/// a problem: `late` where the file cannot be opened or does not hold the one run that is meant, `unsupported` where
/// its schema is another one, else `invalid`.
result<night> read_one_night(std::string const& path, std::string const& scenario, series_book& book,
                             bool with_samples);

/// What was found in files and folders, and what was left out of it and why.
struct history {
  std::vector<night> nights{};  ///< oldest first, with the device names of the night they are read for
  bool of_folder = false;       ///< at least one path was a folder
  std::vector<std::string> unreadable{}, other_schema{}, other_machine{};  ///< a sentence for each file
  std::vector<std::string> devices_changed{};  ///< since the latest run: gone, new, renumbered
  std::size_t files = 0, other_scenario = 0, later = 0, itself = 0, repeated = 0, older = 0;
  std::string missing_path{};  ///< a path that does not exist, with the reason
  /// What a report shall say about all that was left out.
  std::vector<std::string> notes() const;
};

/// What to look for.
struct history_request {
  std::vector<std::string> paths{};  ///< files, or folders of which every *.json is read
  night const* now = nullptr;        ///< only older runs of its scenario and machine; nullptr: all of the latest run's
  std::string scenario{};            ///< without `now`: empty takes the latest run's
  std::size_t most = 60;             ///< latest runs that are kept
  bool with_samples = false;
};
history read_history(history_request const& wanted, series_book& book);

/// Reads a file of accepted steps; problems are `file:line:col: error: ...` or that it cannot be read.
struct accepted_file {
  std::vector<accepted_step> steps{};
  std::vector<std::string> problems{};
};
accepted_file read_accepted_file(std::string const& path);
}  // namespace lanemark::tool
