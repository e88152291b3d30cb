// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lanemark/report/figure.hpp>
#include <lanemark/report/label.hpp>

namespace lanemark::report {
/// How many records ended how. All that is neither measured nor skipped counts as failed.
struct tally {
  std::size_t planned = 0, measured = 0, skipped = 0, failed = 0;
};
inline tally tally_of(std::span<record const> records) {
  tally t{.planned = records.size()};
  for (auto const& r : records)
    ++(r.status == outcome::measured ? t.measured : r.status == outcome::skipped ? t.skipped : t.failed);
  return t;
}
/// `measured 2 of 3 planned, 1 skipped, 0 failed`.
inline std::string to_string(tally const& t) {
  return "measured " + std::to_string(t.measured) + " of " + std::to_string(t.planned) + " planned, " +
         std::to_string(t.skipped) + " skipped, " + std::to_string(t.failed) + " failed";
}

/// One sentence, and the cells that it was said of.
struct finding {
  std::string text{};
  std::vector<std::string> ids{};
};

/// Sentences that are alike, said once: `of` appends to its second argument what it has to say about a record.
inline std::vector<finding> findings(std::span<record const> records, auto of) {
  std::vector<finding> found;
  std::unordered_map<std::string, std::size_t> index;
  std::vector<std::string> said;
  for (auto const& r : records) {
    said.clear();
    of(r, said);
    for (auto const& text : said) {
      auto const [at, is_new] = index.try_emplace(text, found.size());
      if (is_new) found.push_back({text, {}});
      found[at->second].ids.push_back(r.id);
    }
  }
  return found;
}

/// Why cells have no figure, one finding a status and reason.
inline std::vector<finding> reasons(std::span<record const> records) {
  return findings(records, [](record const& r, std::vector<std::string>& said) {
    if (r.status != outcome::measured)
      said.push_back(std::string(name_of(r.status)) + ": " + (r.reason.empty() ? "no reason was given" : r.reason));
    else if (!value_of(r))
      said.push_back("measured, but no finite median came out of it");
  });
}
inline std::vector<finding> warnings(std::span<record const> records) {
  return findings(records, [](record const& r, std::vector<std::string>& said) {
    for (auto const& w : r.warnings) said.push_back(w);
  });
}

/// Findings as lines: the sentence, how many cells, and the first few of their ids. All ids are in the JSON report.
inline std::string findings_text(std::string_view prefix, std::vector<finding> const& found) {
  constexpr std::size_t most_ids = 4;
  std::string text;
  for (auto const& f : found) {
    text += std::string(prefix) + shown(f.text);
    std::size_t named = 0;
    for (auto const& id : f.ids) named += id.empty() ? 0 : 1;
    if (named == 0) {
      text += f.ids.size() > 1 ? " (" + counted(f.ids.size(), "cell") + ")\n" : "\n";
      continue;
    }
    text += "\n";
    for (std::size_t i = 0; i < std::min(most_ids, f.ids.size()); ++i) text += "  " + shown(f.ids[i]) + "\n";
    if (f.ids.size() > most_ids) text += "  and " + counted(f.ids.size() - most_ids, "more cell") + "\n";
  }
  return text;
}
}  // namespace lanemark::report
