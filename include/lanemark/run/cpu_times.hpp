// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/sysfs.hpp>

namespace lanemark {
/// What each CPU has done since boot, in kernel ticks. Two of them tell how busy the time between was.
struct cpu_times {
  struct cpu {
    int id = 0;
    std::uint64_t busy = 0, stolen = 0, total = 0;
  };
  std::vector<cpu> cpus{};
};

/// How a CPU spent an interval, as shares from 0 to 1.
struct cpu_load {
  int cpu = 0;
  double busy = 0;    ///< ran something
  double stolen = 0;  ///< wanted to run while the host ran another guest
};

/// Reads /proc/stat below a root; empty where it is missing. Malformed lines are no CPUs.
inline cpu_times read_cpu_times(std::string const& root = "/") {
  cpu_times times;
  auto const text = read_text(root + "/proc/stat").value_or("");
  for (std::string_view rest = text; !rest.empty();) {
    auto const end = rest.find('\n');
    auto line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (line.substr(0, 3) != "cpu") continue;
    line.remove_prefix(3);
    auto next = [&]() -> std::optional<std::uint64_t> {
      auto const from = line.find_first_not_of(' ');
      if (from == std::string_view::npos) return std::nullopt;
      auto const to = line.find(' ', from);
      auto const word = line.substr(from, to == std::string_view::npos ? to : to - from);
      line = to == std::string_view::npos ? std::string_view{} : line.substr(to);
      return read_integer<std::uint64_t>(word);
    };
    if (line.empty() || line.front() == ' ') continue;  // the first line is the sum of all
    auto const id = next();
    // user nice system idle iowait irq softirq steal; guest time is inside user already (proc_stat(5))
    std::uint64_t fields[8] = {};
    std::size_t count = 0;
    for (; count < 8; ++count) {
      auto const value = next();
      if (!value) break;
      fields[count] = *value;
    }
    if (!id || *id > 65535 || count < 4) continue;
    cpu_times::cpu c{.id = static_cast<int>(*id), .stolen = fields[7]};
    for (auto f : fields) c.total += f;
    c.busy = c.total - fields[3] - fields[4] - fields[7];
    times.cpus.push_back(c);
  }
  return times;
}

/// The load of each CPU that both snapshots hold and that ticked in between.
inline std::vector<cpu_load> load_between(cpu_times const& before, cpu_times const& after) {
  std::vector<cpu_load> out;
  for (auto const& b : after.cpus)
    for (auto const& a : before.cpus) {
      if (a.id != b.id || b.total <= a.total || b.busy < a.busy || b.stolen < a.stolen) continue;
      auto const total = static_cast<double>(b.total - a.total);
      out.push_back(
          {b.id, static_cast<double>(b.busy - a.busy) / total, static_cast<double>(b.stolen - a.stolen) / total});
    }
  return out;
}
}  // namespace lanemark
