// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/judge/night.hpp>
#include <lanemark/plan/series_id.hpp>

// Device numbers change when a card is lost or the bus is enumerated anew. Series ids hold numbers, so an older night's
// ids are rewritten with the numbers that the judged night gives to the same devices.

namespace lanemark {
/// What the devices of an older night are called in the judged one.
struct device_names {
  std::map<int, std::string> names{};  ///< by the older number: a number, or `(0000:03:00.0)` for one that is gone
  std::vector<night_device> lost{}, added{};  ///< of the older night alone, of the judged one alone
  std::vector<std::string> replaced{};        ///< another card in the same slot, said in a sentence
  bool same = true;                           ///< every number means the same device in both
};

namespace detail {
inline bool is_same_device(night_device const& a, night_device const& b) {
  if (!a.uuid.empty() && !b.uuid.empty() && a.uuid == b.uuid) return true;
  if (!a.pci.empty() && !b.pci.empty()) return a.pci == b.pci;
  if (!a.uuid.empty() && !b.uuid.empty()) return false;
  return a.id == b.id;
}
inline std::string device_text(night_device const& d) {
  auto text = "device " + std::to_string(d.id);
  auto const where = !d.pci.empty() ? d.pci : d.uuid;
  if (!d.label.empty() || !where.empty())
    text += " (" + d.label + (d.label.empty() || where.empty() ? "" : ", ") + where + ")";
  return text;
}
}  // namespace detail

/// Matches devices by UUID, else by PCI address, and only where neither is known by their number.
inline device_names match_devices(std::vector<night_device> const& older, std::vector<night_device> const& now) {
  device_names out;
  std::vector<bool> taken(now.size());
  std::vector<night_device const*> partner(older.size());
  auto match = [&](auto const& alike) {
    for (std::size_t i = 0; i < older.size(); ++i)
      for (std::size_t k = 0; k < now.size() && !partner[i]; ++k)
        if (!taken[k] && alike(older[i], now[k])) partner[i] = &now[k], taken[k] = true;
  };
  match([](auto const& a, auto const& b) { return !a.uuid.empty() && a.uuid == b.uuid; });
  match(detail::is_same_device);
  for (std::size_t i = 0; i < older.size(); ++i) {
    auto const& was = older[i];
    if (auto const* is = partner[i]) {
      out.names[was.id] = std::to_string(is->id);
      out.same = out.same && was.id == is->id;
      if (was.product != is->product && !was.product.empty() && !is->product.empty())
        out.replaced.push_back(detail::device_text(*is) + " is a " + is->product + " and was a " + was.product);
      else if (was.uuid != is->uuid && !was.uuid.empty() && !is->uuid.empty())
        out.replaced.push_back(detail::device_text(*is) + " is another card: UUID " + is->uuid + ", was " + was.uuid);
      continue;
    }
    out.lost.push_back(was);
    bool const number_is_free = std::none_of(now.begin(), now.end(), [&](auto const& d) { return d.id == was.id; });
    out.names[was.id] = number_is_free ? std::to_string(was.id)
                                       : "(" +
                                             (!was.pci.empty()    ? was.pci
                                              : !was.uuid.empty() ? was.uuid
                                                                  : was.label) +
                                             ")";
    out.same = out.same && number_is_free;
  }
  for (std::size_t k = 0; k < now.size(); ++k)
    if (!taken[k]) out.added.push_back(now[k]);
  return out;
}

/// A series under the names of the judged night. Lanes between nodes keep theirs: their devices are known by node.
inline series_info renamed(series_info s, device_names const& by) {
  if (by.same) return s;
  bool all_present = true, changed = false;
  auto rename = [&](endpoint& e, std::string& text) {
    text = to_string(e);
    if (e.host || e.node > 0) return;
    auto const at = by.names.find(e.index);
    if (at == by.names.end() || at->second == std::to_string(e.index)) return;
    changed = true;
    if (at->second.starts_with("(")) {
      all_present = false;
      text = at->second + (e.chiplet >= 0 ? "." + std::to_string(e.chiplet) : "");
      return;
    }
    e.index = std::stoi(at->second);
    text = to_string(e);
  };
  auto const before = lanes_text(s.lanes);
  auto lanes = s.lanes;
  bool const pair = lanes.size() == 2 && opposite(lanes[0], lanes[1]);
  bool const sorted = std::is_sorted(lanes.begin(), lanes.end());
  std::string spelt;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    std::string from, to;
    rename(lanes[i].source, from), rename(lanes[i].destination, to);
    if (pair && i == 1) break;  // the first says it for both
    spelt += (spelt.empty() ? "" : "+") + from + (pair ? "<>" : ">") + to;
  }
  if (!changed) return s;
  if (all_present) {  // in the order in which a plan lists them
    bool const devices = pair && !lanes[0].source.host && !lanes[0].destination.host;
    if (devices && lanes[1] < lanes[0]) std::swap(lanes[0], lanes[1]);
    if (!pair && sorted) std::sort(lanes.begin(), lanes.end());
    spelt = lanes_text(lanes);
    s.lanes = std::move(lanes);
  } else {
    s.lanes.clear();  // their numbers are other devices' now
  }
  std::size_t at = 0;  // the lanes are the sixth part of an id
  for (int part = 0; part < 5 && at != s.id.npos; ++part)
    at = s.id.find('/', at) == s.id.npos ? s.id.npos : s.id.find('/', at) + 1;
  if (at != s.id.npos && s.id.compare(at, before.size(), before) == 0) s.id.replace(at, before.size(), spelt);
  return s;
}

/// Rewrites the readings of an older night with the device names of the judged one.
inline void rename_devices(night& older, device_names const& by, series_book& book) {
  if (by.same) return;
  for (auto& r : older.readings) r.series = book.add(renamed(book[r.series], by));
  older.devices.clear();  // their numbers mean nothing any more
}
}  // namespace lanemark
