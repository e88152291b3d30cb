// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/hash.hpp>
#include <lanemark/plan/cell.hpp>

// A series id names a cell over many runs:
// `nightly/pairs/bandwidth/h2d/single/host>0/size=65536/timer=tsc/affinity=far`. It is made of values, never of
// positions or spellings, so that adding a test or a size renames nothing.
//
// Which timer is used is known only once a cell is open. The id of a planned cell therefore has `timer=` only where the
// scenario names one; the record's id is `with_timer(cell, timer that was used)`.

namespace lanemark {
namespace detail {
/// Names come from files: everything but `A-Z a-z 0-9 . _ -` becomes `%` and two hexadecimal digits, as in a URL.
inline void add_escaped(std::string& to, std::string_view name) {
  for (char const c : name) {
    auto const u = static_cast<unsigned char>(c);
    bool const plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (plain)
      to += c;
    else
      to += {'%', "0123456789ABCDEF"[u >> 4U], "0123456789ABCDEF"[u & 15U]};
  }
}

/// `0-3,5` for the devices that take part.
inline std::string device_ranges(std::vector<int> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::string text;
  for (std::size_t i = 0; i < ids.size();) {
    auto last = i;
    while (last + 1 < ids.size() && ids[last + 1] == ids[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += std::to_string(ids[i]);
    if (last > i) text += '-' + std::to_string(ids[last]);
    i = last + 1;
  }
  return text;
}

inline void add_hex(std::string& to, std::uint64_t n) {
  for (int shift = 60; shift >= 0; shift -= 4) to += "0123456789abcdef"[(n >> static_cast<unsigned>(shift)) & 15U];
}
}  // namespace detail

/// The lanes of a cell in its id: `host>0`, `0<>1`, `host>0+host>1`; from nine lanes on their number, the devices and a
/// hash of all of them, `56-lanes:0-7:3c5b...`; `none` for a cell that stands for lanes this machine cannot have.
inline std::string lanes_text(std::vector<lane> const& lanes) {
  if (lanes.empty()) return "none";
  auto const whole = to_string(lanes);
  if (lanes.size() <= 8) return whole;
  std::vector<int> ids;
  for (auto const& l : lanes)
    for (auto const& e : {l.source, l.destination})
      if (!e.host) ids.push_back(e.index);
  auto ranges = detail::device_ranges(std::move(ids));
  if (ranges.size() > 40) ranges = "many";
  auto text = std::to_string(lanes.size()) + "-lanes:" + ranges + ":";
  detail::add_hex(text, fnv1a(whole));
  return text;
}

/// The axis values that differ from their default and stand behind the timer, `/affinity=far/threads=4`, in the order
/// of the table of axes. An axis that does not apply has its default, and so says nothing.
inline std::string axis_suffix(cell const& c) {
  std::string text;
  auto add = [&](std::string_view axis, std::string_view value) {
    text.append("/").append(axis).append("=").append(value);
  };
  bool const place_in_lane =
      !c.lanes.empty() && (c.lanes[0].source.host ? c.lanes[0].source.index >= 0
                                                  : c.lanes[0].destination.host && c.lanes[0].destination.index >= 0);
  if (c.affinity != placement{} && !place_in_lane) add("affinity", to_string(c.affinity));
  auto const issued =
      std::find_if(c.lanes.begin(), c.lanes.end(), [](lane const& l) { return l.issuer != side::automatic; });
  if (issued != c.lanes.end()) add("issuer", name_of(issued->issuer));
  // a numbered chiplet stands in the lane itself, `0.2>1`
  auto off = [&](endpoint lane::*end) {
    return std::any_of(c.lanes.begin(), c.lanes.end(), [&](lane const& l) { return (l.*end).chiplet == chiplet_off; });
  };
  if (c.mode == "bidirectional") {  // the first lane says it for both
    if (!c.lanes.empty() && c.lanes[0].source.chiplet == chiplet_off) add("source_chiplet", "off");
    if (!c.lanes.empty() && c.lanes[0].destination.chiplet == chiplet_off) add("destination_chiplet", "off");
  } else {
    if (off(&lane::source)) add("source_chiplet", "off");
    if (off(&lane::destination)) add("destination_chiplet", "off");
  }
  if (c.semantics != "default") add("semantics", c.semantics);
  if (c.cache != "warm") add("cache", c.cache);
  if (c.copy != "auto") add("copy", c.copy);
  if (c.protocol != "auto") add("protocol", c.protocol);
  if (c.threads != 1) add("threads", c.threads == 0 ? "all" : std::to_string(c.threads));
  return text;
}

namespace detail {
/// All of an id behind the names of scenario and test.
inline void add_cell(std::string& id, cell const& c, std::string_view timer) {
  for (std::string_view const part :
       {std::string_view{c.measure}, std::string_view{c.direction}, std::string_view{c.mode}})
    id.append("/").append(part);
  id.append("/").append(lanes_text(c.lanes));
  if (c.size.count > 0) id.append("/size=").append(std::to_string(c.size.count));
  if (!timer.empty() && timer != "auto") id.append("/timer=").append(timer);
  id += axis_suffix(c);
}
}  // namespace detail

/// The id of a cell. `timer`: empty or `auto` leaves the timer out.
inline std::string series_id(std::string_view scenario, cell const& c, std::string_view timer = {}) {
  std::string id;
  id.reserve(120);
  detail::add_escaped(id, scenario);
  id += '/';
  detail::add_escaped(id, c.test);
  detail::add_cell(id, c, timer);
  return id;
}

/// The id of a planned cell's record: with the timer that was used, also where the plan left it open.
inline std::string with_timer(cell const& c, std::string_view used) {
  auto const test = c.id.find('/');
  auto id = c.id.substr(0, test == c.id.npos ? test : c.id.find('/', test + 1));  // names have no slash: it is escaped
  detail::add_cell(id, c, used);
  return id;
}
}  // namespace lanemark
