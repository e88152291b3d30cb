// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/core/lane.hpp>

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
inline std::string to_string(placement const& p) {
  switch (p.kind) {
    case placement::wish::none: return "none";
    case placement::wish::near: return "near";
    case placement::wish::far: return "far";
    case placement::wish::node: break;
  }
  return "node:" + std::to_string(p.node);
}

/// One lane to open. Values only: whatever does not change the machine code inside the timed region.
struct request {
  lane path{};
  bytes size{};
  placement place{};
  unsigned threads = 1;               ///< issuing threads that share the lane's bytes
  bool huge_pages = true;             ///< asked for; what was got is in the track's `obtained`
  bool cold = false;                  ///< caches must not hold the lines: needs an arena larger than the last-level cache
  std::string semantics = "default";  ///< default, load-store, queue
  std::string priority = "normal";    ///< min, normal, high, kernel, realtime
  std::uint64_t flags = 0;            ///< context flags, passed on as they are
  std::vector<int> cpus{};            ///< of the issuing threads, set by a backend that arranges cells
};

/// What opening a lane really gave: compared with what was asked for, and part of the record.
struct obtained {
  std::vector<int> cpus{};         ///< the issuing threads are pinned to; empty: not pinned
  int source_node = -1;            ///< NUMA node that holds the source's pages, -1 unknown
  int destination_node = -1;       ///< likewise for the destination
  std::string pages{};             ///< huge, small, mixed; empty: unknown
  std::string path{};              ///< direct, staged; empty: the only way there is
  side issuer = side::automatic;   ///< who issued
  std::vector<std::string> warnings{};  ///< what was asked for and not got, in sentences
};

/// A device as a backend reports it.
struct device_info {
  int id = 0;
  std::string label{};    ///< `rbln0`, `core1`, `numa0`
  std::string product{};  ///< `RBLN-CR13`, `NVIDIA H200`
  std::string pci{};      ///< `0000:03:00.0`, empty: none
  std::string uuid{};
  int numa = -1;          ///< nearest NUMA node, -1 unknown
  int chiplets = 1;
  std::uint64_t memory = 0;  ///< bytes, 0 unknown
  std::vector<int> cpus{};   ///< host backend: the CPUs of this domain
};
}  // namespace lanemark
