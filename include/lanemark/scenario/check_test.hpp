// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/plan/change.hpp>
#include <lanemark/plan/choices.hpp>
#include <lanemark/scenario/check_match.hpp>
#include <lanemark/scenario/check_settings.hpp>
#include <lanemark/scenario/check_target.hpp>

namespace lanemark::detail {
/// What [defaults] gives every test.
struct test_base {
  axis_choices axes{};
  test_settings keys{};
  std::optional<std::vector<std::string>> devices{};
  bool has_direction = false;
  bool has_counts = false;  ///< it says how many samples
};

/// The one meaning of a settings change is plan's, which changes cells.
inline void change_keys(test_settings& keys, settings_change const& by) {
  cell c{.pages = keys.pages,
         .priority = keys.priority,
         .schedule = keys.schedule,
         .flags = keys.flags,
         .missing_fails = keys.missing_fails,
         .how = keys.how};
  change(c, by);
  keys = {c.how, c.pages, c.priority, c.schedule, c.flags, c.missing_fails};
}

inline void check_counts(test_settings const& keys, node const& table, table_check const& t) {
  auto const& how = keys.how;
  if (how.iterations != 0 || how.min_samples <= how.samples) return;
  auto const* samples = table.find("samples");
  if (!samples || (samples->find("min") && samples->find("max"))) return;  // said elsewhere, or reported there
  auto const* n = samples->find("max") ? samples->find("max") : samples->find("min");
  if (n)
    t.found.error(n->where, t.of("samples") + ": max = " + std::to_string(how.samples) +
                                " is below min = " + std::to_string(how.min_samples) + "; say both");
}

inline test_base check_defaults(node const& table, table_check const& t) {
  test_base out;
  check_keys(table, t);
  read_axes(table, t, out.axes);
  out.has_direction = table.find("direction") != nullptr;
  out.has_counts = table.find("iterations") || table.find("samples");
  if (auto const* n = table.find("devices")) out.devices = read_devices(*n, t);
  change_keys(out.keys, read_settings(table, t));
  check_counts(out.keys, table, t);
  return out;
}

/// The tables of a list inside a test.
inline std::vector<node const*> inner_tables(node const& test, std::string_view key, table_check const& t) {
  std::vector<node const*> out;
  auto const* list = test.find(key);
  if (!list) return out;
  auto wrong = [&](node const& n) {
    t.found.error(n.where, t.of(key) + " must be a list of tables; write [[test." + std::string(key) + "]]");
  };
  if (list->is != node::type::array) wrong(*list);
  for (auto const& n : list->items)
    if (n.is == node::type::table)
      out.push_back(&n);
    else
      wrong(n);
  return out;
}

inline void check_hopeless(match const& m, node const& table, std::string const& called, bool sound,
                           choices const& test, findings& found) {
  if (m.all.empty() && !table.members.empty()) return;  // what it says is wrong, and reported
  if (m.all.empty()) {
    found.error(table.where, called + " has no condition, so it would match every cell; say at least one axis");
    return;
  }
  if (!sound) return;
  if (auto const key = hopeless_key(m, test.axes); !key.empty())
    found.hopeless.push_back(located_at(table.find_member(key) ? table.find_member(key)->where : table.where,
                                        called + " can match no cell of this test, because of its " + key));
}

inline void check_exclude_override_add(node const& table, table_check const& t, test_base const& base, bool sound,
                                       choices& out) {
  auto const number = [](std::size_t i) { return std::to_string(i + 1); };
  std::size_t i = 0;
  for (auto const* n : inner_tables(table, "exclude", t)) {
    auto const called = "exclude " + number(i++) + " of " + t.called;
    auto const before = t.found.problems.size();
    out.exclude.push_back(read_match(*n, t.inner(in_exclude, called)));
    check_hopeless(out.exclude.back(), *n, called, sound && before == t.found.problems.size(), out, t.found);
  }
  i = 0;
  for (auto const* n : inner_tables(table, "override", t)) {
    auto const called = "override " + number(i++) + " of " + t.called;
    auto const inside = t.inner(in_override, called);
    auto const before = t.found.problems.size();
    check_keys(*n, inside);
    override_rule rule;
    auto const* where = n->find("match");
    auto const* set = n->find("set");
    if (!where)
      t.found.error(n->where, called + " needs match = { ... }, the cells to change");
    else if (expect_table(*where, "match", inside)) {
      rule.where = read_match(*where, t.inner(in_exclude, "match of " + called));
      rule.where.where = to_string(n->where);
      check_hopeless(rule.where, *where, called, sound && before == t.found.problems.size(), out, t.found);
    }
    if (!set)
      t.found.error(n->where, called + " needs set = { ... }, the settings to change");
    else if (expect_table(*set, "set", inside)) {
      auto const in_it = t.inner(in_set, "set of " + called);
      for (auto const& m : set->members)
        if (auto const* k = find_key(m.key, in_test); k && k->axis)
          t.found.error(m.where, called + " cannot set " + in_quotes(m.key) +
                                     ", which is an axis; narrow it with match, or write a test of its own");
      node settings_only = *set;
      std::erase_if(settings_only.members,
                    [](member const& m) { return find_key(m.key, in_test) && find_key(m.key, in_test)->axis; });
      check_keys(settings_only, in_it);
      rule.set = read_settings(settings_only, in_it);
      auto keys = out.keys;
      change_keys(keys, rule.set);
      check_counts(keys, *set, in_it);
    }
    out.overrides.push_back(std::move(rule));
  }
  i = 0;
  for (auto const* n : inner_tables(table, "add", t)) {
    auto const called = "add " + number(i++) + " of " + t.called;
    auto const inside = t.inner(in_add, called);
    check_keys(*n, inside);
    addition extra{.axes = base.axes, .where = to_string(n->where)};
    read_axes(*n, inside, extra.axes);
    extra.set = read_settings(*n, inside);
    if (!n->find("direction") && !base.has_direction)
      t.found.error(n->where, called + " needs a direction; it is a complete cell of its own: direction = \"d2d\"");
    out.add.push_back(std::move(extra));
  }
}

/// Lanes by name must fit a direction of their test: `0>1` is no h2d.
inline void check_lanes_fit(node const& table, choices const& test, table_check const& t) {
  auto const* n = table.find("lanes");
  if (!n || test.axes.direction.empty()) return;
  for (auto const& name : test.axes.lanes.named) {
    auto const lane = parse_lane(name);
    bool const fits = std::any_of(test.axes.direction.begin(), test.axes.direction.end(),
                                  [&](std::string const& d) { return !lane || in_direction(*lane, d); });
    if (!fits)
      t.found.error(n->where, t.of("lanes") + ": \"" + name + "\" is " +
                                  (lane->with_host ? "a lane with the host"
                                                   : "a " + std::string(direction_of(lane->path)) + " lane") +
                                  ", but direction is " + joined(test.axes.direction));
  }
}

/// What was said and can have no effect in this test is worth a note.
inline void note_idle_axes(node const& table, choices const& test, table_check const& t) {
  auto const has = [](std::vector<std::string> const& list, std::string_view word, bool when_empty) {
    return list.empty() ? when_empty : std::find(list.begin(), list.end(), word) != list.end();
  };
  auto const& a = test.axes;
  auto idle = [&](std::string_view key, std::string const& only) {
    if (auto const* m = table.find_member(key))
      t.found.note(m->where, t.of(key) + " has no effect; it applies to " + only);
  };
  bool const bandwidth = has(a.measure, "bandwidth", true), sync = has(a.measure, "sync", false);
  if (!bandwidth && !has(a.measure, "latency", false))
    idle("size", "bandwidth and latency"), idle("mode", "bandwidth and latency");
  if (!sync) idle("protocol", "measure sync");
  if (!bandwidth) idle("threads", "measure bandwidth");
  if (!has(a.mode, "parallel", false)) idle("together", "mode parallel"), idle("sets", "mode parallel");
  if (!has(a.direction, "node", false)) idle("nodes", "direction node");
}

inline choices check_test(node const& table, std::size_t index, test_base const& base, table_check const& outer) {
  choices out{.axes = base.axes, .keys = base.keys, .devices = base.devices, .where = to_string(table.where)};
  auto const* name = table.find("name");
  table_check const t = outer.inner(
      in_test,
      "[[test]] " + (name && name->is == node::type::string ? in_quotes(name->text) : std::to_string(index + 1)));
  if (table.is != node::type::table) {
    t.found.error(table.where, t.called + " must be a table, not " + std::string(type_text(table)));
    return out;
  }
  auto const before = t.found.problems.size();
  check_keys(table, t);
  if (name)
    out.name = name_of_table(*name, t);
  else
    t.found.error(table.where, "missing name in " + t.called + "; write for example name = \"pairs\"");
  read_axes(table, t, out.axes);
  if (auto const* n = table.find("devices")) out.devices = read_devices(*n, t);
  if (auto const* n = table.find("tc")) {
    for (auto const* i : items_of(*n, "tc", t)) (void)whole_number_of(*i, *find_key("tc", in_test), t);
    if (!t.has.test_cases) unavailable(*n, "tc", t);
  } else if (!table.find("direction") && !base.has_direction)
    t.found.error(table.where,
                  "missing direction in " + t.called + "; write for example direction = [\"h2d\", \"d2h\"]");
  change_keys(out.keys, read_settings(table, t));
  check_counts(out.keys, table, t);
  bool const sound = before == t.found.problems.size();
  if (sound && out.axes.measure == std::vector<std::string>{"sync"} && !out.axes.direction.empty() &&
      std::none_of(out.axes.direction.begin(), out.axes.direction.end(),
                   [](std::string const& d) { return d == "d2d" || d == "node"; }))
    t.found.error(table.where,
                  t.called + " measures sync, which is between two devices: its direction must include d2d or node");
  check_lanes_fit(table, out, t);
  bool const whole = !table.find("tc");  // else the axes of its cases are missing here, see add_test_cases
  check_exclude_override_add(table, t, base, sound && whole, out);
  if (sound && whole) note_idle_axes(table, out, t);
  return out;
}
}  // namespace lanemark::detail
