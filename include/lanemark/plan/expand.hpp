// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <range/v3/view/cartesian_product.hpp>
#include <range/v3/view/indices.hpp>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/block.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/cell_lanes.hpp>
#include <lanemark/plan/change.hpp>
#include <lanemark/plan/choices.hpp>
#include <lanemark/plan/devices.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/plan/match_cell.hpp>
#include <lanemark/plan/obstacle.hpp>
#include <lanemark/plan/outline.hpp>
#include <lanemark/plan/series_id.hpp>

namespace lanemark {
/// From outside the tests: the target, and the command line.
struct plan_options {
  std::optional<std::size_t> max_cells{};  ///< none: 10 000, or 1 000 000 of a simulated backend
  std::vector<std::string> devices{};      ///< ids, labels, PCI addresses, UUIDs; empty or `all`: every device
  std::string product = "any";             ///< only devices whose product begins so
};

/// What became of the combinations.
struct plan_counts {
  std::size_t combinations = 0;  ///< of all axes of all tests
  std::size_t excluded = 0, repeated = 0, added = 0, impossible = 0;
};

/// The cells of a scenario on a machine, in the order in which they run. With a problem there is nothing to run.
struct plan {
  std::vector<cell> cells{};
  std::vector<std::string> notes{};
  std::vector<problem> problems{};
  plan_counts counts{};
};

namespace detail {
/// Cells by id. Holds positions, so that a growing plan keeps one copy of each id.
struct id_hash {
  std::vector<cell> const* cells;
  std::size_t operator()(std::size_t i) const { return std::hash<std::string_view>{}((*cells)[i].id); }
};
struct id_equal {
  std::vector<cell> const* cells;
  bool operator()(std::size_t a, std::size_t b) const { return (*cells)[a].id == (*cells)[b].id; }
};

/// Calls `use` with each combination of a block as a cell, until it says false.
template <class Use>
void each_cell(choices const& test, block const& b, inventory const& inv, Use use) {
  auto const& keys = test.keys;
  cell all{.test = test.name, .measure = b.measure, .direction = b.direction, .mode = b.mode};
  all.pages = keys.pages, all.priority = keys.priority, all.schedule = keys.schedule;
  all.flags = keys.flags, all.missing_fails = keys.missing_fails, all.how = keys.how;
  all.impossible = b.nothing;
  if (!b.nothing.empty()) {
    use(std::move(all));
    return;
  }
  auto const groups = lane_groups(b);
  for (auto const& [size, group, affinity, timer, issuer, source, destination, semantics, cache, copy, protocol,
                    threads] :
       ranges::views::cartesian_product(b.size, ranges::views::indices(groups.size()), b.affinity, b.timer, b.issuer,
                                        b.source_chiplet, b.destination_chiplet, b.semantics, b.cache, b.copy,
                                        b.protocol, b.threads)) {
    auto c = all;
    c.lanes = groups[group];
    c.size = {size};
    c.size_requested = {test.axes.size_requested != 0 && size != 0 ? test.axes.size_requested : size};
    c.affinity = affinity, c.timer = timer, c.semantics = semantics;
    c.cache = cache, c.copy = copy, c.protocol = protocol, c.threads = threads;
    if (!settle_lanes(c, issuer, source, destination, inv)) continue;
    if (b.timer.size() > 1 && timer == "auto")
      c.timer = expected_timer(c, inv);  // equals the one that is named beside it
    if (!use(std::move(c))) return;
  }
}

/// A test taken apart: its own matrix, and each addition.
struct test_blocks {
  std::vector<block> matrix{};
  std::vector<std::vector<block>> additions{};
};

class expansion {
  std::string const& scenario;
  inventory const& inv;
  plan& out;
  std::unordered_set<std::size_t, id_hash, id_equal> seen{16, id_hash{&out.cells}, id_equal{&out.cells}};
  bool exact = true;
  std::vector<bool> exclude_hit{}, override_hit{};  ///< of the test being added

 public:
  expansion(std::string const& name, inventory const& i, plan& p) : scenario(name), inv(i), out(p) {}

  void refuse(std::string const& where, std::string const& text) {
    auto const whole = where.empty() ? text : where + ": error: " + text;
    if (std::none_of(out.problems.begin(), out.problems.end(), [&](auto const& p) { return p.text == whole; }))
      out.problems.push_back({fault::invalid, whole});
  }
  void note(std::string const& where, std::string const& text) {
    auto const whole = where.empty() ? text : where + ": note: " + text;
    if (std::find(out.notes.begin(), out.notes.end(), whole) == out.notes.end()) out.notes.push_back(whole);
  }

