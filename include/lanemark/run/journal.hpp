// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/core/sha256.hpp>
#include <lanemark/run/line.hpp>
#include <lanemark/run/wire_types.hpp>

// The stream of a run's events on disk. A cell is in it before it counts, so a run that was killed at any moment loses
// at most what it was at. This is the format; who writes it to a file decides when it reaches the disk.

namespace lanemark {
/// Who wrote a journal. Its first line.
struct journal_head {
  int format = 1;  ///< of the lines that follow
  std::string version{}, run{}, started{};
};

/// One scenario of the run: all that must be the same for its records to belong to another run of it, and all that a
/// report needs beside the records.
struct journal_section {
  std::string id{}, started{};  ///< of its report
  std::string name{}, path{}, sha256{};
  std::string plan{};         ///< hash of its cells
  std::string fingerprint{};  ///< of the machine
  std::string backend{};
  std::size_t cells = 0;
  std::vector<limit_rule> limits{};
  std::vector<bool> missing_fails{};  ///< by cell: skipping it makes the run incomplete
  inventory here{};
  std::string report{};  ///< a report without series, as JSON
};

namespace wire {
template <class Archive>
void pass(Archive& a, journal_head& h) {
  pass_all(a, h.format, h.version, h.run, h.started);
}
template <class Archive>
void pass(Archive& a, journal_section& s) {
  std::string fails;
  for (bool const f : s.missing_fails) fails += f ? '1' : '0';
  pass_all(a, s.id, s.started, s.name, s.path, s.sha256, s.plan, s.fingerprint, s.backend, s.cells, s.limits, fails,
           s.here, s.report);
  if constexpr (Archive::reads) {
    s.missing_fails.clear();
    for (char const c : fails) s.missing_fails.push_back(c == '1');
  }
}
}  // namespace wire

/// Over all that decides what cells measure.
inline std::string hash_of(std::vector<cell> const& cells) {
  std::string all;
  for (auto const& c : cells) all += wire::check_sum(wire::to_bytes(c));
  return sha256(all);
}

inline std::string journal_line(journal_head const& h) { return wire::to_line("lanemark-journal", h); }
/// The n-th scenario, from 0.
inline std::string journal_line(std::size_t n, journal_section const& s) { return wire::to_line("scenario", n, s); }
/// A finished cell of the n-th section, from 0.
inline std::string journal_line(std::size_t section, std::size_t cell, record const& r) {
  return wire::to_line("cell", section, cell, r);
}
/// A section whose cells have all been seen to, after so much time.
inline std::string journal_end_line(std::size_t section, std::int64_t duration_ns) {
  return wire::to_line("end", section, duration_ns);
}

/// A journal that was read.
struct journal {
  struct section {
    bool there = false;  ///< its line was read; else nothing is known of it
    journal_section what{};
    std::map<std::size_t, record> records{};  ///< by cell
    std::int64_t duration_ns = 0;
    bool ended = false;
  };
  journal_head head{};
  std::vector<section> sections{};     ///< by number
  std::vector<std::size_t> damaged{};  ///< numbers of lines that say nothing, from 1; the cells of such are not there
  std::size_t length = 0;              ///< bytes up to the end of the last whole line: what is behind it was cut off
};

inline constexpr int journal_format = 1;
inline constexpr std::size_t most_scenarios = 10000;  ///< of one command; what says more is damaged

namespace journal_detail {
/// Takes in a line that is whole; false: it says nothing that this version knows.
inline bool take(journal& j, std::string_view line) {
  auto const kind = wire::kind_of(line);
  std::size_t at = 0, cell = 0;
  if (kind == "scenario") {
    journal_section s;
    if (!wire::from_line(line, at, s) || s.missing_fails.size() != s.cells || at > most_scenarios) return false;
    if (at >= j.sections.size()) j.sections.resize(at + 1);
    if (!j.sections[at].there) j.sections[at] = {.there = true, .what = std::move(s)};
    return true;
  }
  if (kind == "cell") {
    record r;
    if (!wire::from_line(line, at, cell, r) || at >= j.sections.size() || cell >= j.sections[at].what.cells ||
        !r.id.starts_with(j.sections[at].what.name + "/"))
      return false;
    j.sections[at].records.emplace(cell, std::move(r));  // the first that was written is the one that counted
    return true;
  }
  std::int64_t took = 0;
  if (kind != "end" || !wire::from_line(line, at, took) || at >= j.sections.size()) return false;
  j.sections[at].duration_ns += took;
  j.sections[at].ended = true;
  return true;
}
}  // namespace journal_detail

inline constexpr std::string_view journal_mark = "lanemark-journal\t";
/// Does a text begin like a journal, whole or not?
inline bool is_journal(std::string_view text) { return text.starts_with(journal_mark); }
/// Was it begun, and its first line not finished? Nothing is in it then.
inline bool is_bare_journal(std::string_view text) {
  return text.find('\n') == text.npos && (is_journal(text) || journal_mark.starts_with(text));
}

/// Reads a journal. Lines that are cut or damaged cost what they said and nothing else; a file that begins as no
/// journal of this format does is refused.
inline result<journal> read_journal(std::string_view text, std::string const& path) {
  journal j;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    auto const end = text.find('\n', begin);
    bool const cut = end == text.npos;
    auto const line = wire::checked(text.substr(begin, cut ? text.npos : end - begin));
    begin = cut ? text.size() : end + 1;
    if (number == 1) {
      if (is_bare_journal(text))
        return problem{fault::failed, path + ": nothing is in the journal but a part of its first line"};
      if (!is_journal(text)) return problem{fault::invalid, path + ": this is no journal of lanemark"};
      if (!line) return problem{fault::failed, path + ": the first line of the journal is damaged"};
      int format = 0;
      auto const after = line->substr(line->find('\t') + 1);
      bool const numbered = wire::from_line("format\t" + std::string(after.substr(0, after.find('\t'))), format);
      if (!numbered || format != journal_format || !wire::from_line(*line, j.head))
        return problem{fault::unsupported, path + ": a journal of format " + (numbered ? std::to_string(format) : "?") +
                                               "; this lanemark reads format " + std::to_string(journal_format)};
      j.length = begin;
      continue;
    }
    if (!cut && line && journal_detail::take(j, *line))
      j.length = begin;
    else if (!cut)
      j.damaged.push_back(number), j.length = begin;
  }
  if (number == 0) return problem{fault::failed, path + ": the journal is empty"};
  return j;
}

/// Why the records of a section are not those of what is to run now; empty: they are. `fault::invalid`: another
/// scenario. `fault::unsupported`: another machine.
inline status differs(journal::section const& then, journal_section const& now) {
  auto const& was = then.what;
  auto const no = [](fault kind, std::string const& what, std::string const& a, std::string const& b) {
    return problem{kind, "the journal is of another " + what + ": " + a + ", now " + b};
  };
  if (was.name != now.name) return no(fault::invalid, "scenario", was.name, now.name);
  if (was.sha256 != now.sha256)
    return no(fault::invalid, "text of the scenario " + now.name, "sha256 " + was.sha256, now.sha256);
  if (was.backend != now.backend) return no(fault::unsupported, "backend", was.backend, now.backend);
  if (was.fingerprint != now.fingerprint)
    return no(fault::unsupported, "machine", "fingerprint " + was.fingerprint, now.fingerprint);
  if (was.plan != now.plan)
    return problem{fault::invalid, "the journal is of other cells of " + now.name +
                                       ": options such as --set, --profile or --devices, or the devices, differ"};
  return {};
}
}  // namespace lanemark
