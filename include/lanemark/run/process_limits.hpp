// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/sysfs.hpp>
#include <lanemark/run/accelerator.hpp>

namespace lanemark {
/// What this process may use: its cpuset and the limits of its control groups, the tightest of the whole chain.
struct process_limits {
  std::optional<std::vector<int>> cpus{};          ///< CPUs it may run on, ascending
  std::optional<std::vector<int>> memory_nodes{};  ///< NUMA nodes it may be given memory from
  std::optional<double> cpu_quota{};               ///< CPUs' worth of time; nothing: unlimited
  std::optional<std::uint64_t> memory{};           ///< bytes; nothing: unlimited
  std::string group{};                             ///< path of the control group; empty: none or unknown
};

namespace run_detail {
inline std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    auto const end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text = text.substr(end + 1);
  }
}

struct group_mount {
  std::string point{}, top{};  ///< where it is mounted, and which group is seen there
  bool unified = false;
  std::vector<std::string> controllers{};
};

// /proc/self/mountinfo: `31 23 0:28 /top /point options ... - type source super,options` (proc_pid_mountinfo(5))
inline std::vector<group_mount> group_mounts(std::string const& root) {
  std::vector<group_mount> out;
  auto const text = read_text(root + "/proc/self/mountinfo").value_or("");
  for (auto const line : split(text, '\n')) {
    auto const words = split(line, ' ');
    auto const dash = std::find(words.begin(), words.end(), std::string_view("-"));
    if (words.size() < 5 || words.end() - dash < 4) continue;
    group_mount m{.point = std::string(words[4]), .top = std::string(words[3]), .unified = dash[1] == "cgroup2"};
    if (!m.unified && dash[1] != "cgroup") continue;
    for (auto const option : split(dash[3], ',')) m.controllers.emplace_back(option);
    out.push_back(std::move(m));
  }
  return out;
}

template <class Limit>
void tighten(std::optional<Limit>& limit, Limit value) {
  if (!limit || value < *limit) limit = value;
}

inline void read_group(std::string const& at, bool unified, process_limits& limits) {
  if (unified) {
    auto const text = read_text(at + "/cpu.max").value_or("");  // `max 100000`, `50000 100000`
    auto const words = split(text, ' ');
    auto const quota = words.size() == 2 ? read_integer(words[0]) : std::nullopt;
    auto const period = words.size() == 2 ? read_integer(words[1]) : std::nullopt;
    if (quota && period && *quota > 0 && *period > 0)
      tighten(limits.cpu_quota, static_cast<double>(*quota) / static_cast<double>(*period));
    if (auto const most = read_integer<std::uint64_t>(read_text(at + "/memory.max").value_or("")))
      tighten(limits.memory, *most);
    return;
  }
  auto const quota = read_integer(read_text(at + "/cpu.cfs_quota_us").value_or(""));  // -1: unlimited
  auto const period = read_integer(read_text(at + "/cpu.cfs_period_us").value_or(""));
  if (quota && period && *quota > 0 && *period > 0)
    tighten(limits.cpu_quota, static_cast<double>(*quota) / static_cast<double>(*period));
  auto const most = read_integer<std::uint64_t>(read_text(at + "/memory.limit_in_bytes").value_or(""));
  if (most && *most < (std::uint64_t{1} << 60)) tighten(limits.memory, *most);  // unlimited is a number close to 2^63
}
}  // namespace run_detail

/// Reads the limits below a root; whatever is missing there stays unknown.
inline process_limits read_process_limits(std::string const& root = "/") {
  using namespace run_detail;
  process_limits limits;
  auto const self = read_text(root + "/proc/self/status").value_or("");
  auto ids = [&](char const* key) -> std::optional<std::vector<int>> {
    auto const text = value_of(self, key);
    return text.empty() ? std::nullopt : read_id_list(text);
  };
  limits.cpus = ids("Cpus_allowed_list");
  limits.memory_nodes = ids("Mems_allowed_list");

  auto const mounts = group_mounts(root);
  auto const groups = read_text(root + "/proc/self/cgroup").value_or("");
  for (auto const line : split(groups, '\n')) {  // `0::/path`, `4:memory:/path`
    auto const parts = split(line, ':');
    if (parts.size() < 3) continue;
    bool const unified = parts[1].empty();
    auto path = std::string(line.substr(parts[0].size() + parts[1].size() + 2));
    if (path.find("..") != std::string::npos) path = "/";  // outside the namespace we see: only the top is visible
    if (unified || parts[1] == "memory" || limits.group.empty())
      if (path != "/") limits.group = clean(path);
    for (auto const& m : mounts) {
      if (m.unified != unified) continue;
      auto const names = split(parts[1], ',');
      bool const ours = unified || std::any_of(names.begin(), names.end(), [&](std::string_view name) {
                          return std::find(m.controllers.begin(), m.controllers.end(), name) != m.controllers.end();
                        });
      if (!ours) continue;
      auto below = path;
      if (m.top != "/" && (below + "/").starts_with(m.top + "/")) below = below.substr(m.top.size());
      for (;;) {  // a limit holds for everything below it
        if (below == "/") below.clear();
        read_group(root + m.point + below, unified, limits);
        if (below.empty()) break;
        below.resize(below.rfind('/') == std::string::npos ? 0 : below.rfind('/'));
      }
    }
  }
  return limits;
}
}  // namespace lanemark
