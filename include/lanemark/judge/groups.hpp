// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/night.hpp>
#include <lanemark/judge/spread.hpp>

namespace lanemark {
/// Series that are one finding: one sick device is one finding, not two hundred.
struct verdict_group {
  std::string what{};  ///< `lane 0>1`, `device 3`, `all series`, or the series' id where it stands alone
  ruling as = ruling::regressed;
  std::vector<std::size_t> members{};  ///< in comparison::all, worst first
  std::size_t of = 0;                  ///< series of that lane, device ... that were judged
  double worst = 0, median = 0;        ///< effects
};

/// Half of all series and more.
inline bool is_whole_machine(verdict_group const& g) { return g.what == "all series" || g.what == "most series"; }

namespace detail {
/// Twice as long and half as fast are alike. In steps, so that rounding does not shuffle what is alike.
inline double size_of_effect(double share) {
  return share > -1 ? std::round(std::fabs(std::log1p(share)) * 1e9) : std::numeric_limits<double>::infinity();
}

/// What a cell has in common with others, from special to general: its lanes, devices by direction, devices, sizes,
/// tests. Cells of more than two lanes have no devices: they have them all.
inline std::vector<std::string> traits_of(series_info const& s) {
  std::set<std::string> lanes, directed, one_way, devices;
  auto touch = [&](lane const& l, endpoint const& e) {
    if (e.host) return;
    auto name = "device " + std::to_string(e.index);
    if (e.node > 0) name += " of node " + std::to_string(e.node);
    devices.insert(name);
    if (s.mode != "single") return;
    auto const way = e == l.source ? "from it" : "to it";
    one_way.insert(name + ", all " + way);
    directed.insert(name + ", " + s.direction + " " + way);
  };
  if (s.lanes.size() <= 2)
    for (auto const& l : s.lanes) {
      lanes.insert("lane " + to_string(l));
      touch(l, l.source);
      touch(l, l.destination);
    }
  std::vector<std::string> out;
  for (auto const* all : {&lanes, &directed, &one_way, &devices}) out.insert(out.end(), all->begin(), all->end());
  if (s.size > 0) {
    std::uint64_t low = 1;
    while (low <= s.size / 16) low *= 16;
    out.push_back("sizes from " + to_string(bytes{low}) + " to below " + to_string(bytes{low * 16}) + ", " + s.measure);
  }
  out.push_back(s.measure + " " + s.direction + (s.mode == "single" ? "" : ", " + s.mode));
  out.push_back("test " + s.test);
  return out;
}
inline bool has(std::vector<std::string> const& traits, std::string const& one) {
  return std::find(traits.begin(), traits.end(), one) != traits.end();
}
/// Does a cell of several lanes use a lane with this trait?
inline bool uses(series_info const& s, std::string const& trait) {
  return s.mode != "single" && std::any_of(s.lanes.begin(), s.lanes.end(), [&](lane const& l) {
           return has(traits_of({.direction = std::string(direction_of(l)), .mode = "single", .lanes = {l}}), trait);
         });
}
}  // namespace detail

/// The verdicts of one kind, grouped: whatever explains most of them and holds for at least four fifths of its own
/// series, then the rest likewise. Half of all series is the whole machine. Worst group first.
inline std::vector<verdict_group> group_verdicts(comparison const& c, series_book const& book, ruling kind) {
  std::vector<std::size_t> left;
  std::map<std::string, std::size_t> population;
  std::size_t all = 0;
  std::vector<std::vector<std::string>> traits(c.all.size());
  for (std::size_t i = 0; i < c.all.size(); ++i) {
    auto const& v = c.all[i];
    if ((v.what == ruling::fresh || v.what == ruling::missing) && v.what != kind) continue;
    ++all;
    traits[i] = detail::traits_of(book[v.series]);
    for (auto const& t : traits[i]) ++population[t];
    if (v.what == kind) left.push_back(i);
  }
  std::vector<verdict_group> out;
  auto close = [&](verdict_group g) {
    std::sort(g.members.begin(), g.members.end(), [&](std::size_t a, std::size_t b) {
      auto const x = detail::size_of_effect(c.all[a].effect), y = detail::size_of_effect(c.all[b].effect);
      return x != y ? x > y : a < b;
    });
    std::vector<double> effects;
    for (auto const i : g.members) effects.push_back(c.all[i].effect);
    g.worst = effects.front();
    g.median = take_median(effects);
    g.as = kind;
    out.push_back(std::move(g));
  };
  if (left.size() > 2 && left.size() * 2 >= all) {
    close({.what = left.size() == all ? "all series" : "most series", .members = left, .of = all});
    return out;
  }
  while (!left.empty()) {
    std::map<std::string, std::size_t> hits;
    for (auto const i : left)
      for (auto const& t : traits[i]) ++hits[t];
    std::string best;
    for (auto const i : left)  // traits go from special to general: of equals the first
      for (auto const& t : traits[i])
        if (hits[t] >= 2 && hits[t] * 5 >= population[t] * 4 && (best.empty() || hits[t] > hits[best])) best = t;
    if (best.empty()) break;
    verdict_group g{.what = best};
    auto const belongs = [&](std::size_t i) {
      return detail::has(traits[i], best) || detail::uses(book[c.all[i].series], best);
    };
    for (std::size_t i = 0; i < c.all.size(); ++i) g.of += !traits[i].empty() && belongs(i);
    std::erase_if(left, [&](std::size_t i) {
      if (!belongs(i)) return false;
      g.members.push_back(i);
      return true;
    });
    close(std::move(g));
  }
  for (auto const i : left) close({.what = book[c.all[i].series].id, .members = {i}, .of = 1});
  std::stable_sort(out.begin(), out.end(), [](verdict_group const& a, verdict_group const& b) {
    return detail::size_of_effect(a.worst) > detail::size_of_effect(b.worst);
  });
  return out;
}
}  // namespace lanemark
