// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/scenario/keys.hpp>
#include <lanemark/scenario/model.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark {
/// All that a check found, in the order in which it was found. The same sentence about the same place is kept once.
struct findings {
  std::vector<located> problems{}, notes{};
  std::vector<located>
      hopeless{};  ///< an exclude or override that can match no cell: an error in the file that says both
  void error(position const& where, std::string text) { add(problems, located_at(where, std::move(text))); }
  void note(position const& where, std::string text) { add(notes, located_at(where, std::move(text))); }

 private:
  static void add(std::vector<located>& to, located l) {
    for (auto const& known : to)
      if (known == l) return;
    to.push_back(std::move(l));
  }
};

/// What a check of one table needs: where it is, what it is called in sentences, and what this build has.
struct table_check {
  unsigned kind;       ///< a table_kind
  std::string called;  ///< `[[test]] "pairs"`
  build_features const& has;
  findings& found;
  /// `size in [[test]] "pairs"`
  std::string of(std::string_view key) const { return std::string(key) + " in " + called; }
  /// The same check for a table inside this one.
  table_check inner(unsigned kind_of_table, std::string name) const {
    return {kind_of_table, std::move(name), has, found};
  }
};

namespace detail {
/// `; did you mean "size"?`, or the list of what there is, or nothing when that would be long.
inline std::string suggestion(std::string_view word, std::vector<std::string> const& known) {
  if (auto const near = nearest_name(word, known)) return "; did you mean \"" + *near + "\"?";
  if (known.empty()) return {};
  return "; known are " + joined(known);
}

/// Is it a table? Says so if not.
inline bool expect_table(node const& n, std::string_view key, table_check const& t) {
  if (n.is == node::type::table) return true;
  t.found.error(n.where, t.of(key) + " must be a table, not " + type_text(n));
  return false;
}

/// Refuses keys that this kind of table does not have, with the nearest one it has, or the table that has it.
inline void check_keys(node const& table, table_check const& t) {
  for (auto const& m : table.members) {
    if (find_key(m.key, t.kind)) continue;
    std::vector<std::string> known;
    for (auto const& k : known_keys)
      if ((k.where & t.kind) != 0) known.emplace_back(k.name);
    auto sentence = "unknown key " + in_quotes(m.key) + " in " + t.called;
    unsigned in = 0;  // the tables that do have it, unless its name means different things in different tables
    int rows = 0;
    for (auto const& k : known_keys)
      if (k.name == m.key) in |= k.where, ++rows;
    if (rows > 1) in &= in_samples;
    if (nearest_name(m.key, known)) in = 0;
    if (in & in_defaults)
      sentence += "; it belongs into [defaults] or [[test]]";
    else if (in & in_test)
      sentence += "; it belongs into [[test]]";
    else if (in & in_target)
      sentence += "; it belongs into [target]";
    else if (in & in_samples)
      sentence += "; it belongs into samples = { ... }";
    else if (in & in_range)
      sentence += "; it belongs into size = { ... }";
    else if (in & in_scenario)
      sentence += "; it belongs into [scenario]";
    else if (known.size() > 20 && !nearest_name(m.key, known))
      sentence += "; docs/scenario.md lists the keys";
    else
      sentence += suggestion(m.key, known);
    t.found.error(m.where, sentence);
  }
}

/// The items of a value that may stand alone or in a list. An empty list is refused: it would mean no cell at all.
inline std::vector<node const*> items_of(node const& n, std::string_view key, table_check const& t) {
  constexpr std::size_t most_items = 20'000;
  std::vector<node const*> out;
  if (n.is != node::type::array) return {&n};
  if (n.items.empty())
    t.found.error(n.where, t.of(key) + " is an empty list; leave the key out, or list at least one value");
  // each is held against all before it, and a file of 16 MiB has room for millions
  if (n.items.size() > most_items)
    t.found.error(n.where, t.of(key) + " lists " + std::to_string(n.items.size()) + " values; at most " +
                               std::to_string(most_items) + " are taken");
  else
    for (auto const& i : n.items) out.push_back(&i);
  return out;
}

inline std::optional<std::string> text_of(node const& n, std::string_view key, table_check const& t) {
  if (n.is != node::type::string) {
    t.found.error(n.where, t.of(key) + " must be a string, not " + type_text(n));
    return {};
  }
  if (n.text.empty()) {
    t.found.error(n.where, t.of(key) + " is empty");
    return {};
  }
  return n.text;
}

inline std::optional<std::size_t> whole_number_of(node const& n, key_info const& k, table_check const& t) {
  if (n.is != node::type::integer) {
    t.found.error(n.where, t.of(k.name) + " must be a whole number, not " + type_text(n));
    return {};
  }
  if (n.number < 0 || static_cast<std::uint64_t>(n.number) < k.low || static_cast<std::uint64_t>(n.number) > k.high) {
    t.found.error(n.where, t.of(k.name) + " is " + std::to_string(n.number) + "; it must be from " +
                               std::to_string(k.low) + " to " + std::to_string(k.high));
    return {};
  }
  return static_cast<std::size_t>(n.number);
}

inline std::optional<bool> flag_of(node const& n, key_info const& k, table_check const& t) {
  if (n.is == node::type::boolean) return n.flag;
  t.found.error(n.where, t.of(k.name) + " must be true or false, not " + type_text(n));
  return {};
}

/// A value that is spelt in a string, by one of the readers of core/spelling.hpp.
template <class Read>
auto spelt(node const& n, std::string_view key, char const* example, table_check const& t, Read read)
    -> std::optional<std::remove_cvref_t<decltype(*read(std::string_view{}))>> {
  if (n.is != node::type::string) {
    t.found.error(n.where, t.of(key) + " must be a string such as " + example + ", not " + type_text(n));
    return {};
  }
  auto got = read(std::string_view{n.text});
  if (got) return *got;
  t.found.error(n.where, t.of(key) + ": " + got.error().text);
  return {};
}

inline std::optional<nanoseconds> duration_of(node const& n, key_info const& k, table_check const& t) {
  auto const d = spelt(n, k.name, "\"30s\"", t, read_duration);
  if (d && !(d->count() > 0)) {
    t.found.error(n.where, t.of(k.name) + " is " + in_quotes(n.text) + "; it must be above zero");
    return {};
  }
  return d;
}

inline std::optional<bytes> size_of(node const& n, std::string_view key, table_check const& t) {
  std::optional<bytes> b;
  if (n.is == node::type::integer) {
    if (n.number >= 0)
      b = bytes{static_cast<std::uint64_t>(n.number)};
    else
      t.found.error(n.where, t.of(key) + " is " + std::to_string(n.number) + "; it must be at least 1 byte");
  } else if (n.is == node::type::string)
    b = spelt(n, key, "\"64MiB\"", t, read_bytes);
  else
    t.found.error(n.where, t.of(key) + " must be bytes or a string such as \"64MiB\", not " + type_text(n));
  if (b && b->count == 0) {
    t.found.error(n.where, t.of(key) + " is 0; it must be at least 1 byte");
    return {};
  }
  return b;
}

/// A whole number up to 2^64-1: a number, or a string of digits or `0x...`, since TOML ends at 2^63-1.
inline std::optional<std::uint64_t> bits_of(node const& n, key_info const& k, table_check const& t) {
  if (n.is == node::type::integer && n.number >= 0) return static_cast<std::uint64_t>(n.number);
  if (n.is == node::type::string) return spelt(n, k.name, "\"0x10\"", t, read_word);
  t.found.error(n.where, t.of(k.name) + " must be a whole number of at least 0" +
                             (n.is == node::type::integer ? ", not " + std::to_string(n.number)
                                                          : std::string(", not ") + type_text(n)));
  return {};
}

/// One word of a key's `values`, in its canonical spelling: `p2p` is `d2d`, 4 is `4`, `node:01` is `node:1`.
inline std::optional<std::string> word_of(node const& n, key_info const& k, table_check const& t) {
  std::vector<std::string> known;
  bool numbers = false;
  for (auto const w : split_words(k.values)) {
    auto const alias = w.find('=');
    if (n.is == node::type::string && n.text == w.substr(0, alias))
      return std::string(alias == w.npos ? w : w.substr(alias + 1));
    if (w == "N") {
      numbers = true;
      if (n.is == node::type::integer) {
        if (auto const c = whole_number_of(n, k, t)) return std::to_string(*c);
        return {};
      }
      known.emplace_back("a number");
      continue;
    }
    if (w.ends_with(":N") && n.is == node::type::string && n.text.starts_with(w.substr(0, w.size() - 1))) {
      auto const number = read_count(std::string_view(n.text).substr(w.size() - 1));
      if (number && *number <= 65535) return std::string(w.substr(0, w.size() - 1)) + std::to_string(*number);
    }
    if (alias == w.npos) known.emplace_back(w);
  }
  if (n.is != node::type::string) {
    t.found.error(n.where,
                  t.of(k.name) + " must be a string" + (numbers ? " or a whole number" : "") + ", not " + type_text(n));
    return {};
  }
  if (auto const digits = read_count(n.text); numbers && digits && *digits >= k.low && *digits <= k.high)
    return std::to_string(*digits);
  t.found.error(n.where, "unknown " + std::string(k.name) + " " + in_quotes(n.text) + " in " + t.called +
                             suggestion(n.text, known));
  return {};
}

/// Refuses a value that says the same as an earlier one of its list.
template <class T>
void add_once(std::vector<T>& to, std::vector<node const*>& said, T value, node const& n, std::string_view key,
              table_check const& t) {
  for (std::size_t i = 0; i < said.size(); ++i)
    if (to[i] == value) {
      auto const first = to_toml(*said[i]), second = to_toml(n);
      t.found.error(n.where,
                    t.of(key) + (first == second ? " lists " + second + " twice"
                                                 : " lists " + first + " and " + second + ", which are the same"));
      return;
    }
  to.push_back(std::move(value));
  said.push_back(&n);
}
}  // namespace detail
}  // namespace lanemark
