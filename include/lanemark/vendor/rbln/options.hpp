// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/core/result.hpp>

namespace lanemark::rbln {
/// Test cases by number, as `--test_list` prints them.
inline constexpr std::string_view test_names[] = {"RBLN_PERF_TEST_ALL",
                                                  "RBLN_PERF_BANDWIDTH_TEST_ALL",
                                                  "RBLN_PERF_LATENCY_TEST_ALL",
                                                  "RBLN_PERF_BANDWIDTH_TEST",
                                                  "RBLN_PERF_LATENCY_TEST",
                                                  "RBLN_PERF_BIDIR_BANDWIDTH_TEST",
                                                  "RBLN_PERF_PARALLEL_BANDWIDTH_TEST"};
inline constexpr int test_count = 7;

/// A chiplet number that switches affinity off.
inline constexpr int affinity_off = 15;

/// The command line of rblnBandwidthLatencyTest. Defaults are the vendor's; backend, model and json are ours.
struct options {
  int tc = 0;
  std::uint64_t size = 512ULL << 20;  ///< bytes; latency ignores it
  bool size_given = false;
  std::uint64_t timeout_us = 30'000'000;  ///< wait for one job
  std::size_t iterations = 1;
  bool warmup = false;
  std::vector<int> npus{};  ///< empty: all
  bool only_d2d = false, test_list = false, test_env_info = false, skip_test_env_info = false;
  int device_name = 0;  ///< product: 0 any, 2 ATOM, 5 Rebel100
  int priority = 1;     ///< min, normal, high, kernel, realtime
  int hdma_read = 0;    ///< 0 write: the source issues; 1 read
  int numa_node = -1;
  std::optional<int> data_pattern{};
  std::uint64_t flags = 0;
  int group = 0;
  int source_chiplet = 0, destination_chiplet = 0;
  std::string backend = "rbln", model{};
  bool one_device = false;  ///< the machine has only one: found out when it is opened

  bool has_pairs() const { return !one_device && npus.size() != 1; }
  bool reads() const { return hdma_read == 1; }
  bool pins_chiplets() const {
    auto const pins = [](int c) { return c != 0 && c != affinity_off; };
    return pins(source_chiplet) || pins(destination_chiplet);
  }
  bool measures_bandwidth() const { return tc != 2 && tc != 4; }
};

/// What is wrong with a command line, each in a sentence that names the option and its range; nothing: it can run.
inline std::vector<std::string> check(options const& o) {
  std::vector<std::string> wrong;
  auto const range = [&](char const* name, int value, int low, int high) {
    if (value < low || value > high)
      wrong.push_back(std::string(name) + " " + std::to_string(value) + " is out of range: " + std::to_string(low) +
                      " to " + std::to_string(high));
  };
  range("--tc", o.tc, 0, test_count - 1);
  range("--priority", o.priority, 0, 4);
  range("--hdma_read", o.hdma_read, 0, 1);
  if (o.numa_node < -1)
    wrong.push_back("--numa_node " + std::to_string(o.numa_node) + " is out of range: -1 (any) or a node");
  if (o.group < 0 || o.group > 63) range("--group_id", o.group, 0, 63);
  if (o.data_pattern && (*o.data_pattern < 0 || *o.data_pattern > 255))
    range("--data_pattern", *o.data_pattern, 0, 255);
  for (auto const c : {o.source_chiplet, o.destination_chiplet})
    if (c < 0) wrong.push_back("chiplet " + std::to_string(c) + " is out of range: 0 up, or 15 for no affinity");
  if (o.device_name != 0 && o.device_name != 2 && o.device_name != 5)
    wrong.push_back("--device_name " + std::to_string(o.device_name) +
                    " is unknown: 0 (any), 2 (ATOM) or 5 (Rebel100)");
  if (o.iterations == 0) wrong.push_back("--iteration_cnt 0 measures nothing: give 1 or more");
  if (o.timeout_us == 0) wrong.push_back("--timeout 0 lets no job finish: give microseconds, 30000000 by default");
  if (o.size_given && o.size == 0) wrong.push_back("--test_size 0 moves nothing: give 4K, 128M, 1G");
  if (o.npus.size() > 32)
    wrong.push_back("--npu_id_list has " + std::to_string(o.npus.size()) + " ids: up to 32 are taken");
  auto sorted = o.npus;
  std::sort(sorted.begin(), sorted.end());
  if (auto const twin = std::adjacent_find(sorted.begin(), sorted.end()); twin != sorted.end())
    wrong.push_back("--npu_id_list names device " + std::to_string(*twin) + " twice");
  if (o.npus.size() == 1 && o.tc >= 3 && o.tc <= 5)
    wrong.push_back("--tc " + std::to_string(o.tc) + " runs between devices: --npu_id_list needs two ids or more");
  return wrong;
}

/// The vendor's rule for a size of 4 GiB and more, outside test case 6: the default instead. The note says so; empty:
/// the size stands.
inline std::string settle_size(options& o) {
  if (!o.size_given || o.tc == 6 || o.size < (4ULL << 30)) return {};
  auto const asked = o.size;
  o.size = 512ULL << 20;
  return "--test_size " + to_string(bytes{asked}) +
         " is not below 4G, which only --tc 6 allows: the default, 512M, is taken";
}
}  // namespace lanemark::rbln
