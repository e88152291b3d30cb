// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/core/names.hpp>
#include <lanemark/core/numbers.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/report/columns.hpp>

namespace lanemark::report {
/// What there is to say of a backend before it is used: `ready`, `absent` or `not built`, and why.
struct backend_line {
  std::string name{}, state{};
  std::size_t devices = 0;
  std::string reason{};
};
inline std::string backends_text(std::vector<backend_line> const& backends) {
  std::vector<std::vector<std::string>> rows{{"backend", "state", "devices", "reason"}};
  for (auto const& b : backends) rows.push_back({b.name, b.state, std::to_string(b.devices), b.reason});
  return columns_text(rows);
}

/// A device model that can be simulated. 0 nodes: any number of nodes and devices, chosen in the name.
struct model_line {
  std::string name{};
  int nodes = 1;
  std::size_t devices = 0;  ///< of a node
  std::string product{}, source{};
};
inline std::string models_text(std::vector<model_line> const& models) {
  std::vector<std::vector<std::string>> rows{{"model", "nodes", "devices", "product", "figures from"}};
  for (auto const& m : models)
    rows.push_back({m.name, m.nodes == 0 ? "N" : std::to_string(m.nodes),
                    m.nodes == 0 ? "M each" : std::to_string(m.devices), m.product, m.source});
  return columns_text(rows);
}

/// A size for people: `15.6 GiB`.
inline std::string memory_text(std::uint64_t bytes_count) {
  if (bytes_count == 0) return "";
  char const* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto n = static_cast<double>(bytes_count);
  int unit = 0;
  while (n >= 1024 && unit < 4) n /= 1024, ++unit;
  return fixed(n, unit == 0 ? 0 : 1) + " " + units[unit];
}

/// `0-3,8`.
inline std::string ranges_text(std::vector<int> const& numbers) {
  std::string text;
  for (std::size_t i = 0, last; i < numbers.size(); i = last + 1) {
    last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (last > i) text += "-" + std::to_string(numbers[last]);
  }
  return text;
}

inline std::string devices_text(inventory const& all) {
  std::vector<std::vector<std::string>> rows{
      {"device", "label", "product", "numa", "memory", "chiplets", "pci", "cpus"}};
  for (auto const& d : all.devices)
    rows.push_back({std::to_string(d.id), d.label, d.product, d.numa < 0 ? "" : std::to_string(d.numa),
                    memory_text(d.memory), std::to_string(d.chiplets), d.pci, ranges_text(d.cpus)});
  return columns_text(rows);
}

/// The words of one column of a backend's catalogue, each once, in the order of preference.
inline std::vector<std::string> offered(inventory const& all, std::string offer::*what, std::string_view measure = {}) {
  std::vector<std::string> words;
  for (auto const& o : all.offers)
    if ((measure.empty() || o.measure == measure) && std::find(words.begin(), words.end(), o.*what) == words.end())
      words.push_back(o.*what);
  return words;
}

/// Timers or copy loops by name, each with what it can be used for.
inline std::string offers_text(inventory const& all, std::string offer::*what, std::string_view title) {
  std::vector<std::vector<std::string>> rows{{std::string(title), "measures", "caches", "semantics"}};
  for (auto const& word : offered(all, what)) {
    std::vector<std::string> measures, caches, semantics;
    auto add = [](std::vector<std::string>& seen, std::string const& value) {
      if (std::find(seen.begin(), seen.end(), value) == seen.end()) seen.push_back(value);
    };
    for (auto const& o : all.offers)
      if (o.*what == word) add(measures, o.measure), add(caches, o.cache), add(semantics, o.semantics);
    rows.push_back({word, joined(measures, ","), joined(caches, ","), joined(semantics, ",")});
  }
  return columns_text(rows);
}
}  // namespace lanemark::report