  /// The devices of a test: its own among those of the target.
  std::vector<int> devices_of(std::string const& test, std::optional<std::vector<std::string>> const& names,
                              std::string const& where, std::vector<int> const& target) {
    if (!names) return target;
    std::vector<problem> problems;
    auto ids = choose_devices(*names, inv, problems);
    for (auto const& p : problems) refuse(where, p.text);
    std::vector<std::string> outside;
    std::erase_if(ids, [&](int id) {
      if (std::find(target.begin(), target.end(), id) != target.end()) return false;
      outside.push_back(std::to_string(id));
      return true;
    });
    if (!outside.empty() && !names->empty() && names->front() != "all")
      note(where, "test " + test + " goes without device " + joined(outside) + ", which the target leaves out");
    return ids;
  }

  std::vector<block> blocks_of(outline_input const& in) {
    auto outlined = make_outline(in);
    for (auto const& p : outlined.problems) refuse(in.where, p);
    for (auto const& n : outlined.notes) note(in.where, n);
    for (auto const& b : outlined.blocks) {
      out.counts.combinations = saturated_sum(out.counts.combinations, count_cells(b));
      exact = exact && all_differ(b);
      for (auto const& group : b.groups) {
        std::size_t lanes = 0;
        for (auto const& pool : group) lanes += count_lanes(pool);
        if (b.mode == "parallel" && lanes > most_lanes)
          refuse(in.where, "one parallel cell of test " + in.test + " would have " + std::to_string(lanes) +
                               " lanes, more than the " + std::to_string(most_lanes) +
                               " that are taken; name devices or lanes");
      }
    }
    return std::move(outlined.blocks);
  }

  /// Adds the ids of a table's cells to those seen, as hashes: what a plan costs to count, without its cells. Ends when
  /// there are more than `most`. Where two hashes are equal, one cell too few is counted.
  void count(choices const& test, std::vector<block> const& table, bool matrix, std::size_t most,
             std::unordered_set<std::uint64_t>& ids) const {
    for (auto const& b : table)
      each_cell(test, b, inv, [&](cell&& c) {
        auto const gone = [&](match const& m) { return matches(m, c, inv); };
        if (!matrix || std::none_of(test.exclude.begin(), test.exclude.end(), gone))
          ids.insert(fnv1a(series_id(scenario, c, c.timer)));
        return ids.size() <= most;
      });
  }

  /// Adds the cells of one test: its matrix less what is excluded, then its additions, then the changes to all of them.
  /// `more`: the next matrix belongs to the same test, so what matched nothing so far may still match.
  void add_test(choices const& test, test_blocks const& blocks, bool more) {
    exclude_hit.resize(test.exclude.size()), override_hit.resize(test.overrides.size());
    auto const first = out.cells.size();
    for (auto const& b : blocks.matrix)
      each_cell(test, b, inv, [&](cell&& c) {
        if (excluded(c, test, exclude_hit))
          ++out.counts.excluded;
        else
          out.counts.repeated += !take(std::move(c));
        return true;
      });
    auto const first_added = out.cells.size();
    std::vector<addition const*> added_by;
    for (std::size_t i = 0; i < blocks.additions.size(); ++i)
      for (auto const& b : blocks.additions[i])
        each_cell(test, b, inv, [&](cell&& c) {
          auto const id = series_id(scenario, c, c.timer);
          if (take(std::move(c)))
            added_by.push_back(&test.add[i]);
          else
            refuse(test.add[i].where, "the added cell " + id + " is in the plan already");
          return true;
        });
    out.counts.added += added_by.size();
    for (auto i = first; i < out.cells.size(); ++i) {
      auto& c = out.cells[i];
      for (std::size_t k = 0; k < test.overrides.size(); ++k)
        if (matches(test.overrides[k].where, c, inv))
          override_hit[k] = true, set(c, test.overrides[k].set, test.overrides[k].where.where);
      if (i >= first_added) set(c, added_by[i - first_added]->set, added_by[i - first_added]->where);
      if (c.impossible.empty()) c.impossible = obstacle(c, inv);
      out.counts.impossible += !c.impossible.empty();
    }
    if (more) return;
    for (std::size_t i = 0; i < test.exclude.size(); ++i)
      if (!exclude_hit[i])
        note(test.exclude[i].where, "exclude matches no cell of test " + test.name + " on this machine");
    for (std::size_t i = 0; i < test.overrides.size(); ++i)
      if (!override_hit[i])
        note(test.overrides[i].where.where, "override matches no cell of test " + test.name + " on this machine");
    exclude_hit.clear();
    override_hit.clear();
  }

