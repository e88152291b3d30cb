// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include <lanemark/plan/match.hpp>
#include <lanemark/scenario/check_axes.hpp>

namespace lanemark::detail {
/// `>=1MiB` and its like: the comparison, or empty.
constexpr std::string_view comparison_of(std::string_view text) {
  for (std::string_view const c : {">=", "<=", ">", "<"})
    if (text.starts_with(c)) return c;
  return {};
}

/// `size = ">=1MiB"`, a size, or a list of sizes.
inline void read_size_condition(node const& value, table_check const& t, condition& out) {
  std::vector<node const*> said;
  for (auto const* n : items_of(value, "size", t)) {
    auto const compare = n->is == node::type::string ? comparison_of(n->text) : std::string_view{};
    if (n->is == node::type::string && n->text.starts_with('=')) {
      t.found.error(n->where, t.of("size") + ": " + in_quotes(n->text) +
                                  " is no comparison; write for example \">=1MiB\" or \"<64K\"");
      continue;
    }
    if (compare.empty()) {
      if (auto const b = size_of(*n, "size", t)) add_once(out.values, said, std::to_string(b->count), *n, "size", t);
      continue;
    }
    if (value.is == node::type::array) {
      t.found.error(n->where, t.of("size") + ": " + in_quotes(n->text) + " must stand alone; a list holds plain sizes");
      continue;
    }
    auto const b = read_bytes(std::string_view(n->text).substr(compare.size()));
    if (!b)
      t.found.error(n->where, t.of("size") + ": " + b.error().text);
    else
      out.compare = compare, out.bound = b->count;
  }
}

/// A lane, `0<>1`, or a keyword.
inline std::optional<std::string> lane_word_of(node const& n, key_info const& k, table_check const& t) {
  for (auto const word : split_words(k.values))
    if (n.is == node::type::string && n.text == word) return n.text;
  return lane_of(n, k.name, true, t);
}

/// A direction, or those that a parallel cell mixes: `h2d+d2h`, in any order.
inline std::optional<std::string> directions_of(node const& n, key_info const& k, table_check const& t) {
  if (n.is != node::type::string || n.text.find('+') == n.text.npos) return word_of(n, k, t);
  std::vector<std::string> said;
  for (std::size_t from = 0; from <= n.text.size();) {
    auto const plus = std::min(n.text.find('+', from), n.text.size());
    auto part = n;
    part.text = n.text.substr(from, plus - from);
    auto const word = word_of(part, k, t);
    if (!word) return {};
    said.push_back(*word);
    from = plus + 1;
  }
  std::string out;
  for (auto const* d : {"h2d", "d2h", "d2d", "node"})
    if (std::find(said.begin(), said.end(), d) != said.end()) out += (out.empty() ? "" : "+") + std::string(d);
  return out;
}

/// Reads the conditions of an exclude, an override or a limit. A condition that is wrong is reported and left out.
inline match read_match(node const& table, table_check const& t) {
  match out{.where = to_string(table.where)};
  check_keys(table, t);
  for (auto const& m : table.members) {
    auto const* k = find_key(m.key, t.kind);
    if (!k) continue;
    condition c{.key = m.key};
    std::vector<node const*> said;
    if (m.value.is == node::type::table) {
      t.found.error(m.value.where, t.of(m.key) + " must be a value or a list, not a table" +
                                       (m.key == "size" ? "; compare with \">=1MiB\"" : ""));
      continue;
    }
    if (m.key == "size")
      read_size_condition(m.value, t, c);
    else
      for (auto const* n : items_of(m.value, m.key, t)) {
        std::optional<std::string> word;
        if (k->kind == value_kind::lanes)
          word = lane_word_of(*n, *k, t);
        else if (m.key == "direction")
          word = directions_of(*n, *k, t);
        else if (k->kind == value_kind::words)
          word = word_of(*n, *k, t);
        else
          word = text_of(*n, m.key, t);
        if (word) add_once(c.values, said, std::move(*word), *n, m.key, t);
      }
    if (!c.values.empty() || !c.compare.empty()) out.all.push_back(std::move(c));
  }
  return out;
}

/// The values that an axis of a test takes for a kind of measurement; none: any.
inline std::vector<std::string> values_of(axis_choices const& a, std::string_view key, std::string_view measure) {
  if (key == "size") {
    std::vector<std::string> sizes;
    for (auto const s : a.size) sizes.push_back(std::to_string(s));
    if (sizes.empty()) sizes.push_back(measure == "latency" ? "512" : "536870912");
    return sizes;
  }
  auto const* words = words_of(a, key);
  if (!words) return {};
  if (!words->empty()) {
    for (auto const& w : *words)
      if (w == "each" || w == "all") return {};  // which ones, only the machine knows
    return *words;
  }
  if (key == "measure") return {"bandwidth"};
  if (key == "source_chiplet" || key == "destination_chiplet" || key == "direction") return {};
  auto const* k = find_key(key, in_test);
  return {std::string(k->fallback)};
}

inline bool could_hold(condition const& c, axis_choices const& a, std::string_view measure) {
  bool const sync = measure == "sync";
  if (sync && (c.key == "size" || c.key == "mode")) return false;
  if (!sync && c.key == "protocol") return false;
  if (measure != "bandwidth" && c.key == "threads") return false;
  if (c.key == "timer") return true;  // a cell that asked for auto is matched by the timer it got
  if (c.key == "measure") return std::find(c.values.begin(), c.values.end(), measure) != c.values.end();
  auto names = [&](std::string_view part) {
    return std::any_of(c.values.begin(), c.values.end(), [&](auto const& v) { return v.find(part) != v.npos; });
  };
  if (c.key == "direction" && names("+")) return !a.together.directions.empty();
  if (c.key == "affinity" && names("each")) return true;
  auto const values = values_of(a, c.key, measure);
  if (values.empty()) return true;
  return std::any_of(values.begin(), values.end(), [&](std::string const& v) {
    if (c.compare.empty()) return std::find(c.values.begin(), c.values.end(), v) != c.values.end();
    auto const n = *read_count(v);
    return c.compare == ">="   ? n >= c.bound
           : c.compare == ">"  ? n > c.bound
           : c.compare == "<=" ? n <= c.bound
                               : n < c.bound;
  });
}

/// The key that keeps a match from holding for any cell of these axes, whatever the machine; empty: it could hold.
inline std::string hopeless_key(match const& m, axis_choices const& a) {
  auto measures = a.measure;
  if (measures.empty()) measures = {"bandwidth"};
  std::string blame;
  for (auto const& measure : measures) {
    auto const bad =
        std::find_if(m.all.begin(), m.all.end(), [&](condition const& c) { return !could_hold(c, a, measure); });
    if (bad == m.all.end()) return {};
    if (blame.empty() || blame == "measure") blame = bad->key;
  }
  return blame;
}
}  // namespace lanemark::detail
