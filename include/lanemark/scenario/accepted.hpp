// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark {
/// A change of level that somebody looked at and accepts: from this run on, older ones are not held against the series.
struct accepted_step {
  std::string series{};  ///< id, `*` for any text
  std::string run{};     ///< id of the first run on the new level
  std::string by{}, why{};
  position where{};
};

/// Accepted steps, and all that is wrong with the file.
struct accepted_steps {
  std::vector<accepted_step> all{};
  std::vector<located> problems{};
};

/// Reads `[[accept]]` tables, each with `series`, `run`, `by` and `why`: an exception that names nobody and no reason
/// cannot be reviewed.
inline accepted_steps read_accepted(node const& root) {
  accepted_steps out;
  auto error = [&](position const& at, std::string text) { out.problems.push_back(located_at(at, std::move(text))); };
  for (auto const& m : root.members)
    if (m.key != "accept")
      error(m.where, "unknown key " + in_quotes(m.key) + "; a file of accepted steps holds [[accept]] tables");
  auto const* list = root.find("accept");
  if (!list) return out;
  if (list->is != node::type::array) {
    error(list->where, std::string("accept must be written [[accept]], not ") + type_text(*list));
    return out;
  }
  std::vector<std::string> const keys{"series", "run", "by", "why"};
  for (auto const& n : list->items) {
    if (n.is != node::type::table) {
      error(n.where, std::string("accept must be a table, not ") + type_text(n));
      continue;
    }
    accepted_step s{.where = n.where};
    for (auto const& m : n.members) {
      std::string* to = m.key == "series" ? &s.series
                        : m.key == "run"  ? &s.run
                        : m.key == "by"   ? &s.by
                        : m.key == "why"  ? &s.why
                                          : nullptr;
      if (!to) {
        auto const near = nearest_name(m.key, keys);
        error(m.where, "unknown key " + in_quotes(m.key) + " in [[accept]]" +
                           (near ? "; did you mean " + in_quotes(*near) + "?" : "; known are " + joined(keys)));
      } else if (m.value.is != node::type::string) {
        error(m.value.where, m.key + " in [[accept]] must be a string, not " + type_text(m.value));
      } else {
        *to = m.value.text;
        if (to->empty()) error(m.value.where, m.key + " in [[accept]] is empty");
      }
    }
    for (auto const& key : keys)
      if (!n.find(key)) error(n.where, "[[accept]] needs " + key + (key == "why" ? ": the reason" : ""));
    out.all.push_back(std::move(s));
  }
  return out;
}
}  // namespace lanemark
