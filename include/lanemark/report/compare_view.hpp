// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/judge/comparison.hpp>
#include <lanemark/judge/exit_code.hpp>
#include <lanemark/judge/groups.hpp>
#include <lanemark/judge/night.hpp>
#include <lanemark/judge/trend.hpp>
#include <lanemark/report/label.hpp>

namespace lanemark::report {
/// All that `compare` shows.
struct compare_view {
  series_book const& book;
  night const& now;
  std::vector<night> const& base;  ///< oldest first, those that were compared
  comparison const& result;
  judging const& how;
  std::vector<std::string> incomparable{}, environment{}, notes{};
  std::string confirmed_by{};  ///< file of the confirming rerun
  exit_status exit{};
};

/// All that `trend` shows.
struct trend_view {
  series_book const& book;
  std::vector<night> const& nights;
  trend const& result;
  judging const& how;
  std::vector<std::string> incomparable{}, notes{};
  std::vector<std::vector<std::string>> environment{};  ///< for each step, what changed on the machine with it
  std::string folder{};
  std::optional<std::size_t> history{};  ///< how many of the latest runs are looked at; none: all
  exit_status exit{};
};

/// `-33.3 %`, `+0.04 %`; of more than tenfold no decimals.
inline std::string change_text(double share) {
  if (!is_finite(share)) return "n/a";
  auto const per_cent = share * 100, size = magnitude(per_cent);
  auto const text = fixed(per_cent, size >= 1000 ? 0 : size >= 0.095 || size == 0 ? 1 : 2);
  return (per_cent > 0 ? "+" : "") + text + " %";
}
inline std::string change_interval(std::optional<double> low, std::optional<double> high) {
  if (!low || !high) return "-";
  return *low == *high ? "exact" : change_text(*low) + " .. " + change_text(*high);
}
/// `58.58 GB/s`, `2.76 us`; `-` for none.
inline std::string quantity_text(double x, std::string_view unit) {
  if (!(x > 0)) return "-";
  return unit == "ns" ? duration_text(x) : x < 1e8 ? fixed(x / 1e6, 3) + " MB/s" : rate_text(x);
}
/// `device 3` with its label and address, where the night knows them; other names as they are.
inline std::string finding_name(std::string const& what, night const& n) {
  for (auto const& d : n.devices) {
    auto const name = "device " + std::to_string(d.id);
    if (what != name && !what.starts_with(name + ",")) continue;
    auto where = d.label;
    if (!d.pci.empty()) where += (where.empty() ? "" : ", ") + d.pci;
    if (!where.empty()) return name + " (" + where + ")" + what.substr(name.size());
  }
  return what;
}
}  // namespace lanemark::report
