// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/estimate.hpp>
#include <lanemark/report/columns.hpp>
#include <lanemark/report/list_text.hpp>

namespace lanemark::report {
/// All that `plan` shows: nothing was allocated or measured for it.
struct plan_view {
  std::string scenario{}, path{}, backend{};
  bool simulated = false;
  std::size_t devices = 0;
  std::vector<cell> cells{};
  std::vector<std::string> notes{};
};

inline std::size_t skips_of(plan_view const& p) {
  std::size_t n = 0;
  for (auto const& c : p.cells) n += c.impossible.empty() ? 0U : 1U;
  return n;
}

/// Every cell with the bytes that one turn moves and its estimate, or why it will be skipped, then the totals.
inline std::string plan_text(plan_view const& p) {
  std::vector<std::vector<std::string>> rows{{"cell", "bytes", "estimate"}};
  for (auto const& c : p.cells) {
    auto const moved = bytes_per_turn(c);
    rows.push_back({c.id, moved == 0 ? "" : to_string(bytes{moved}),
                    c.impossible.empty() ? duration_text(estimate_of(c).seconds * 1e9) : "skipped: " + c.impossible});
  }
  auto out = shown("scenario " + p.scenario + " (" + p.path + ") on backend " + p.backend +
                   (p.simulated ? ", simulated" : "")) +
             ", " + counted(p.devices, "device") + "\n\n";
  if (!p.cells.empty()) out += columns_text(rows) + "\n";
  for (auto const& n : p.notes) out += shown(n) + "\n";
  auto const all = estimate_of(std::span<cell const>(p.cells));
  out += counted(p.cells.size(), "cell") + " planned: " + std::to_string(p.cells.size() - skips_of(p)) +
         " to measure, " + std::to_string(skips_of(p)) + " to skip; about " + duration_text(all.seconds * 1e9) +
         ", guessed from usual rates";
  if (all.memory != 0) out += "; buffers of " + memory_text(all.memory) + " at most";
  return out + "\n";
}
}  // namespace lanemark::report
