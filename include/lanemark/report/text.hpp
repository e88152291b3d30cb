// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <lanemark/report/findings.hpp>
#include <lanemark/report/tables.hpp>

namespace lanemark::report {
/// Columns that tables are folded at when the caller does not know how wide its output is.
inline constexpr std::size_t usual_width = 120;

/// Only the tables, each after an empty line but the first.
inline std::string tables_text(std::span<record const> records, std::size_t width = usual_width) {
  std::string text;
  for (auto const& g : grouped(records)) text += (text.empty() ? "" : "\n") + group_text(g, width);
  return text;
}

/// Records for people: a table for each group of like cells, then why cells have no figure, what the records warn of,
/// and the counts. Tables wider than `width` are folded; 0: never.
inline std::string text(std::span<record const> records, std::size_t width = usual_width) {
  auto out = tables_text(records, width);
  auto add = [&](std::string const& part) {
    if (!part.empty()) out += (out.empty() ? "" : "\n") + part;
  };
  add(findings_text("", reasons(records)));
  add(findings_text("warning: ", warnings(records)));
  add(to_string(tally_of(records)) + "\n");
  return out;
}
inline std::string text(std::vector<record> const& records, std::size_t width = usual_width) {
  return text(std::span<record const>(records), width);
}

/// The same, written to an open file. Throws std::system_error when the file does not take it.
inline void text(std::FILE* out, std::span<record const> records, std::size_t width = usual_width) {
  fmt::print(out, "{}", text(records, width));
}
inline void text(std::FILE* out, std::vector<record> const& records, std::size_t width = usual_width) {
  text(out, std::span<record const>(records), width);
}
}  // namespace lanemark::report
