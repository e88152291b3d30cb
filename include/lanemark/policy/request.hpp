// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/core/lane.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark {
/// Real time passes by itself; simulated time is moved by the backend.
enum class time_domain { real, simulated };

/// Where the host end of a lane should lie, seen from its device.
struct placement {
  enum class wish { none, near, far, node };
  wish kind = wish::near;
  int node = -1;  ///< NUMA node, for wish::node
  friend constexpr bool operator==(placement const&, placement const&) = default;
};

/// `near`, `far`, `none`, `node:1`: as scenario files and reports spell it.
[[gnu::cold]] inline std::string to_string(placement const& p) {
  switch (p.kind) {
    case placement::wish::none:
      return "none";
    case placement::wish::near:
      return "near";
    case placement::wish::far:
      return "far";
    case placement::wish::node:
      break;
  }
  return say({"node:", p.node});
}

/// One lane to open. Values only: whatever does not change the machine code inside the timed region.
struct request {
  lane path{};
  std::string measure = "bandwidth";  ///< what for: bandwidth, latency, sync
  bytes size{};
  placement place{};
  unsigned threads = 1;    ///< issuing threads that share the lane's bytes
  bool huge_pages = true;  ///< asked for; what was got is in the track's `obtained`
  bool cold = false;       ///< caches must not hold the lines: needs an arena larger than the last-level cache
  std::string semantics = "default";  ///< default, load-store, queue
  std::string priority = "normal";    ///< min, normal, high, kernel, realtime
  std::uint64_t flags = 0;            ///< context flags, passed on as they are
  std::uint64_t seed = 1;             ///< of the cell
  std::uint64_t series = 0;           ///< hash of the cell's series id: what a simulator draws its jitter from
  std::size_t cell = 0;               ///< place of the cell in the plan: what a simulator injects faults by
  std::vector<int> cpus{};            ///< of the issuing threads, set by a backend that arranges cells
};

/// What opening a lane really gave: compared with what was asked for, and part of the record.
struct obtained {
  std::vector<int> cpus{};              ///< the issuing threads are pinned to; empty: not pinned
  int source_node = -1;                 ///< NUMA node that holds the source's pages, -1 unknown
  int destination_node = -1;            ///< likewise for the destination
  std::string pages{};                  ///< huge, small, mixed; empty: unknown
  std::string path{};                   ///< direct, staged; empty: the only way there is
  side issuer = side::automatic;        ///< who issued
  std::vector<std::string> warnings{};  ///< what was asked for and not got, in sentences
};

/// A PCIe link as it is and as it could be. 0: not known.
struct link_facts {
  int generation = 0, lanes = 0;
  int max_generation = 0, max_lanes = 0;
};

/// A device as a backend reports it.
struct device_info {
  int id = 0;
  std::string label{};    ///< `rbln0`, `core1`, `numa0`
  std::string product{};  ///< `RBLN-CR13`, `NVIDIA H200`
  std::string pci{};      ///< `0000:03:00.0`, empty: none
  std::string uuid{};
  int numa = -1;  ///< nearest NUMA node, -1 unknown
  int chiplets = 1;
  std::uint64_t memory = 0;             ///< bytes, 0 unknown
  std::vector<int> cpus{};              ///< host backend: the CPUs of this domain
  int group = 0;                        ///< execution group
  int iommu_group = -1;                 ///< -1 unknown
  std::string revision{}, pci_id{};     ///< `rev-02`, `0x2130`; empty: unknown
  std::string bridge{}, bridge_name{};  ///< `0000:00:01.1/01:00.0` on the way to the root, and what sits there
  link_facts link{};
  int max_payload = 0, max_read_request = 0;  ///< bytes, 0 unknown
  bool is_cpu = false;                        ///< a driver's device that is this machine's CPU, and no accelerator
};
}  // namespace lanemark
