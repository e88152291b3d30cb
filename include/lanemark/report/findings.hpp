// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/say.hpp>
#include <lanemark/report/figure.hpp>
#include <lanemark/report/label.hpp>
#include <lanemark/report/numbering.hpp>

namespace lanemark::report {
/// How many records ended how. All that is neither measured nor skipped counts as failed.
struct tally {
  std::size_t planned = 0, measured = 0, skipped = 0, failed = 0;
};
[[gnu::cold]] inline tally tally_of(std::span<record const> records) {
  tally t{.planned = records.size()};
  for (auto const& r : records)
    ++(r.status == outcome::measured ? t.measured : r.status == outcome::skipped ? t.skipped : t.failed);
  return t;
}
/// `measured 2 of 3 planned, 1 skipped, 0 failed`.
[[gnu::cold]] inline std::string to_string(tally const& t) {
  return say({"measured ", t.measured, " of ", t.planned, " planned, ", t.skipped, " skipped, ", t.failed, " failed"});
}

/// One sentence, and the cells that it was said of.
struct finding {
  std::string text{};
  std::vector<std::string> ids{};
};

/// Sentences that are alike, said once: `of` appends to its second argument what it has to say about a record.
[[gnu::cold]] inline std::vector<finding> findings(std::span<record const> records,
                                                   void (*of)(record const&, std::vector<std::string>&)) {
  std::vector<finding> found;
  numbering texts;
  std::vector<std::string> said;
  for (auto const& r : records) {
    said.clear();
    of(r, said);
    for (auto const& text : said) {
      auto const at = texts.of(text);
      if (at == found.size()) found.push_back({text, {}});
      found[at].ids.push_back(r.id);
    }
  }
  return found;
}

/// Why cells have no figure, one finding a status and reason.
[[gnu::cold]] inline std::vector<finding> reasons(std::span<record const> records) {
  return findings(records, [](record const& r, std::vector<std::string>& said) {
    if (r.status != outcome::measured)
      said.push_back(
          say({name_of(r.status), ": ", r.reason.empty() ? std::string_view("no reason was given") : r.reason}));
    else if (!value_of(r))
      said.push_back("measured, but no finite median came out of it");
  });
}
[[gnu::cold]] inline std::vector<finding> warnings(std::span<record const> records) {
  return findings(records, [](record const& r, std::vector<std::string>& said) {
    for (auto const& w : r.warnings) said.push_back(w);
  });
}

/// Findings as lines: the sentence, how many cells, and the first few of their ids. All ids are in the JSON report.
[[gnu::cold]] inline std::string findings_text(std::string_view prefix, std::vector<finding> const& found) {
  constexpr std::size_t most_ids = 4;
  std::string text;
  for (auto const& f : found) {
    say_to(text, {prefix, shown(f.text)});
    std::size_t named = 0;
    for (auto const& id : f.ids) named += id.empty() ? 0 : 1;
    if (named == 0) {
      if (f.ids.size() > 1) say_to(text, {" (", counted(f.ids.size(), "cell"), ")"});
      say_to(text, {"\n"});
      continue;
    }
    say_to(text, {"\n"});
    for (std::size_t i = 0; i < std::min(most_ids, f.ids.size()); ++i) say_to(text, {"  ", shown(f.ids[i]), "\n"});
    if (f.ids.size() > most_ids) say_to(text, {"  and ", counted(f.ids.size() - most_ids, "more cell"), "\n"});
  }
  return text;
}
}  // namespace lanemark::report
