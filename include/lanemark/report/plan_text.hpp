// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/report/columns.hpp>
#include <lanemark/report/list_text.hpp>

namespace lanemark::report {
/// A planned cell and how long it may take; nothing for a cell that will be skipped.
struct planned_cell {
  cell const* what = nullptr;
  std::optional<double> seconds{};
};

/// All that `plan` shows: nothing was allocated or measured for it.
struct plan_view {
  std::string scenario{}, path{}, backend{};
  bool simulated = false;
  std::size_t devices = 0;
  std::vector<planned_cell> cells{};
  double seconds = 0;  ///< of all cells
  std::vector<std::string> notes{}, problems{};
};

struct plan_totals {
  std::size_t cells = 0, to_measure = 0, skipped = 0;
  std::uint64_t most_memory = 0;  ///< bytes the largest cell holds: sources and destinations
};
inline plan_totals totals_of(plan_view const& p) {
  plan_totals t{.cells = p.cells.size()};
  for (auto const& c : p.cells) {
    if (!c.what->impossible.empty()) {
      ++t.skipped;
      continue;
    }
    ++t.to_measure;
    t.most_memory = std::max(t.most_memory, 2 * bytes_per_turn(*c.what));
  }
  return t;
}

/// Every cell with the bytes that one turn moves and its estimate, or why it will be skipped, then the totals.
inline std::string plan_text(plan_view const& p) {
  std::vector<std::vector<std::string>> rows{{"cell", "bytes", "estimate"}};
  std::string skips;
  for (auto const& c : p.cells) {
    auto const bytes_moved = bytes_per_turn(*c.what);
    bool const skip = !c.what->impossible.empty();
    rows.push_back({c.what->id, bytes_moved == 0 ? "" : to_string(bytes{bytes_moved}),
                    skip        ? "skipped: " + c.what->impossible
                    : c.seconds ? duration_text(*c.seconds * 1e9)
                                : ""});
  }
  std::string out = "scenario " + p.scenario + " on backend " + p.backend + (p.simulated ? " (simulated)" : "") + ", " +
                    counted(p.devices, "device") + "\n\n";
  if (!p.cells.empty()) out += columns_text(rows) + "\n";
  for (auto const& n : p.notes) out += shown(n) + "\n";
  auto const t = totals_of(p);
  out += counted(t.cells, "cell") + " planned: " + std::to_string(t.to_measure) + " to measure, " +
         std::to_string(t.skipped) + " to skip; about " + duration_text(p.seconds * 1e9) + "; at most " +
         (t.most_memory == 0 ? "0 B" : memory_text(t.most_memory)) + " of buffers at once\n";
  return out;
}
}  // namespace lanemark::report
