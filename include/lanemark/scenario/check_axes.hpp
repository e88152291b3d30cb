// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/plan/lanes.hpp>
#include <lanemark/scenario/findings.hpp>

namespace lanemark::detail {
/// The axes whose values are words.
inline std::vector<std::string>* words_of(axis_choices& a, std::string_view key) {
  struct field {
    std::string_view name;
    std::vector<std::string> axis_choices::*at;
  };
  constexpr field fields[] = {{"measure", &axis_choices::measure},
                              {"direction", &axis_choices::direction},
                              {"mode", &axis_choices::mode},
                              {"affinity", &axis_choices::affinity},
                              {"timer", &axis_choices::timer},
                              {"issuer", &axis_choices::issuer},
                              {"source_chiplet", &axis_choices::source_chiplet},
                              {"destination_chiplet", &axis_choices::destination_chiplet},
                              {"semantics", &axis_choices::semantics},
                              {"cache", &axis_choices::cache},
                              {"copy", &axis_choices::copy},
                              {"protocol", &axis_choices::protocol},
                              {"threads", &axis_choices::threads}};
  for (auto const& f : fields)
    if (f.name == key) return &(a.*f.at);
  return nullptr;
}
inline std::vector<std::string> const* words_of(axis_choices const& a, std::string_view key) {
  return words_of(const_cast<axis_choices&>(a), key);
}

/// What this build lacks, said where it was asked for.
inline void unavailable(node const& n, std::string const& what, table_check const& t) {
  t.found.error(n.where, what + " in " + t.called + " is not available in this build");
}

inline std::vector<std::string> read_words(key_info const& k, node const& value, table_check const& t) {
  std::vector<std::string> out;
  std::vector<node const*> said;
  for (auto const* n : items_of(value, k.name, t)) {
    auto word = word_of(*n, k, t);
    if (!word) continue;
    if (k.name == "direction" && *word == "node" && !t.has.nodes) unavailable(*n, "direction \"node\"", t);
    add_once(out, said, std::move(*word), *n, k.name, t);
  }
  return out;
}

/// { from = "4KiB", to = "1GiB", multiply = 4 }
inline std::vector<std::uint64_t> read_range(node const& range, std::string_view key, table_check const& outer) {
  auto const t = outer.inner(in_range, outer.of(key));
  check_keys(range, t);
  std::optional<bytes> ends[2];
  for (int i = 0; i < 2; ++i) {
    auto const name = i == 0 ? "from" : "to";
    if (auto const* n = range.find(name))
      ends[i] = size_of(*n, name, t);
    else
      t.found.error(range.where,
                    t.called + " needs \"" + name + "\": { from = \"4KiB\", to = \"1GiB\", multiply = 4 }");
  }
  std::optional<std::size_t> factor = 2;
  if (auto const* n = range.find("multiply")) factor = whole_number_of(*n, *find_key("multiply", in_range), t);
  if (!ends[0] || !ends[1] || !factor) return {};
  auto const from = ends[0]->count, to = ends[1]->count;
  if (from > to) {
    t.found.error(range.find("to")->where,
                  t.called + " ends at " + to_string(bytes{to}) + ", below its start " + to_string(bytes{from}));
    return {};
  }
  std::vector<std::uint64_t> out;
  for (auto size = from;; size *= *factor) {
    out.push_back(size);
    if (size > to / *factor) break;
  }
  if (out.back() != to)
    t.found.note(range.find("to")->where, t.called + " does not reach " + to_string(bytes{to}) + ": its last size is " +
                                              to_string(bytes{out.back()}));
  return out;
}

inline std::vector<std::uint64_t> read_sizes(node const& value, std::string_view key, table_check const& t) {
  if (value.is == node::type::table) return read_range(value, key, t);
  std::vector<std::uint64_t> out;
  std::vector<node const*> said;
  for (auto const* n : items_of(value, key, t))
    if (auto const b = size_of(*n, key, t)) add_once(out, said, b->count, *n, key, t);
  return out;
}

/// One lane in its canonical spelling, e.g. `00>1` as `0>1`; `0<>1` too where `both_ways` is taken.
inline std::optional<std::string> lane_of(node const& n, std::string_view key, bool both_ways, table_check const& t) {
  if (n.is != node::type::string) {
    t.found.error(n.where, t.of(key) + " must be a string such as \"0>1\", not " + type_text(n) +
                               (n.is == node::type::integer ? "; write \"" + std::to_string(n.number) + "\"" : ""));
    return {};
  }
  if (auto const arrow = n.text.find("<>"); both_ways && arrow != n.text.npos) {
    auto const a = parse_endpoint(std::string_view(n.text).substr(0, arrow));
    auto const b = parse_endpoint(std::string_view(n.text).substr(arrow + 2));
    if (a && b && !(a->host && b->host)) return to_string(*a) + "<>" + to_string(*b);
    t.found.error(n.where, t.of(key) + ": " + in_quotes(n.text) +
                               " names no two ends; write for example \"0<>1\" or \"host<>0\"");
    return {};
  }
  auto const got = parse_lane(n.text);
  if (!got) {
    t.found.error(n.where, t.of(key) + ": " + got.error().text);
    return {};
  }
  return got->with_host ? to_string(got->path.destination) : to_string(got->path);
}

inline lane_choice read_lanes(key_info const& k, node const& value, table_check const& t) {
  lane_choice out{.keyword = {}, .said = true};
  std::vector<node const*> said;
  auto const items = items_of(value, k.name, t);
  auto const keywords = split_words(k.values);
  for (auto const* n : items) {
    auto const keyword = std::find(keywords.begin(), keywords.end(), n->text);
    if (n->is == node::type::string && keyword != keywords.end()) {
      if (items.size() > 1)
        t.found.error(n->where, t.of(k.name) + ": \"" + n->text +
                                    "\" must stand alone; a list names lanes, such as [\"0>1\", \"1>0\"]");
      else if (*keyword == "same" && !t.has.nodes)
        unavailable(*n, "lanes \"same\"", t);
      out.keyword = *keyword;
      continue;
    }
    bool const spelt_as_lane = n->is != node::type::string || n->text.find_first_of("0123456789>") != n->text.npos;
    if (!spelt_as_lane) {
      std::vector<std::string> known(keywords.begin(), keywords.end());
      t.found.error(n->where, "unknown lanes " + in_quotes(n->text) + " in " + t.called + suggestion(n->text, known) +
                                  (nearest_name(n->text, known) ? "" : ", or lanes such as \"0>1\""));
    } else if (auto lane = lane_of(*n, k.name, false, t))
      add_once(out.named, said, std::move(*lane), *n, k.name, t);
  }
  if (out.keyword.empty() && out.named.empty()) out.keyword = "all";
  return out;
}

/// [["h2d", "d2h"], ["d2d"]]
inline std::vector<std::vector<std::string>> read_together(node const& value, table_check const& t) {
  std::vector<std::vector<std::string>> out;
  if (value.is == node::type::string && value.text == "all") return out;
  auto const& direction = *find_key("direction", in_test);
  auto wrong = [&](node const& n) {
    t.found.error(n.where, t.of("together") + " must be \"all\" or lists of directions such as [[\"h2d\", \"d2h\"]]");
  };
  if (value.is != node::type::array) return wrong(value), out;
  std::vector<node const*> said;
  for (auto const* n : items_of(value, "together", t)) {
    if (n->is != node::type::array) {
      wrong(*n);
      continue;
    }
    if (auto set = read_words(direction, *n, t.inner(t.kind, t.of("together"))); !set.empty())
      add_once(out, said, std::move(set), *n, "together", t);
  }
  return out;
}

/// [[0], [0, 1], "all"]
inline std::vector<std::vector<int>> read_sets(node const& value, table_check const& t) {
  std::vector<std::vector<int>> out;
  auto wrong = [&](node const& n) {
    t.found.error(n.where, t.of("sets") + " must be a list of device sets such as [[0], [0, 1], \"all\"]");
  };
  if (value.is != node::type::array) return wrong(value), out;
  std::vector<node const*> said;
  for (auto const* n : items_of(value, "sets", t)) {
    std::vector<int> ids;
    if (n->is == node::type::string && n->text == "all") {
      add_once(out, said, std::move(ids), *n, "sets", t);
      continue;
    }
    if (n->is != node::type::array) {
      wrong(*n);
      continue;
    }
    std::vector<node const*> seen;
    for (auto const* id : items_of(*n, "sets", t))
      if (id->is == node::type::integer && id->number >= 0 && id->number <= 65535)
        add_once(ids, seen, static_cast<int>(id->number), *id, "sets", t);
      else
        t.found.error(id->where, t.of("sets") + " must hold device ids such as 0, not " + to_toml(*id));
    if (!ids.empty()) add_once(out, said, std::move(ids), *n, "sets", t);
  }
  return out;
}

inline std::vector<std::string> read_pairs(node const& value, table_check const& t) {
  std::vector<std::string> out;
  if (!t.has.nodes) unavailable(value, "nodes", t);
  if (value.is == node::type::string && value.text == "all") return out;
  std::vector<node const*> said;
  for (auto const* n : items_of(value, "nodes", t)) {
    auto const arrow = n->text.find('>');
    auto const a = read_count(std::string_view(n->text).substr(0, arrow));
    auto const b = read_count(arrow == n->text.npos ? std::string_view{} : std::string_view(n->text).substr(arrow + 1));
    if (n->is != node::type::string || !a || !b || *a == *b)
      t.found.error(n->where, t.of("nodes") + " must be \"all\" or ordered pairs of two nodes such as [\"0>1\"], not " +
                                  to_toml(*n));
    else
      add_once(out, said, std::to_string(*a) + ">" + std::to_string(*b), *n, "nodes", t);
  }
  return out;
}

/// Ids, labels, PCI addresses, UUIDs; nothing for "all".
inline std::optional<std::vector<std::string>> read_devices(node const& value, table_check const& t) {
  if (value.is == node::type::string && value.text == "all") return {};
  std::vector<std::string> out;
  std::vector<node const*> said;
  for (auto const* n : items_of(value, "devices", t)) {
    if (n->is == node::type::integer && n->number >= 0 && n->number <= 65535)
      add_once(out, said, std::to_string(n->number), *n, "devices", t);
    else if (n->is == node::type::string && !n->text.empty() && n->text != "all")
      add_once(out, said, n->text, *n, "devices", t);
    else
      t.found.error(n->where,
                    t.of("devices") +
                        " must be \"all\", or ids, labels, PCI addresses or UUIDs such as [0, \"rbln1\"], not " +
                        to_toml(*n));
  }
  return out;
}

/// Reads one axis into `out`, over what was there. `sets` counts as one.
inline void read_axis(key_info const& k, node const& value, table_check const& t, axis_choices& out) {
  switch (k.kind) {
    case value_kind::words:
      *words_of(out, k.name) = read_words(k, value, t);
      break;
    case value_kind::sizes:
      out.size = read_sizes(value, k.name, t);
      break;
    case value_kind::lanes:
      out.lanes = read_lanes(k, value, t);
      break;
    case value_kind::together:
      out.together.directions = read_together(value, t);
      break;
    case value_kind::sets:
      out.together.sets = read_sets(value, t), out.together.has_sets = true;
      break;
    case value_kind::pairs:
      out.nodes = read_pairs(value, t);
      break;
    default:
      break;
  }
}

/// Reads all axes that a table says.
inline void read_axes(node const& table, table_check const& t, axis_choices& out) {
  for (auto const& m : table.members)
    if (auto const* k = find_key(m.key, t.kind); k && (k->axis || k->kind == value_kind::sets))
      read_axis(*k, m.value, t, out);
}
}  // namespace lanemark::detail
