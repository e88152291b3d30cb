// SPDX-License-Identifier: MIT
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <lanemark/core/say.hpp>
#include <lanemark/report/findings.hpp>
#include <lanemark/report/tables.hpp>

namespace lanemark::report {
/// Columns that tables are folded at when the caller does not know how wide its output is.
inline constexpr std::size_t usual_width = 120;

/// Only the tables, each after an empty line but the first.
[[gnu::cold]] inline std::string tables_text(std::span<record const> records, std::size_t width = usual_width) {
  std::string text;
  for (auto const& g : grouped(records)) say_to(text, {text.empty() ? "" : "\n", group_text(g, width)});
  return text;
}

/// Records for people: a table for each group of like cells, then why cells have no figure, what the records warn of,
/// and the counts. Tables wider than `width` are folded; 0: never.
[[gnu::cold]] inline std::string text(std::span<record const> records, std::size_t width = usual_width) {
  auto out = tables_text(records, width);
  auto add = [&](std::string_view part) {
    if (!part.empty()) say_to(out, {out.empty() ? "" : "\n", part});
  };
  add(findings_text("", reasons(records)));
  add(findings_text("warning: ", warnings(records)));
  add(say({to_string(tally_of(records)), "\n"}));
  return out;
}
inline std::string text(std::vector<record> const& records, std::size_t width = usual_width) {
  return text(std::span<record const>(records), width);
}

/// The same, written to an open file. Throws std::system_error when the file does not take it.
[[gnu::cold]] inline void text(std::FILE* out, std::span<record const> records, std::size_t width = usual_width) {
  auto const all = text(records, width);
  if (std::fwrite(all.data(), 1, all.size(), out) != all.size())
    throw std::system_error(errno, std::generic_category(), "lanemark: the report could not be written");
}
inline void text(std::FILE* out, std::vector<record> const& records, std::size_t width = usual_width) {
  text(out, std::span<record const>(records), width);
}
}  // namespace lanemark::report
