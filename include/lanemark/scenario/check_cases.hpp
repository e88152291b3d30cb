// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/plan/test_case.hpp>
#include <lanemark/scenario/check_test.hpp>

namespace lanemark::detail {
/// What both lists hold, in the order of the second.
inline std::vector<std::string> common_words(std::vector<std::string> const& a, std::vector<std::string> const& b) {
  std::vector<std::string> both;
  for (auto const& w : b)
    if (std::find(a.begin(), a.end(), w) != a.end()) both.push_back(w);
  return both;
}

/// Words of an axis that no case of the test has are wrong: nothing would be measured for them.
inline void check_offered(node const& table, char const* key, std::vector<std::string> const& offered,
                          axis_choices const& said, std::vector<std::string> axis_choices::*axis,
                          table_check const& t) {
  auto const* n = table.find(key);
  if (!n || offered.empty()) return;
  for (auto const& word : said.*axis)
    if (std::find(offered.begin(), offered.end(), word) == offered.end())
      t.found.error(n->where, t.of(key) + " is " + in_quotes(word) + ", which tc = " + to_toml(*table.find("tc")) +
                                  " does not measure; it has " + joined(offered));
}

/// An exclude or override that fits none of the matrices that the cases became.
inline void check_hopeless_in_all(node const& table, char const* key, std::vector<choices> const& all,
                                  std::size_t first, table_check const& t) {
  auto const tables = inner_tables(table, key, t);
  bool const override = std::string_view(key) == "override";
  for (std::size_t i = 0; i < tables.size(); ++i) {
    auto const* where = override ? tables[i]->find("match") : tables[i];
    std::string why;
    bool hopeless = where != nullptr;
    for (auto k = first; k < all.size() && hopeless; ++k) {
      auto const& m = override ? all[k].overrides[i].where : all[k].exclude[i];
      why = hopeless_key(m, all[k].axes);
      hopeless = !m.all.empty() && !why.empty();
    }
    if (hopeless)
      t.found.hopeless.push_back(located_at(where->find_member(why) ? where->find_member(why)->where : where->where,
                                            std::string(key) + " " + std::to_string(i + 1) + " of " + t.called +
                                                " can match no cell of this test, because of its " + why));
  }
}

/// A test with `tc`: what its cases set, under what the test itself says. Directions and measures that the test says
/// narrow a case to them. Several matrices share the test's name.
inline void add_test_cases(node const& table, choices const& said, test_base const& base, table_check const& outer,
                           std::vector<choices>& out) {
  table_check const t = outer.inner(in_test, "[[test]] " + in_quotes(said.name));
  auto const& tc = *table.find("tc");
  auto const first = out.size();
  std::vector<std::string> directions, measures;  // of any case
  auto offer = [](std::vector<std::string>& all, std::vector<std::string> const& more) {
    for (auto const& w : more)
      if (std::find(all.begin(), all.end(), w) == all.end()) all.push_back(w);
  };
  for (auto const* n : items_of(tc, "tc", t)) {
    if (n->is != node::type::integer) continue;  // reported
    for (auto const& preset : test_case(static_cast<int>(n->number))) {
      auto one = said;
      one.axes = laid_over(base.axes, preset);
      read_axes(table, t, one.axes);
      offer(directions, preset.direction), offer(measures, preset.measure);
      auto narrow = [&](char const* key, std::vector<std::string> axis_choices::*axis) {
        if (table.find(key)) one.axes.*axis = common_words(preset.*axis, one.axes.*axis);
        return !(one.axes.*axis).empty();
      };
      if (!narrow("direction", &axis_choices::direction) || !narrow("measure", &axis_choices::measure)) continue;
      auto& together = one.axes.together.directions;
      if (std::none_of(together.begin(), together.end(),
                       [&](auto const& group) { return !common_words(group, one.axes.direction).empty(); }))
        together.clear();  // it speaks of the case's other matrix
      if (!base.has_counts && !table.find("iterations") && !table.find("samples")) one.keys.how.iterations = 1;
      if (out.size() > first) one.add.clear();
      out.push_back(std::move(one));
    }
  }
  check_offered(table, "direction", directions, said.axes, &axis_choices::direction, t);
  check_offered(table, "measure", measures, said.axes, &axis_choices::measure, t);
  if (!t.found.problems.empty()) return;
  if (out.size() == first)
    return t.found.error(tc.where, t.called + " asks for nothing that tc = " + to_toml(tc) +
                                       " measures; it has direction " + joined(directions) + " and measure " +
                                       joined(measures));
  check_hopeless_in_all(table, "exclude", out, first, t);
  check_hopeless_in_all(table, "override", out, first, t);
}
}  // namespace lanemark::detail
