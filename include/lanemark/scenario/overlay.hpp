// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/scenario/findings.hpp>
#include <lanemark/scenario/merge.hpp>

// What lies over the files: a profile, then the command line.

namespace lanemark {
namespace detail {
inline void mark_layer(node& n, std::string const& layer) {
  n.layer = layer;
  for (auto& i : n.items) mark_layer(i, layer);
  for (auto& m : n.members) mark_layer(m.value, layer);
}
inline void mark_place(node& n, position const& where) {
  n.where = where;
  for (auto& i : n.items) mark_place(i, where);
  for (auto& m : n.members) m.where = where, mark_place(m.value, where);
}
inline node table_with(std::string key, position const& where, node value) {
  node table{.is = node::type::table, .where = where};
  table.members.push_back({std::move(key), where, std::move(value)});
  return table;
}
inline node string_node(std::string text, position const& where) {
  return {.is = node::type::string, .text = std::move(text), .where = where};
}

/// `test.pairs.size` or `test."my.test".size` in segments; nothing when it is no path.
inline std::optional<std::vector<std::string>> split_path(std::string_view path) {
  std::vector<std::string> out(1);
  char quote = 0;
  for (char const c : path) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        out.back() += c;
    } else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '.')
      out.emplace_back();
    else
      out.back() += c;
  }
  if (quote != 0 || std::any_of(out.begin(), out.end(), [](auto const& s) { return s.empty(); })) return {};
  return out;
}

/// The value of a --set: TOML, or a bare word, which is a string. What begins as TOML must be TOML.
inline std::optional<node> read_set_value(std::string_view text, position const& where, parse_function parse,
                                          findings& found) {
  auto got = parse("v = " + std::string(text), where.file);
  if (got.problems.empty() && got.root.members.size() == 1 && got.root.members[0].key == "v") {
    mark_place(got.root, where);
    return std::move(got.root.members[0].value);
  }
  if (text.empty() || text.find('\n') != text.npos ||
      std::string_view("[{\"'").find(text[0]) != std::string_view::npos) {
    auto const why = text.empty()           ? "the value is empty"
                     : got.problems.empty() ? "it must be one value"
                                            : got.problems[0].text;
    found.error(where, in_quotes(text) + " is no value: " + why);
    return {};
  }
  return string_node(std::string(text), where);
}
}  // namespace detail

/// Lays `[profile.NAME]` over the files. Its `tests` come back: only these are to be run.
inline std::vector<std::string> lay_profile(node& root, std::string const& name, build_features const& has,
                                            findings& found) {
  std::vector<std::string> only;
  auto const* found_profile = root.find("profile") ? root.find("profile")->find(name) : nullptr;
  if (!found_profile) return only;
  node profile = *found_profile;
  table_check const t{in_profile, "[profile." + name + "]", has, found};
  if (!detail::expect_table(profile, "profile." + name, {in_root, "the file", has, found})) return only;
  detail::check_keys(profile, t);
  detail::mark_layer(profile, "profile " + name);
  auto const names = detail::test_names(root);
  if (auto const* tests = profile.find("tests"))
    for (auto const* n : detail::items_of(*tests, "tests", t)) {
      auto const text = detail::text_of(*n, "tests", t);
      if (text && std::find(names.begin(), names.end(), *text) == names.end())
        found.error(n->where,
                    "unknown test " + in_quotes(*text) + " in " + t.called + detail::suggestion(*text, names));
      else if (text)
        only.push_back(*text);
    }
  for (auto const* key : {"defaults", "target"})
    if (auto const* over = profile.find(key); over && detail::expect_table(*over, key, t))
      detail::merge_tables(root, detail::table_with(key, over->where, *over));
  if (auto const* tests = profile.find("test"); tests && detail::expect_table(*tests, "test", t))
    for (auto const& m : tests->members) {
      auto* test = detail::find_test(root, m.key);
      if (!test)
        found.error(m.where, "unknown test " + in_quotes(m.key) + " in " + t.called + detail::suggestion(m.key, names));
      else if (detail::expect_table(m.value, "test." + m.key, t))
        detail::merge_tables(*test, m.value);
    }
  return only;
}

/// Lays one `--set PATH=VALUE` over everything. A test is addressed by its name.
inline void lay_set(node& root, std::string const& text, parse_function parse, findings& found) {
  position const where{.file = "--set " + text};
  auto const equals = text.find('=');
  auto const path = equals == text.npos ? std::nullopt : detail::split_path(std::string_view(text).substr(0, equals));
  if (!path) {
    found.error(where, "this is no PATH=VALUE; write for example --set test.pairs.size='[\"4K\", \"1M\"]'");
    return;
  }
  auto value = detail::read_set_value(std::string_view(text).substr(equals + 1), where, parse, found);
  if (!value) return;
  auto const& head = path->front();
  if (head == "profile" || head == "lanemark" || (head == "scenario" && path->size() > 1 && (*path)[1] == "extends")) {
    found.error(where, in_quotes(std::string_view(text).substr(0, equals)) +
                           " cannot be set from the command line: it is settled when files are read");
    return;
  }
  if (head == "limit" && path->size() > 1) {
    found.error(where, "limits have no names to address; set the whole list: --set 'limit=[{ min = \"20 GB/s\" }]'");
    return;
  }
  auto* base = &root;
  std::size_t used = 0;
  if (head == "test") {
    base = nullptr;  // the longest name that is there: names may have dots
    std::string name;
    for (std::size_t i = 1; i < path->size(); ++i) {
      name += (i > 1 ? "." : "") + (*path)[i];
      if (auto* test = detail::find_test(root, name)) base = test, used = i + 1;
    }
    if (!base) {
      auto const names = detail::test_names(root);
      if (path->size() == 1)
        found.error(where, "say which test: --set test.NAME.KEY=VALUE; known are " + joined(names));
      else
        found.error(where, "unknown test " + in_quotes((*path)[1]) + detail::suggestion((*path)[1], names));
      return;
    }
  }
  if (used == path->size() && value->is != node::type::table) {
    found.error(where, "a test is a table; set one of its keys: --set test." + (*path)[1] + ".size=64MiB");
    return;
  }
  for (auto i = path->size(); i > used; --i) value = detail::table_with((*path)[i - 1], where, std::move(*value));
  detail::merge_tables(*base, *value);
}

/// --backend, --devices, --model.
inline void lay_options(node& root, scenario_source const& source, findings& found) {
  auto lay = [&](std::string key, node value) {
    auto const where = value.where;
    detail::merge_tables(
        root, detail::table_with("target", where, detail::table_with(std::move(key), where, std::move(value))));
  };
  if (!source.model.empty()) {
    position const where{.file = "--model " + source.model};
    lay("model", detail::string_node(source.model, where));
    lay("backend", detail::string_node("sim", where));  // only sim has models
  }
  if (!source.backend.empty())
    lay("backend", detail::string_node(source.backend, {.file = "--backend " + source.backend}));
  if (source.devices.empty()) return;
  position const where{.file = "--devices " + source.devices};
  if (source.devices == "all") return lay("devices", detail::string_node("all", where));
  node list{.is = node::type::array, .where = where};
  for (std::size_t from = 0; from <= source.devices.size();) {
    auto const comma = std::min(source.devices.find(',', from), source.devices.size());
    auto item = source.devices.substr(from, comma - from);
    if (item.empty()) return found.error(where, "there is an empty name in the list; write for example --devices 0,1");
    list.items.push_back(detail::string_node(std::move(item), where));
    from = comma + 1;
  }
  lay("devices", std::move(list));
}
}  // namespace lanemark
