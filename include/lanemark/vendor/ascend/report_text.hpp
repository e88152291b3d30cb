// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/vendor/ascend/options.hpp>

namespace lanemark::ascend {
/// Six significant digits, as the vendor's blocks print: `802.421`, `1726.06`.
inline std::string significant(double x) {
  char text[64];
  auto const end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6).ptr;
  return {text, end};
}

namespace detail {
inline std::optional<double> figure(record const& r) {
  return r.summary ? std::optional<double>(r.summary->median) : std::nullopt;
}
/// A figure with its unit, or why there is none.
inline std::string with_unit(record const& r) {
  auto const ns = figure(r);
  return ns ? significant(*ns) + " ns" : std::string(name_of(r.status)) + " (" + r.reason + ")";
}
inline std::string device_line(record const& r) {
  auto const& l = r.lanes.front().path;
  auto const id = [](endpoint const& e) { return std::to_string(e.index); };
  if (l.source.host) return "Device Id: " + id(l.destination);
  if (l.destination.host) return "Device Id: " + id(l.source);
  return "Device Id: " + id(l.source) + " -> " + id(l.destination);
}
}  // namespace detail

/// Blocks by device: device to host first, as the vendor prints. Or one block for a pair.
inline std::string blocks_text(std::span<record const> all) {
  std::string s;
  std::vector<record const*> sorted;
  for (auto const& r : all)
    if (!r.lanes.empty()) sorted.push_back(&r);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto const* a, auto const* b) { return a->direction == "d2h" && b->direction != "d2h"; });
  std::string open;
  for (auto const* r : sorted) {
    if (auto const line = detail::device_line(*r); line != open) {
      open = line;
      s += line + "\nData Size: " + std::to_string(r->size.count) + " B\n";
    }
    auto const label = r->direction == "d2h"    ? "Device to Host"
                       : r->direction == "h2d"  ? "Host to Device"
                       : r->direction == "node" ? "SuperPoD Peer to Peer"
                                                : "Peer to Peer";
    s += std::string(label) + " Latency: " + detail::with_unit(*r) + "\n";
  }
  return s;
}

/// Every pair of devices as a matrix, `***` on the diagonal, two decimals.
inline std::string matrix_text(std::span<record const> all, inventory const& inv, std::uint64_t size) {
  std::string s = "Peer to Peer Test Latency Matrix(ns) DataSize: " + std::to_string(size) + "B\nD\\D";
  for (auto const& d : inv.devices) s += " " + std::to_string(d.id);
  s += "\n";
  for (auto const& from : inv.devices) {
    s += std::to_string(from.id);
    for (auto const& to : inv.devices) {
      auto const found = std::find_if(all.begin(), all.end(), [&](record const& r) {
        return !r.lanes.empty() && r.lanes[0].path.source.index == from.id &&
               r.lanes[0].path.destination.index == to.id;
      });
      auto const ns = found == all.end() ? std::nullopt : detail::figure(*found);
      s += " " + (from.id == to.id ? std::string("***") : ns ? fixed(*ns, 2) : std::string("n/a"));
    }
    s += "\n";
  }
  return s;
}

/// The records in the vendor's normal layout.
inline std::string results_text(options const& o, inventory const& inv, std::span<record const> all) {
  auto s =
      o.type == "p2p" && !o.source && !o.super_pod ? matrix_text(all, inv, rounded_size(o.size)) : blocks_text(all);
  std::size_t unsaid = 0, said = 0;
  for (auto const& r : all) {
    if (r.status == outcome::measured) continue;
    if (++said > 4)
      ++unsaid;
    else
      s += std::string(name_of(r.status)) + ": " + (r.lanes.empty() ? "" : detail::device_line(r) + ": ") + r.reason +
           "\n";
  }
  if (unsaid != 0) s += "and " + std::to_string(unsaid) + " more without a figure\n";
  return s;
}

/// The records in the vendor's JSON: every value is a string with its unit. One object per device and direction, one
/// per pair (ours for all pairs, where the vendor prints its matrix).
inline std::string results_json(std::span<record const> all) {
  std::string s;
  for (auto const& r : all) {
    auto const ns = detail::figure(r);
    if (!ns || r.lanes.empty()) continue;
    auto const& l = r.lanes.front().path;
    auto member = [](std::string const& key, std::string const& value) {
      return "            \"" + key + "\": \"" + value + "\"";
    };
    std::string object;
    if (l.source.host || l.destination.host)
      object = member("device_id", std::to_string((l.source.host ? l.destination : l.source).index)) + ",\n";
    else
      object = member("src_device_id", std::to_string(l.source.index)) + ",\n" +
               member("dst_device_id", std::to_string(l.destination.index)) + ",\n";
    auto const type = r.direction == "h2d"    ? "Host to Device Test"
                      : r.direction == "d2h"  ? "Device to Host Test"
                      : r.direction == "node" ? "SuperPod Peer to Peer Test"
                                              : "Peer to Peer Test";
    object += member("latency", fixed(*ns, 6) + " ns") + ",\n" +
              member("size", std::to_string(r.size.count) + " Bytes") + ",\n" + member("type", type) + "\n";
    s += (s.empty() ? "" : ",\n") + std::string("        {\n") + object + "        }";
  }
  return "{\n    \"Latency\": [" + (s.empty() ? "" : "\n" + s + "\n    ") + "]\n}\n";
}
}  // namespace lanemark::ascend
