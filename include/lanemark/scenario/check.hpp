// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/scenario/check_cases.hpp>
#include <lanemark/scenario/check_limits.hpp>
#include <lanemark/scenario/check_target.hpp>
#include <lanemark/scenario/check_test.hpp>

namespace lanemark {
namespace detail {
/// The tables of `[[test]]` or `[[limit]]`; says so when they were written in another way.
inline std::vector<node> const& tables_of(node const& root, std::string_view key, findings& found) {
  auto const* n = root.find(key);
  auto const& list = n ? n->items : root.items;  // a table has no items
  if (n && n->is != node::type::array)
    found.error(n->where, std::string(key) + " must be a list of tables; write [[" + std::string(key) + "]]" +
                              (key == "test" ? " with a name inside" : ""));
  return list;
}

inline void check_limits(node const& root, build_features const& has, findings& found, scenario& out) {
  table_check const t{in_root, "the file", has, found};
  std::vector<std::string> names;
  for (auto const& test : out.tests) names.push_back(test.name);
  auto const& tables = tables_of(root, "limit", found);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    auto const before = found.problems.size();
    auto rule = read_limit(tables[i], i, t);
    if (!rule) continue;
    auto reaches_cells = [&](std::string const& test, axis_choices const& axes) {
      auto const& measures = axes.measure;
      bool const has_rates =
          measures.empty() || std::find(measures.begin(), measures.end(), "bandwidth") != measures.end();
      bool const has_times =
          std::any_of(measures.begin(), measures.end(), [](auto const& m) { return m != "bandwidth"; });
      if (rule->unit == "ns" ? !has_times : !has_rates) return false;
      for (auto const& c : rule->where.all)
        if (c.key == "test" && std::find(c.values.begin(), c.values.end(), test) == c.values.end()) return false;
      return hopeless_key(rule->where, axes).empty();
    };
    auto reaches = [&](choices const& test) {
      return reaches_cells(test.name, test.axes) ||
             std::any_of(test.add.begin(), test.add.end(),
                         [&](addition const& a) { return reaches_cells(test.name, a.axes); });
    };
    for (auto const& c : rule->where.all)
      for (auto const& name : c.values)
        if (c.key == "test" && std::find(names.begin(), names.end(), name) == names.end())
          found.error(tables[i].find("match")->find("test")->where,
                      "unknown test " + in_quotes(name) + " in match of [[limit]] " + std::to_string(i + 1) +
                          suggestion(name, names));
    if (found.problems.size() == before && std::none_of(out.tests.begin(), out.tests.end(), reaches))
      found.note(tables[i].where, "[[limit]] " + std::to_string(i + 1) + " can match no cell of this file");
    out.limits.push_back(std::move(*rule));
  }
}

/// Every value that somebody said, in the order of the file.
inline void list_origins(node const& n, std::string const& path, std::vector<origin>& out) {
  if (n.is == node::type::table && !n.members.empty()) {
    for (auto const& m : n.members)
      if (!path.empty() || m.key != "profile")  // a profile that is in force has been laid over the rest
        list_origins(m.value, path.empty() ? m.key : path + "." + m.key, out);
    return;
  }
  bool const tables =
      n.is == node::type::array && !n.items.empty() &&
      std::all_of(n.items.begin(), n.items.end(), [](node const& i) { return i.is == node::type::table; });
  if (tables) {
    for (std::size_t i = 0; i < n.items.size(); ++i) {
      auto const* name = path == "test" ? n.items[i].find("name") : nullptr;
      list_origins(n.items[i], path + "." + (name ? name->text : std::to_string(i + 1)), out);
    }
    return;
  }
  out.push_back({path, to_toml(n), (n.layer.empty() ? "" : n.layer + ", ") + to_string(n.where)});
}
}  // namespace detail

/// Checks a merged tree and builds the scenario it means. All that is wrong is in `found`; the result is of use only
/// when nothing is. Profiles are not looked at: they are layers, see load_scenario.
inline scenario check_scenario(node const& root, build_features const& has, findings& found) {
  scenario out;
  table_check const t{in_root, "the file", has, found};
  node const empty{.is = node::type::table, .where = root.where};
  auto table_of = [&](std::string_view key) -> node const& {
    auto const* n = root.find(key);
    return n && detail::expect_table(*n, key, t) ? *n : empty;
  };
  detail::check_keys(root, t);

  auto const& head = table_of("scenario");
  auto const in_head = t.inner(in_scenario, "[scenario]");
  detail::check_keys(head, in_head);
  if (auto const* n = head.find("name"))
    out.name = detail::name_of_table(*n, in_head);
  else if (!root.find("scenario") || root.find("scenario")->is == node::type::table)
    found.error(root.find("scenario") ? head.where : root.where,
                "missing name in [scenario]; write for example name = \"nightly\"");
  if (auto const* n = head.find("description"))
    if (auto const text = detail::text_of(*n, "description", in_head)) out.description = *text;

  out.on = detail::check_target(table_of("target"), t.inner(in_target, "[target]"));
  auto const base = detail::check_defaults(table_of("defaults"), t.inner(in_defaults, "[defaults]"));
  auto const& tests = detail::tables_of(root, "test", found);
  if (tests.empty() && !(root.find("test") && root.find("test")->is != node::type::array))
    found.error(root.where, "there is no [[test]], so nothing would be measured");
  for (std::size_t i = 0; i < tests.size(); ++i) {
    auto test = detail::check_test(tests[i], i, base, t);
    if (has.test_cases && tests[i].find("tc"))
      detail::add_test_cases(tests[i], test, base, t, out.tests);
    else
      out.tests.push_back(std::move(test));
  }
  detail::check_limits(root, has, found, out);
  detail::list_origins(root, "", out.origins);
  return out;
}
}  // namespace lanemark
