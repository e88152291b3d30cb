// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <lanemark/core/result.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/run/journal.hpp>

#include "journal_file.hpp"
#include "options.hpp"
#include "prepare.hpp"

namespace lanemark::tool {
/// The journal of a command's runs: begun, or gone on with. There may be none.
class run_journal {
  std::unique_ptr<journal_file> file{};
  journal before{};
  bool named = false, resumed = false, begun = false;

  bool knows(std::size_t n) const { return n < before.sections.size() && before.sections[n].there; }

 public:
  /// Told of every line, whether a file keeps it or not.
  std::function<void(std::string_view)> tell{};

  /// Opens what the options name. fault::invalid: a usage error; fault::unsupported: another version wrote it.
  status open(options const& o);
  /// Begins one where nobody named one. `run`: the id of the first run. Why it could not, if that matters.
  status begin_usual(std::string const& run);
  /// Begins the file itself, where it is new.
  void head(std::string const& run, std::string const& started);

  /// What was in it when it was opened.
  lanemark::journal const& earlier() const noexcept { return before; }
  /// Is it of this many scenarios, or of the first of them?
  status accept(std::size_t scenarios) const;
  /// Do the records of the n-th scenario belong to this run of it? It takes over their run's name and time.
  status accept(std::size_t n, journal_section const& now, run_result& r) const;
  /// The records of the n-th scenario that are finished, by cell.
  std::map<std::size_t, record> const& finished(std::size_t n) const;
  std::int64_t time_before(std::size_t n) const;
  /// Begins the n-th scenario, where it is new.
  void section(std::size_t n, journal_section const& s);
  void append(std::string_view line);
  /// To the disk, where that is due.
  void flush();
  void end(std::size_t n, std::int64_t duration_ns);

  /// What to say of it at the end: lines that could not be written. Empty: all is well.
  std::string trouble() const;
  bool was_named() const noexcept { return named; }
  std::string path() const { return file ? file->path() : std::string(); }
  /// Is anything in it?
  bool holds_records() const noexcept { return file && (resumed || begun); }
  /// The report is written: a journal that nobody named goes.
  void done();
  /// Nothing ran: a file that was made for it goes.
  void abandon();
};

/// All of a scenario that its journal keeps.
journal_section section_of(prepared const& p, run_result const& r);
}  // namespace lanemark::tool
