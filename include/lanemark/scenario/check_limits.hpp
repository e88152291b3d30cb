// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include <lanemark/plan/limit_rule.hpp>
#include <lanemark/scenario/check_match.hpp>

namespace lanemark::detail {
/// A bound with its unit: `20 GB/s` in B/s, `3 us` in ns. `80% of link` is recognised and refused where the build lacks
/// it.
struct bound {
  double value = 0;
  std::string unit{};
};

inline std::optional<bound> read_bound(node const& n, std::string_view key, table_check const& t) {
  if (n.is != node::type::string) {
    t.found.error(n.where,
                  t.of(key) + " must be a string with a unit such as \"20 GB/s\" or \"3 us\", not " + type_text(n));
    return {};
  }
  std::string_view const text = n.text;
  for (std::string_view const whose : {" of link", " of peers"}) {
    if (!text.ends_with(whose)) continue;
    auto const share = read_ratio(text.substr(0, text.size() - whose.size()));
    if (!share)
      t.found.error(n.where, t.of(key) + ": " + in_quotes(text) + " is not a share; write for example \"80%" +
                                 std::string(whose) + "\"");
    else if (!t.has.relative_limits)
      unavailable(n, std::string(key) + " = " + in_quotes(text), t);
    else
      return bound{*share, std::string("%") + std::string(whose)};
    return {};
  }
  if (text.ends_with('%')) {
    t.found.error(n.where, t.of(key) + ": " + in_quotes(text) + " of what? write \"" + std::string(text) +
                               " of link\" or \"" + std::string(text) + " of peers\"");
    return {};
  }
  auto const unit = take_apart(text).unit;
  bool const rate = unit.find('/') != unit.npos || unit.ends_with('B') || unit.ends_with('b');
  auto const got = rate ? read_rate(text) : result<double>(0.0);
  auto const time = rate ? result<nanoseconds>(nanoseconds{}) : read_duration(text);
  if (unit.empty() && !take_apart(text).flaw)
    t.found.error(n.where, t.of(key) + ": " + in_quotes(text) +
                               " has no unit; write a rate such as \"20 GB/s\" or a duration such as \"3 us\"");
  else if (!got)
    t.found.error(n.where, t.of(key) + ": " + got.error().text);
  else if (!time)
    t.found.error(n.where, t.of(key) + ": " + time.error().text);
  else
    return rate ? bound{*got, "B/s"} : bound{time->count(), "ns"};
  return {};
}

/// The measures that a limit's match leaves; none said: all.
inline bool leaves(match const& m, std::string_view measure) {
  for (auto const& c : m.all)
    if (c.key == "measure" && std::find(c.values.begin(), c.values.end(), measure) == c.values.end()) return false;
  return true;
}

inline std::optional<limit_rule> read_limit(node const& table, std::size_t index, table_check const& outer) {
  auto const called = "[[limit]] " + std::to_string(index + 1);
  auto const t = outer.inner(in_limit, called);
  if (table.is != node::type::table) {
    t.found.error(table.where, called + " must be a table, not " + std::string(type_text(table)));
    return {};
  }
  check_keys(table, t);
  limit_rule rule;
  rule.where.where = to_string(table.where);
  if (auto const* m = table.find("match"); m && expect_table(*m, "match", t)) {
    rule.where = read_match(*m, outer.inner(in_limit_match, "match of " + called));
    rule.where.where = to_string(table.where);
  }
  if (!table.find("min") && !table.find("max")) {
    t.found.error(table.where,
                  called + " has neither min nor max, so it bounds nothing; write for example min = \"20 GB/s\"");
    return {};
  }
  bool good = true;
  for (auto const* key : {"min", "max"}) {
    auto const* n = table.find(key);
    if (!n) continue;
    auto const b = read_bound(*n, key, t);
    if (!b) {
      good = false;
      continue;
    }
    if (!rule.unit.empty() && rule.unit != b->unit) {
      t.found.error(n->where, called + " has min and max in different units; a limit bounds a rate or a duration");
      good = false;
      continue;
    }
    rule.unit = b->unit;
    (std::string_view(key) == "min" ? rule.min : rule.max) = b->value;
    rule.text += (rule.text.empty() ? "" : ", ") + std::string(key) + " = " + in_quotes(n->text);
    bool const on_time = b->unit == "ns";
    if (on_time && !leaves(rule.where, "latency") && !leaves(rule.where, "sync"))
      t.found.error(
          n->where,
          t.of(key) + " is a duration, but the limit matches bandwidth only; write a rate such as \"20 GB/s\"");
    if (!on_time && !leaves(rule.where, "bandwidth"))
      t.found.error(
          n->where,
          t.of(key) + " is a rate, but the limit does not match bandwidth; write a duration such as \"3 us\"");
  }
  if (rule.min && rule.max && *rule.min > *rule.max)
    t.found.error(table.find("max")->where, called + " has a max below its min; nothing could meet both");
  if (!good) return {};
  return rule;
}
}  // namespace lanemark::detail
