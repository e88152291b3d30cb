// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
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

/// A test with `tc`: what its cases set, under what the test itself says. Directions and measures that the test says
/// narrow a case to them. Several matrices share the test's name.
inline void add_test_cases(node const& table, choices const& said, test_base const& base, table_check const& outer,
                           std::vector<choices>& out) {
  table_check const t = outer.inner(in_test, "[[test]] " + in_quotes(said.name));
  auto const& tc = *table.find("tc");
  auto const first = out.size();
  std::vector<std::string> offered;
  for (auto const* n : items_of(tc, "tc", t)) {
    if (n->is != node::type::integer) continue;  // reported
    for (auto const& preset : test_case(static_cast<int>(n->number))) {
      auto one = said;
      one.axes = laid_over(base.axes, preset);
      read_axes(table, t, one.axes);
      auto narrow = [&](char const* key, std::vector<std::string> axis_choices::*axis) {
        if (table.find(key)) one.axes.*axis = common_words(preset.*axis, one.axes.*axis);
        return !(one.axes.*axis).empty();
      };
      for (auto const& d : preset.direction)
        if (std::find(offered.begin(), offered.end(), d) == offered.end()) offered.push_back(d);
      if (!narrow("direction", &axis_choices::direction) || !narrow("measure", &axis_choices::measure)) continue;
      if (!base.has_counts && !table.find("iterations") && !table.find("samples")) one.keys.how.iterations = 1;
      if (out.size() > first) one.add.clear();
      out.push_back(std::move(one));
    }
  }
  if (out.size() == first && t.found.problems.empty())
    t.found.error(tc.where, t.called + " asks for nothing that tc = " + to_toml(tc) + " measures; it has direction " +
                                joined(offered));
}
}  // namespace lanemark::detail
