// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lanemark/policy/request.hpp>

// A made-up machine, as a device-model file describes it. Plain data: times in ns, rates in bytes per ns (= GB/s).

namespace lanemark::on_sim {
/// Which lanes a rule speaks of. What is empty matches all.
struct lane_match {
  std::vector<std::string> direction{};      ///< h2d, d2h, d2d, node
  std::vector<int> source{}, destination{};  ///< device ids; a host end matches none of them
  std::vector<int> source_chiplet{}, destination_chiplet{};
  std::vector<int> distance{};  ///< between the two devices, as the model states it
  std::vector<std::string> issuer{}, semantics{}, affinity{}, measure{};
  std::optional<bool> same_bridge{};  ///< both devices behind one bridge
  std::optional<bool> same_device{};  ///< a lane inside one device
};

/// Figures by device or pair: one for all, one per device, or one per (source, destination). 0: not given.
struct figures {
  std::vector<std::vector<double>> rows{};
  /// The figure for a lane; `row` and `column` are the two device ids, -1 for a host end.
  double at(int row, int column) const {
    if (rows.empty()) return 0;
    auto const r = rows.size() == 1 ? std::size_t{0} : static_cast<std::size_t>(row < 0 ? column : row);
    if (r >= rows.size() || rows[r].empty()) return 0;
    auto const one_each = row < 0 ? column : column < 0 ? row : column;
    auto const c = rows[r].size() == 1 ? std::size_t{0} : static_cast<std::size_t>(one_each);
    return c < rows[r].size() ? rows[r][c] : 0;
  }
};

/// A size whose time or rate is stated: overrides the line there and only there.
struct stated_size {
  std::uint64_t size = 0;
  figures time_ns{}, rate{};  ///< one of the two
};

/// time(size) = overhead + size / bandwidth, but for stated sizes.
struct lane_rule {
  lane_match match{};
  double bandwidth = 0;    ///< bytes per ns, without an overhead
  double overhead_ns = 0;  ///< per copy
  std::vector<stated_size> points{};
};

/// A link shared by lanes that run together. `each`: one such link for all, or one per source device, destination
/// device or bridge of the device.
struct link_rule {
  std::string name{};
  lane_match match{};
  double bandwidth = 0;  ///< bytes per ns
  enum class instances { one, per_source, per_destination, per_device, per_bridge } each = instances::one;
};

/// What goes wrong, where and from which cell on (counted over the whole plan from 0). The first that matches decides.
struct fault_rule {
  /// fail: the driver says so. hang: the copy never ends, the wait for it does. crash, abort, kill: the driver dies,
  /// under real pace with its process, by SIGSEGV, SIGABRT or SIGKILL. corrupt: a bit flips. slow: takes `factor` times
  /// as long. disappear: the device is gone. stuck: the driver's call never returns, under real pace for ever.
  /// slow_start: under real pace the device takes `start_ns` to open.
  enum class kind { fail, hang, crash, corrupt, slow, disappear, stuck, abort, kill, slow_start } what = kind::fail;
  lane_match match{};
  std::size_t after = 0;              ///< first cell of the plan that it touches
  std::optional<std::size_t> only{};  ///< this cell of the plan alone
  double factor = 2;                  ///< of the time, for slow
  double start_ns = 1e9;              ///< for slow_start
};

struct sync_rule {
  lane_match match{};
  figures one_way_ns{};
};

enum class jitter_kind { none, lognormal, normal };

struct model {
  std::string name{}, source{}, path{};
  std::string host_cpu{}, host_vendor{};
  std::vector<int> host_nodes{0};
  int nodes = 1;  ///< of a super-pod, all alike; devices are numbered per node
  std::vector<device_info> devices{};
  std::vector<lane_rule> lanes{};  ///< the first that matches decides
  std::vector<sync_rule> syncs{};
  std::vector<link_rule> links{};
  std::vector<fault_rule> faults{};
  std::vector<std::vector<int>> distances{};  ///< between devices, as stated; empty: none stated
  jitter_kind jitter = jitter_kind::none;
  double jitter_cv = 0;    ///< standard deviation over mean
  bool real_pace = false;  ///< copies and waits take wall time, a crash is one
};
}  // namespace lanemark::on_sim
