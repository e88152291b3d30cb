// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <lanemark/measure/record.hpp>
#include <lanemark/plan/cell.hpp>

namespace lanemark {
/// Which devices are given up: a fold over a run's records, so that a worker and its supervisor come to the same.
///
/// A loss is a cell that crashed or timed out; a driver that says what is wrong costs no time and goes on being asked.
/// Three losses in a row give up the devices of a cell, taken together. Who of several was it? One is given up alone
/// when three cells in a row were lost that it had to itself or with one other, and the other was not always the same
/// one, nor one that is given up itself. Of more than two that run together a loss convicts nobody.
class quarantine {
 public:
  static constexpr std::size_t losses_allowed = 3;

  void operator()(cell const& c, record const& r) {
    auto const who = devices_of(c);
    if (who.empty()) return;
    if (r.status == outcome::measured) {
      together.erase(who);
      for (auto const& d : who)
        if (!given_up(d)) alone.erase(d);
    }
    if (r.status != outcome::crashed && r.status != outcome::timed_out) return;
    ++together[who];
    if (who.size() > 2) return;
    auto const sick = std::any_of(who.begin(), who.end(), [&](device d) { return given_up(d); });
    for (auto const& d : who) {
      if (sick && !given_up(d)) continue;
      auto& h = alone[d];
      ++h.losses;
      h.by_itself |= who.size() == 1;
      for (auto const& other : who)
        if (other != d) h.others.insert(other);
    }
  }
  /// Why a cell is not to be tried; empty: it is.
  std::string reason(cell const& c) const {
    auto const who = devices_of(c);
    for (auto const& d : who)
      if (given_up(d))
        return "quarantined: " + name_of(d) + " was lost in three cells in a row; look at it, then run again";
    auto const t = together.find(who);
    if (t == together.end() || t->second < losses_allowed) return {};
    std::string names;
    for (auto const& d : who) names += (names.empty() ? "" : " with ") + name_of(d);
    return "quarantined: " + names + " was lost in three cells in a row; look at it, then run again";
  }

 private:
  using device = std::pair<int, int>;  // node, id
  struct history {
    std::size_t losses = 0;
    bool by_itself = false;
    std::set<device> others{};
  };
  std::map<device, history> alone{};
  std::map<std::set<device>, std::size_t> together{};

  static std::set<device> devices_of(cell const& c) {
    std::set<device> all;
    for (auto const& l : c.lanes)
      for (auto const& e : {l.source, l.destination})
        if (!e.host) all.insert({e.node, e.index});
    return all;
  }
  static std::string name_of(device d) {
    return "device " + (d.first < 0 ? "" : "node" + std::to_string(d.first) + "/") + std::to_string(d.second);
  }
  bool given_up(device d) const {
    auto const h = alone.find(d);
    return h != alone.end() && h->second.losses >= losses_allowed &&
           (h->second.by_itself || h->second.others.size() > 1);
  }
};
}  // namespace lanemark
