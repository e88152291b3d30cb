// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark::on_host {
/// The number behind a key in a file like /proc/meminfo, `Key:   123 kB`, in bytes.
[[gnu::cold]] inline std::optional<std::uint64_t> kilobytes_of(std::string_view text, std::string_view key) {
  auto at = text.find(key);
  while (at != std::string_view::npos && at != 0 && text[at - 1] != '\n' && text[at - 1] != ' ')
    at = text.find(key, at + 1);
  if (at == std::string_view::npos) return {};
  auto rest = text.substr(at + key.size());
  rest.remove_prefix(std::min(rest.find_first_of("0123456789"), rest.size()));
  std::uint64_t kilobytes = 0;
  if (std::from_chars(rest.data(), rest.data() + rest.size(), kilobytes).ec != std::errc{}) return {};
  return kilobytes * 1024;
}

/// Bytes that can be touched without the system killing somebody: what the machine, this process's control group and
/// the node have left, less 64 MiB. Unknown limits do not limit.
[[gnu::cold]] inline std::uint64_t available_memory(int node, std::string const& root = "") {
  auto least = std::numeric_limits<std::uint64_t>::max();
  auto take = [&](std::optional<std::uint64_t> limit) {
    if (limit) least = std::min(least, *limit);
  };
  if (auto const text = read_text(say({root, "/proc/meminfo"}))) take(kilobytes_of(*text, "MemAvailable:"));
  // one node has what the machine has, and its own file leaves out memory that a hypervisor added later
  auto const nodes = read_text(say({root, "/sys/devices/system/node/has_memory"}));
  if (node >= 0 && nodes && nodes->find_first_of(",-") != std::string::npos)
    if (auto const text = read_text(say({root, "/sys/devices/system/node/node", node, "/meminfo"}))) {
      auto const free = kilobytes_of(*text, "MemFree:");
      if (free)
        take(*free + kilobytes_of(*text, "Inactive(file):").value_or(0) +
             kilobytes_of(*text, "Active(file):").value_or(0));
    }
  // the control group of this process; version 2 first, where the path is the one behind "0::"
  if (auto const groups = read_text(say({root, "/proc/self/cgroup"}))) {
    auto path_of = [&](std::string_view mark) -> std::optional<std::string> {
      auto const at = groups->find(mark);
      if (at == std::string::npos) return {};
      auto const begin = at + mark.size();
      return groups->substr(begin, groups->find('\n', begin) - begin);
    };
    // a limit of a group holds for all below it: from the process's own up to the root
    auto climb = [&](char const* base, std::string path, char const* limit, char const* used) {
      for (;; path.erase(path.rfind('/'))) {
        if (path == "/") path.clear();
        auto const l = read_text(say({root, base, path, limit})), u = read_text(say({root, base, path, used}));
        auto const max = read_integer<std::uint64_t>(l.value_or("")), now = read_integer<std::uint64_t>(u.value_or(""));
        if (max && now) take(*max > *now ? *max - *now : 0);
        if (path.find('/') == std::string::npos) return;
      }
    };
    if (auto const p = path_of("0::")) climb("/sys/fs/cgroup", *p, "/memory.max", "/memory.current");
    if (auto const p = path_of(":memory:"))
      climb("/sys/fs/cgroup/memory", *p, "/memory.limit_in_bytes", "/memory.usage_in_bytes");
  }
  constexpr std::uint64_t margin = 64ULL << 20;
  return least == std::numeric_limits<std::uint64_t>::max() ? least : least > margin ? least - margin : 0;
}

/// The kind of pages a mapping of our own got: huge, small, mixed; empty when the kernel does not say.
[[gnu::cold]] inline std::string page_kind(void const* data, std::size_t size) {
  auto const text = read_text("/proc/self/smaps", std::size_t{64} << 20);
  if (!text) return {};
  char begin[20] = {};
  std::to_chars(begin, begin + sizeof begin - 1, reinterpret_cast<std::uintptr_t>(data), 16);
  auto const at = text->find(say({begin, "-"}));
  if (at == std::string::npos) return {};
  auto const huge = kilobytes_of(std::string_view(*text).substr(at), "AnonHugePages:");
  if (!huge) return {};
  auto const share = static_cast<double>(*huge) / static_cast<double>(size);
  return share > 0.95 ? "huge" : share < 0.05 ? "small" : "mixed";
}

/// The NUMA node most pages of a range lie on; -1 when the kernel does not say.
[[gnu::cold]] inline int most_common_node(void const* data, std::size_t size) {
  auto nodes = page_nodes(data, size, 64);
  std::erase_if(nodes, [](int n) { return n < 0; });
  int best = -1;
  std::ptrdiff_t most = 0;
  for (auto const n : nodes) {
    std::ptrdiff_t k = 0;
    for (auto const other : nodes) k += other == n;
    if (k > most) most = k, best = n;
  }
  return best;
}
}  // namespace lanemark::on_host
