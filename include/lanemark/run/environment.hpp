// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/backend/pci.hpp>
#include <lanemark/run/accelerator.hpp>
#include <lanemark/run/cpu_times.hpp>
#include <lanemark/run/process_limits.hpp>

namespace lanemark {
/// A data or unified cache of the first CPU.
struct cache_facts {
  int level = 0;
  std::uint64_t size = 0;  ///< bytes
  int shared_by = 1;       ///< CPUs that share one
};

struct cpu_facts {
  std::string vendor{}, model{};  ///< empty: unknown
  std::optional<int> sockets{}, cores{};
  std::vector<int> online{}, isolated{};
  std::vector<cache_facts> caches{};
  std::vector<std::string> governors{};  ///< the distinct ones of all CPUs; empty: no frequency scaling to be seen
  std::string scaling_driver{};
  std::optional<bool> boost{};  ///< turbo allowed
  std::optional<std::uint64_t> most_hz{};
};

struct node_facts {
  int id = 0;
  std::vector<int> cpus{};
  std::optional<std::uint64_t> memory{};  ///< bytes
  std::vector<int> distances{};           ///< to the nodes in order; empty: not stated
};

/// A pool of huge pages that an administrator set aside.
struct huge_page_pool {
  std::uint64_t page = 0;  ///< bytes of one
  std::uint64_t pages = 0, free = 0;
};

struct memory_facts {
  std::optional<std::uint64_t> installed{};  ///< bytes, in whole blocks; a balloon or a new kernel does not change it
  std::optional<std::uint64_t> total{}, available{}, swap{};  ///< bytes the kernel manages
  std::vector<node_facts> nodes{};                            ///< of the whole machine, whatever this process may use
  std::string transparent_huge_pages{};                       ///< always, madvise, never; empty: unknown
  std::vector<huge_page_pool> huge_pages{};
  std::optional<bool> numa_balancing{};
};

struct clock_facts {
  std::string source{};  ///< `tsc`; empty: unknown
  std::vector<std::string> available{};
  std::optional<bool> tsc_invariant{};  ///< nothing: not an x86 CPU, or unknown
};

struct system_facts {
  std::string kernel{}, os{}, architecture{}, host_name{}, c_library{}, board{};
  std::optional<bool> virtual_machine{};
  std::string hypervisor{};  ///< as far as it names itself
};

/// What a measurement ran in. Everything that could not be read is empty or nothing, never a guess.
struct environment {
  cpu_facts cpu{};
  memory_facts memory{};
  clock_facts clock{};
  system_facts system{};
  process_limits limits{};
  std::optional<double> load{};              ///< load average of one minute
  std::vector<cpu_load> busy{};              ///< of the moments before; empty: not looked at
  std::optional<bool> iommu{};               ///< in use; nothing: unknown
  std::vector<std::string> iommu_domains{};  ///< the kinds in use: identity, DMA, DMA-FQ
  pci_tree pci{};
  std::vector<accelerator> accelerators{};
};
}  // namespace lanemark
