// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/vendor/columns.hpp>
#include <lanemark/vendor/rbln/options.hpp>

namespace lanemark::rbln {
enum class verdict { pass, fail, skip };

/// `[      Run ] : NAME` or `[     PASS ] : NAME` between two rules.
inline std::string banner(std::string_view what, std::string_view test) {
  std::string const bar(78, '=');
  return bar + "\n[" + vendor::right(what, 9) + " ] : " + std::string(test) + "\n" + bar + "\n";
}
inline std::string title(std::string_view text) {
  std::string const bar(33, '-');
  return bar + "\n" + std::string(text) + "\n" + bar + "\n";
}
inline std::string hexadecimal(std::uint64_t n) {
  std::string digits;
  do digits.insert(digits.begin(), "0123456789abcdef"[n & 15U]);
  while ((n >>= 4U) != 0);
  return "0x" + digits;
}

/// How an end of a lane is called: `HOST`, `rbln0`.
inline std::string label_of(endpoint const& e, inventory const& inv) {
  if (e.host) return "HOST";
  for (auto const& d : inv.devices)
    if (d.id == e.index) return d.label;
  return std::to_string(e.index);
}
inline std::string_view direction_label(std::string_view direction) {
  return direction == "h2d" ? "H2D" : direction == "d2h" ? "D2H" : "D2D";
}
/// The vendor's units: GB/s of 1e9 bytes, microseconds.
inline double in_vendor_unit(record const& r, double value) { return r.unit == "B/s" ? value / 1e9 : value / 1e3; }

/// The S \ D table: HOST and the devices, in their order. `host_row`: the latency table has none.
inline std::string table_text(std::span<record const> records, inventory const& inv, std::vector<int> const& ids,
                              bool host_row) {
  std::vector<endpoint> ends{host_end()};
  for (auto const id : ids) ends.push_back(device_end(id));
  std::string s = vendor::left("S \\ D", 6);
  for (auto const& e : ends) s += vendor::right(label_of(e, inv), 8);
  s += "\n";
  for (auto const& from : ends) {
    if (from.host && !host_row) continue;
    s += vendor::left(label_of(from, inv), 6);
    for (auto const& to : ends) {
      auto const found = std::find_if(records.begin(), records.end(), [&](record const& r) {
        return r.lanes.size() == 1 && r.lanes[0].path.source.host == from.host &&
               r.lanes[0].path.source.index == from.index && r.lanes[0].path.destination.host == to.host &&
               r.lanes[0].path.destination.index == to.index;
      });
      // what a table cannot hold (a device to itself, a signal from or to the host) is 0.00 there
      auto const never = (from == to) || (!host_row && (from.host || to.host));
      std::string cell = never ? "0.00" : "n/a";
      if (found != records.end() && found->summary) cell = fixed(in_vendor_unit(*found, found->summary->mean), 2);
      s += vendor::right(cell, 8);
    }
    s += "\n";
  }
  return s;
}

/// `MAX 14.71, MIN 14.71, AVG 14.71`; AVG is the mean.
inline std::string figures_text(record const& r, summary const& s) {
  auto const two = [&](double v) { return fixed(in_vendor_unit(r, v), 2); };
  return "MAX " + two(s.max) + ", MIN " + two(s.min) + ", AVG " + two(s.mean);
}

/// `rbln0 -> rbln1`
inline std::string path_text(lane const& l, inventory const& inv) {
  return label_of(l.source, inv) + " -> " + label_of(l.destination, inv);
}
/// `skipped (why)`: what stands where a figure would. Keys of scenario files are called as on this command line.
inline std::string ended_text(record const& r) {
  std::string why = r.reason;
  for (auto const& [key, option] : {std::pair{"`wait`", "--timeout"}, std::pair{"`size`", "--test_size"}})
    if (auto const at = why.find(key); at != why.npos) why.replace(at, std::string_view(key).size(), option);
  return std::string(name_of(r.status)) + " (" + why + ")";
}

/// The lines of one cell of test cases 3, 5 and 6: each lane, and a total where several run together.
inline std::string lines_text(record const& r, inventory const& inv) {
  std::string s;
  if (r.lanes.empty())
    return "[" + std::string(direction_label(r.direction)) + "] " + ended_text(r) +
           "\n";  // this machine has no such lane
  for (auto const& l : r.lanes)
    s += "[" + std::string(direction_label(direction_of(l.path))) + "] " + path_text(l.path, inv) + " : " +
         (l.summary ? figures_text(r, *l.summary) : ended_text(r)) + "\n";
  if (r.mode == "single" || !r.summary) return s;
  auto const& l = r.lanes.front().path;
  return s + "[TOTAL] " +
         (r.mode == "bidirectional"
              ? label_of(l.source, inv) + " <-> " + label_of(l.destination, inv)
              : std::string(direction_label(r.direction)) + " x " + std::to_string(r.lanes.size())) +
         " : " + figures_text(r, *r.summary) + "\n";
}

/// `rbln0 -> rbln1 2.07 (us)`
inline std::string latency_line(record const& r, inventory const& inv) {
  return (r.lanes.empty() ? "" : path_text(r.lanes.front().path, inv) + " ") +
         (r.summary ? fixed(in_vendor_unit(r, r.summary->mean), 2) + " (us)" : ended_text(r)) + "\n";
}

/// Below a table: why cells have no figure. A long list is cut, and says so.
inline std::string reasons_text(std::span<record const> records, inventory const& inv) {
  constexpr std::size_t most = 16;
  std::string s;
  std::size_t count = 0;
  for (auto const& r : records) {
    if (r.summary || ++count > most) continue;
    s +=
        "n/a: " + (r.lanes.empty() ? std::string(direction_label(r.direction)) : path_text(r.lanes.front().path, inv)) +
        " " + ended_text(r) + "\n";
  }
  if (count > most) s += "n/a: and " + std::to_string(count - most) + " more; --json FILE has every reason\n";
  return s;
}

/// FAIL if a cell failed, SKIP if one was skipped or none was measured: what the exit code says, too.
inline verdict verdict_of(std::span<record const> records) {
  auto const any = [&](auto what) {
    return std::any_of(records.begin(), records.end(), [&](record const& r) { return what(r.status); });
  };
  if (any([](outcome o) { return counts_as_failed(o); })) return verdict::fail;
  return records.empty() || any([](outcome o) { return o == outcome::skipped; }) ? verdict::skip : verdict::pass;
}
constexpr std::string_view name_of(verdict v) {
  return v == verdict::pass ? "PASS" : v == verdict::fail ? "FAIL" : "SKIP";
}
}  // namespace lanemark::rbln