  /// The number of combinations is the number of cells, before any of them is made.
  bool counted() const { return exact; }

 private:
  static constexpr std::size_t most_lanes = 1U << 18U;

  bool take(cell&& c) {
    c.id = series_id(scenario, c, c.timer);
    out.cells.push_back(std::move(c));
    if (seen.insert(out.cells.size() - 1).second) return true;
    out.cells.pop_back();
    return false;
  }
  bool excluded(cell const& c, choices const& test, std::vector<bool>& hit) {
    bool gone = false;
    for (std::size_t i = 0; i < test.exclude.size(); ++i)
      if (matches(test.exclude[i], c, inv)) hit[i] = gone = true;
    return gone;
  }
  void set(cell& c, settings_change const& by, std::string const& where) {
    change(c, by);
    if (auto const wrong = check_settings(c.how)) refuse(where, wrong->text);
  }
};
}  // namespace detail

/// Expands tests into cells: tests in their order, within a test the axes in the order of their table, the last one
/// fastest, values as given. What this machine cannot do stays in the plan as a cell that says why. Everything that is
/// wrong is reported, not only the first; a plan with problems has no cells.
inline plan expand(std::string const& scenario_name, std::span<choices const> tests, inventory const& inv,
                   plan_options const& options = {}) {
  plan out;
  auto const most = options.max_cells.value_or(inv.simulated ? 1'000'000 : 10'000);
  detail::expansion work{scenario_name, inv, out};

  std::vector<problem> unknown;
  auto target = choose_devices(options.devices, inv, unknown);
  for (auto const& p : unknown) work.refuse({}, p.text);
  if (options.product != "any")
    std::erase_if(target, [&](int id) { return !find_device(inv, id)->product.starts_with(options.product); });

  std::vector<detail::test_blocks> blocks;
  bool whole = true;  // nothing is excluded
  for (auto const& test : tests) {
    auto const devices = work.devices_of(test.name, test.devices, test.where, target);
    if (auto const wrong = check_settings(test.keys.how)) work.refuse(test.where, wrong->text);
    auto& own = blocks.emplace_back();
    own.matrix = work.blocks_of({test.name, test.where, test.axes, devices, inv});
    for (auto const& a : test.add) {
      auto const chosen = a.devices ? work.devices_of(test.name, a.devices, a.where, target) : devices;
      own.additions.push_back(work.blocks_of({test.name, a.where, a.axes, chosen, inv}));
    }
    whole = whole && test.exclude.empty();
  }
  if (!out.problems.empty()) return out;
  if (out.counts.combinations > most) {
    bool const countable = out.counts.combinations <= std::max<std::size_t>(detail::saturated(10, most), 1'000'000);
    std::unordered_set<std::uint64_t> ids;
    bool const exact = whole && work.counted();
    if (!exact && countable)
      for (std::size_t i = 0; i < tests.size(); ++i) {
        work.count(tests[i], blocks[i].matrix, true, most, ids);
        for (auto const& a : blocks[i].additions) work.count(tests[i], a, false, most, ids);
      }
    if (exact || !countable || ids.size() > most) {
      auto const number = std::to_string(out.counts.combinations);
      work.refuse({}, "scenario " + scenario_name + " plans " + (exact ? "" : "up to ") + number +
                          " cells, more than the " + std::to_string(most) +
                          " allowed; narrow an axis, or allow them with --max-cells " + number);
      return out;
    }
  }
  out.cells.reserve(std::min(out.counts.combinations, most));
  for (std::size_t i = 0; i < tests.size(); ++i)
    work.add_test(tests[i], blocks[i], i + 1 < tests.size() && tests[i + 1].name == tests[i].name);
  if (!out.problems.empty()) out.cells = {};
  for (std::size_t i = 0; i < out.cells.size(); ++i) out.cells[i].index = i;
  return out;
}
}  // namespace lanemark
