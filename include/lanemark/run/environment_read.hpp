// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/utsname.h>
#include <unistd.h>
#if __has_include(<gnu/libc-version.h>)
#include <gnu/libc-version.h>
#endif

#include <lanemark/run/environment.hpp>

namespace lanemark {
/// Where an environment is read from.
struct environment_source {
  std::string root = "/";  ///< of a file system with /proc and /sys
  std::optional<cpu_times> before =
      {};  ///< a snapshot of a moment ago: how busy each CPU was since goes into the result
};

namespace run_detail {
using folder = std::string;

inline std::string line_of(std::string const& path) {
  auto const text = read_text(path, 65536).value_or("");
  return clean(std::string_view(text).substr(0, text.find('\n')));
}

inline std::optional<std::uint64_t> number_of(std::string const& path) {
  return read_integer<std::uint64_t>(read_text(path, 64).value_or(""));
}

// `16318292 kB`, as meminfo writes it, and `32768K`, as caches do.
inline std::optional<std::uint64_t> kibibytes(std::string_view text) {
  std::uint64_t unit = 1;
  if (text.ends_with(" kB")) text.remove_suffix(3), unit = 1024;
  if (text.ends_with("K")) text.remove_suffix(1), unit = 1024;
  if (text.ends_with("M")) text.remove_suffix(1), unit = 1024 * 1024;
  auto const n = read_integer<std::uint64_t>(text);
  if (!n || *n > UINT64_MAX / unit) return std::nullopt;
  return *n * unit;
}

inline std::vector<int> list_of(std::string const& path) {
  return read_id_list(read_text(path).value_or("")).value_or(std::vector<int>{});
}

inline void add_once(std::vector<std::string>& to, std::string text) {
  if (!text.empty() && std::find(to.begin(), to.end(), text) == to.end()) to.push_back(std::move(text));
}

inline cpu_facts read_cpu(folder const& root, std::string const& info) {
  cpu_facts c{.vendor = clean(value_of(info, "vendor_id")), .model = clean(value_of(info, "model name"))};
  if (c.vendor.empty() && c.model.empty()) {  // Arm kernels give numbers alone
    if (auto const who = clean(value_of(info, "CPU implementer")); !who.empty()) {
      c.vendor = "implementer " + who;
      c.model = c.vendor + " part " + clean(value_of(info, "CPU part"));
    }
  }
  auto const cpus = root + "/sys/devices/system/cpu/";
  c.online = list_of(cpus + "online");
  c.isolated = list_of(cpus + "isolated");
  std::vector<std::string> packages, cores;
  for (int cpu : c.online) {
    auto const at = cpus + "cpu" + std::to_string(cpu);
    auto const package = line_of(at + "/topology/physical_package_id"), core = line_of(at + "/topology/core_id");
    add_once(packages, package);
    if (!core.empty()) add_once(cores, package + ":" + line_of(at + "/topology/die_id") + ":" + core);
    add_once(c.governors, line_of(at + "/cpufreq/scaling_governor"));
    if (c.scaling_driver.empty()) c.scaling_driver = line_of(at + "/cpufreq/scaling_driver");
    if (auto const khz = number_of(at + "/cpufreq/cpuinfo_max_freq"))
      c.most_hz = std::max(c.most_hz.value_or(0), *khz * 1000);
  }
  if (!packages.empty()) c.sockets = static_cast<int>(packages.size());
  if (!cores.empty()) c.cores = static_cast<int>(cores.size());
  auto const caches = cpus + "cpu" + std::to_string(c.online.empty() ? 0 : c.online.front()) + "/cache/";
  for (auto const& name : read_names(caches)) {
    auto const level = read_integer<int>(line_of(caches + name + "/level"));
    auto const size = kibibytes(line_of(caches + name + "/size"));
    if (!level || !size || line_of(caches + name + "/type") == "Instruction") continue;
    auto const shared = list_of(caches + name + "/shared_cpu_list").size();
    c.caches.push_back({*level, *size, static_cast<int>(std::max<std::size_t>(shared, 1))});
  }
  std::stable_sort(c.caches.begin(), c.caches.end(), [](auto const& a, auto const& b) { return a.level < b.level; });
  if (auto const on = number_of(cpus + "cpufreq/boost")) c.boost = *on != 0;
  if (auto const off = number_of(cpus + "intel_pstate/no_turbo")) c.boost = *off == 0;
  return c;
}

// The whole machine and not what this process may use: a fingerprint must not depend on a cpuset.
inline std::vector<node_facts> read_nodes(folder const& root) {
  std::vector<node_facts> nodes;
  auto const all = root + "/sys/devices/system/node/";
  for (int id : list_of(all + "online")) {
    auto const at = all + "node" + std::to_string(id);
    node_facts n{.id = id, .cpus = list_of(at + "/cpulist")};
    auto const info = read_text(at + "/meminfo").value_or("");  // `Node 0 MemTotal:  4679896 kB`
    n.memory = kibibytes(value_of(info, "Node " + std::to_string(id) + " MemTotal"));
    auto const row = read_text(at + "/distance").value_or("");
    for (auto const word : split(row, ' '))
      if (auto const d = read_integer<int>(word)) n.distances.push_back(*d);
    nodes.push_back(std::move(n));
  }
  return nodes;
}

inline memory_facts read_memory(folder const& root) {
  auto const info = read_text(root + "/proc/meminfo").value_or("");
  memory_facts m{.total = kibibytes(value_of(info, "MemTotal")),
                 .available = kibibytes(value_of(info, "MemAvailable")),
                 .swap = kibibytes(value_of(info, "SwapTotal")),
                 .nodes = read_nodes(root)};
  auto const blocks = root + "/sys/devices/system/memory";  // memory0, memory1, ..., each of the same size
  if (auto const block = read_integer<std::uint64_t>(line_of(blocks + "/block_size_bytes"), 16)) {
    std::uint64_t count = 0;
    for (auto const& name : read_names(blocks))
      count += name.starts_with("memory") && read_integer<std::uint64_t>(std::string_view(name).substr(6)) ? 1 : 0;
    if (count != 0 && *block <= UINT64_MAX / count) m.installed = count * *block;
  }
  auto const modes = line_of(root + "/sys/kernel/mm/transparent_hugepage/enabled");  // `always [madvise] never`
  auto const open = modes.find('['), close = modes.find(']');
  if (open != std::string::npos && close != std::string::npos && open < close)
    m.transparent_huge_pages = modes.substr(open + 1, close - open - 1);
  auto const pools = root + "/sys/kernel/mm/hugepages/";
  for (auto const& name : read_names(pools)) {  // hugepages-2048kB
    if (!name.starts_with("hugepages-") || !name.ends_with("kB")) continue;
    auto const page = read_integer<std::uint64_t>(std::string_view(name).substr(10, name.size() - 12));
    auto const pages = number_of(pools + name + "/nr_hugepages");
    if (page && pages && *page < (std::uint64_t{1} << 40))
      m.huge_pages.push_back({*page * 1024, *pages, number_of(pools + name + "/free_hugepages").value_or(0)});
  }
  std::sort(m.huge_pages.begin(), m.huge_pages.end(), [](auto const& a, auto const& b) { return a.page < b.page; });
  if (auto const mode = number_of(root + "/proc/sys/kernel/numa_balancing")) m.numa_balancing = *mode != 0;
  return m;
}

inline clock_facts read_clock(folder const& root, std::string const& flags) {
  auto const at = root + "/sys/devices/system/clocksource/clocksource0/";
  clock_facts c{.source = line_of(at + "current_clocksource")};
  auto const available = line_of(at + "available_clocksource");
  for (auto const name : split(available, ' ')) add_once(c.available, std::string(name));
  auto has = [&](std::string_view flag) {
    auto const words = split(flags, ' ');
    return std::find(words.begin(), words.end(), flag) != words.end();
  };
  if (!flags.empty()) c.tsc_invariant = has("constant_tsc") && has("nonstop_tsc");
  return c;
}

inline system_facts read_system(folder const& root, std::string const& flags) {
  system_facts s{.kernel = line_of(root + "/proc/sys/kernel/osrelease"),
                 .host_name = line_of(root + "/proc/sys/kernel/hostname")};
  auto const release = read_text(root + "/etc/os-release").value_or("");
  for (auto const line : split(release, '\n'))
    if (line.starts_with("PRETTY_NAME=")) s.os = clean(line.substr(12));
  if (s.os.size() >= 2 && s.os.front() == '"' && s.os.back() == '"') s.os = s.os.substr(1, s.os.size() - 2);
  auto const dmi = root + "/sys/class/dmi/id/";
  auto const maker = line_of(dmi + "sys_vendor"), product = line_of(dmi + "product_name");
  s.board = maker + (maker.empty() || product.empty() ? "" : " ") + product;
  if (!flags.empty()) {
    auto const words = split(flags, ' ');
    s.virtual_machine = std::find(words.begin(), words.end(), std::string_view("hypervisor")) != words.end();
  }
  if (auto const type = line_of(root + "/sys/hypervisor/type"); !type.empty())
    s.virtual_machine = true, s.hypervisor = type;
  else if (s.virtual_machine == true)
    s.hypervisor = s.board;
  if (root == "/") {  // facts of this process and not of a file system
    utsname name{};
    if (::uname(&name) == 0) s.architecture = name.machine;
#if __has_include(<gnu/libc-version.h>)
    s.c_library = std::string("glibc ") + ::gnu_get_libc_version();
#endif
  }
  return s;
}

inline void read_iommu(folder const& root, environment& e) {
  auto const groups = root + "/sys/kernel/iommu_groups";
  auto const names = read_names(groups);
  if (::access(groups.c_str(), F_OK) == 0) e.iommu = !names.empty();  // the kernel makes the folder in any case
  for (auto const& name : names) add_once(e.iommu_domains, line_of(groups + "/" + name + "/type"));
  std::sort(e.iommu_domains.begin(), e.iommu_domains.end());
}
}  // namespace run_detail

/// Reads everything a report says of its machine. Never fails: what is missing or malformed stays unknown.
inline environment read_environment(environment_source const& source = {}) {
  using namespace run_detail;
  auto const& root = source.root;
  auto const info = read_text(root + "/proc/cpuinfo", 1 << 24).value_or("");
  auto const flags = value_of(info, "flags");
  environment e{.cpu = read_cpu(root, info),
                .memory = read_memory(root),
                .clock = read_clock(root, flags),
                .system = read_system(root, flags),
                .limits = read_process_limits(root)};
  auto const load = line_of(root + "/proc/loadavg");
  double average = 0;
  if (std::from_chars(load.data(), load.data() + load.size(), average).ec == std::errc{} && average >= 0 &&
      average < 1e9)
    e.load = average;
  if (source.before) e.busy = load_between(*source.before, read_cpu_times(root));
  read_iommu(root, e);
  e.pci = read_pci(root);
  e.accelerators = read_accelerators(e.pci, root);
  return e;
}
}  // namespace lanemark
