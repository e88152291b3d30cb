// SPDX-License-Identifier: MIT
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>

// Binding by the kernel's own calls. hwloc binds as well, but needs a loaded topology for it and on a topology read
// from a description says "done" and does nothing; mbind(2) is one call and its refusal can be told from success.
namespace lanemark {
/// Lets the calling thread run on these CPUs only. Trouble names the CPUs and why the kernel refused, also when it
/// accepted some of them: it drops the others without a word.
[[gnu::cold]] inline status pin_thread(std::vector<int> const& cpus) {
  int most = -1, least = 0;
  for (int cpu : cpus) most = std::max(most, cpu), least = std::min(least, cpu);
  if (cpus.empty()) return problem{fault::invalid, "a thread cannot be pinned to no CPU at all"};
  if (least < 0 || most > 65535)
    return problem{fault::invalid, say({"CPU ", least < 0 ? least : most, " cannot exist"})};
  constexpr std::size_t width = 8 * sizeof(unsigned long);
  std::vector<unsigned long> mask(static_cast<std::size_t>(most) / width + 1);
  for (int cpu : cpus) mask[static_cast<std::size_t>(cpu) / width] |= 1UL << (static_cast<unsigned>(cpu) % width);
  if (::syscall(SYS_sched_setaffinity, 0, mask.size() * sizeof(unsigned long), mask.data()) == 0) {
    std::vector<unsigned long> got(65536 / width);
    std::vector<int> missing;
    if (::syscall(SYS_sched_getaffinity, 0, got.size() * sizeof(unsigned long), got.data()) < 0) return {};
    for (int cpu : cpus)
      if ((got[static_cast<std::size_t>(cpu) / width] >> (static_cast<unsigned>(cpu) % width) & 1) == 0)
        missing.push_back(cpu);
    if (missing.empty()) return {};
    return problem{fault::failed, say({"CPUs ", id_list(missing), " of ", id_list(cpus),
                                       " cannot be used: offline, missing or outside this process's cpuset; the thread "
                                       "runs on the others"})};
  }
  auto const why = errno;
  auto const where = say({cpus.size() == 1 ? "CPU " : "CPUs ", id_list(cpus)});
  if (why == EINVAL)
    return problem{fault::failed, say({where,
                                       " cannot be used: offline, missing or outside this process's cpuset; "
                                       "see Cpus_allowed_list in /proc/self/status"})};
  return problem{fault::failed, say({"pinning to ", where, " failed: ", std::strerror(why)})};
}

/// Lets the calling thread run on one CPU only.
inline status pin_thread(int cpu) { return pin_thread(std::vector<int>{cpu}); }

/// CPUs that the calling thread may run on, ascending. Wide enough for machines with more CPUs than cpu_set_t has bits.
[[gnu::cold]] inline std::vector<int> cpus_of_thread() {
  constexpr std::size_t width = 8 * sizeof(unsigned long);
  std::vector<unsigned long> mask(65536 / width);
  std::vector<int> cpus;
  if (::syscall(SYS_sched_getaffinity, 0, mask.size() * sizeof(unsigned long), mask.data()) < 0) return cpus;
  for (std::size_t i = 0; i < mask.size() * width; ++i)
    if ((mask[i / width] >> (i % width) & 1) != 0) cpus.push_back(static_cast<int>(i));
  return cpus;
}

/// Asks for every CPU: a launcher's binding is a wish that its process may drop, a cpuset is none. Gives what the
/// calling thread was bound to before.
[[gnu::cold]] inline std::vector<int> drop_binding() {
  auto before = cpus_of_thread();
  std::vector<unsigned long> const all(65536 / (8 * sizeof(unsigned long)), ~0UL);
  (void)::syscall(SYS_sched_setaffinity, 0, all.size() * sizeof(unsigned long), all.data());
  return before;
}

/// The CPU the calling thread runs on now; -1 when the kernel does not say.
inline int current_cpu() noexcept { return ::sched_getcpu(); }

/// Binds a range to a node's memory, before its first touch: pages are then placed there or not at all. Bounds are
/// widened to whole pages. Trouble says that placement then rests on first touch where the kernel forbids binding
/// (containers often do).
[[gnu::cold]] inline status bind_memory(void* p, std::size_t n, int node) {
  if (node < 0 || node > 65535) return problem{fault::invalid, say({"NUMA node ", node, " cannot exist"})};
  if (n == 0) return {};
  auto const page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  auto const begin = reinterpret_cast<std::uintptr_t>(p) & ~(page - 1);
  auto const length = reinterpret_cast<std::uintptr_t>(p) + n - begin;
  constexpr std::size_t width = 8 * sizeof(unsigned long);
  std::vector<unsigned long> mask(static_cast<std::size_t>(node) / width + 1);
  mask[static_cast<std::size_t>(node) / width] |= 1UL << (static_cast<unsigned>(node) % width);
  constexpr int mpol_bind = 2;  // <linux/mempolicy.h>, stable ABI; the header is not installed everywhere
  // The kernel reads one bit fewer than it is told: mbind(2), "maxnode".
  if (::syscall(SYS_mbind, begin, length, mpol_bind, mask.data(), mask.size() * width + 1, 0u) == 0) return {};
  auto const why = errno;
  auto const what = say({"memory could not be bound to node ", node});
  if (why == EPERM || why == ENOSYS)
    return problem{fault::unsupported, say({what, ": ", std::strerror(why),
                                            "; placement then rests on first touch by a pinned thread (in a container, "
                                            "add the capability SYS_NICE or allow mbind)"})};
  if (why == EINVAL)
    return problem{fault::failed, say({what,
                                       ": it has no memory or is outside this process's cpuset; see "
                                       "Mems_allowed_list in /proc/self/status"})};
  return problem{fault::failed, say({what, ": ", std::strerror(why)})};
}

/// The node of each of at most `at_most` pages spread evenly over a range. A negative entry is the errno of that page
/// (-ENOENT: never touched). Empty when the kernel does not answer.
[[gnu::cold]] inline std::vector<int> page_nodes(void const* p, std::size_t n, std::size_t at_most) {
  if (n == 0 || at_most == 0) return {};
  auto const page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  auto const first = reinterpret_cast<std::uintptr_t>(p) & ~(page - 1);
  auto const count = (reinterpret_cast<std::uintptr_t>(p) + n - first + page - 1) / page;
  auto const asked = std::min<std::uintptr_t>(count, at_most);
  std::vector<unsigned long> pages;  // addresses
  static_assert(sizeof(unsigned long) == sizeof(void*));
  for (std::uintptr_t i = 0; i < asked; ++i) {
    auto const at = asked == 1 ? 0 : i * (count - 1) / (asked - 1);  // the first and the last are always among them
    pages.push_back(first + at * page);
  }
  std::vector<int> nodes(pages.size(), -ENOSYS);
  if (::syscall(SYS_move_pages, 0, pages.size(), pages.data(), nullptr, nodes.data(), 0) < 0) return {};
  return nodes;
}
}  // namespace lanemark
