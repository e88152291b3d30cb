// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include <lanemark/core/duration.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/run/journal.hpp>

namespace lanemark::tool {
/// A journal that is being written. Each line is one write, so that a killed process loses none; once a second it is
/// flushed to the disk. Where a line cannot be written nothing is written behind it.
class journal_file {
  int descriptor = -1;
  std::string name{};
  std::size_t length = 0;
  nanoseconds flushed{};
  bool waits = false;  // for the disk
  status wrong{};

 public:
  journal_file() = default;
  journal_file(journal_file const&) = delete;
  journal_file& operator=(journal_file const&) = delete;
  ~journal_file();

  /// Begins a new one. fault::invalid: there is one already.
  static result<std::unique_ptr<journal_file>> create(std::string const& path);
  /// Goes on with one: `before` becomes what is in it. Nobody else may be writing it.
  static result<std::unique_ptr<journal_file>> open(std::string const& path, journal& before);

  void append(std::string_view line);
  /// To the disk; `flush_if_due`: where something has waited for a second.
  void flush();
  void flush_if_due();
  /// Why lines are missing.
  status const& trouble() const noexcept { return wrong; }
  std::string const& path() const noexcept { return name; }
  /// It has done its duty: the report is written.
  void remove();
};

/// Where a run's journal goes when nobody says: below XDG_STATE_HOME or ~/.local/state. Its folder is made.
result<std::string> usual_journal_path(std::string const& run);
}  // namespace lanemark::tool
