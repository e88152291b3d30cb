// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/measure/record.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/vendor/rbln/environment_text.hpp>
#include <lanemark/vendor/rbln/options.hpp>
#include <lanemark/vendor/rbln/results_text.hpp>

namespace lanemark::rbln {
/// The devices a command line means, in its order; all of the machine's when it names none.
inline std::vector<int> chosen_devices(options const& o, inventory const& inv) {
  if (!o.npus.empty()) return o.npus;
  std::vector<int> ids;
  for (auto const& d : inv.devices) ids.push_back(d.id);
  return ids;
}

/// Why the chiplets asked for cannot be had, in the vendor's words: any device with one chiplet skips the run, a number
/// beyond a device's count fails it.
struct chiplet_answer {
  verdict what;
  std::string text;
};
inline std::optional<chiplet_answer> check_chiplets(options const& o, inventory const& inv) {
  if (!o.pins_chiplets()) return {};
  auto const ids = chosen_devices(o, inv);
  auto const count = [&](int id) {
    for (auto const& d : inv.devices)
      if (d.id == id) return d.chiplets;
    return 0;
  };
  for (auto const id : ids)
    if (count(id) == 1)
      return chiplet_answer{verdict::skip, "Device " + std::to_string(id) + " has 1 chiplet(s), affinity unsupported, skipping"};
  for (auto const id : ids)
    for (auto const c : {o.source_chiplet, o.destination_chiplet})
      if (c != affinity_off && c >= count(id)) return chiplet_answer{verdict::fail, "chiplet index out of range"};
  return {};
}

/// What the vendor's tool prints when the chosen group has no device.
inline constexpr std::string_view no_device_text =
    "[RBLN_UMD_ioctl_ERR] rbln_rsd_get_dev_id_str: logical_dev_id is greater than device count(logical 0 dev_cnt 0)\n"
    "[RBLN_UMD_api_ERR] rblnCreateContext: failed to init device\n"
    "[RBLN_RSD_PERF_ERR] rbln_rsd_perf_create_ctx: failed to create rsd context (rc -22)\n";

/// `--test_list`.
inline std::string test_list_text() {
  std::string s = "List of tests:\n-----------------\n\n";
  for (auto const name : test_names) s += std::string(name) + "\n";
  return s;
}

namespace detail {
inline std::vector<record> of_measure(std::span<record const> all, bool sync) {
  std::vector<record> some;
  for (auto const& r : all)
    if ((r.measure == "sync") == sync) some.push_back(r);
  return some;
}
inline std::string direction_word(options const& o) { return o.reads() ? "Read" : "Write"; }

/// Test cases 0 to 2: the tables.
inline std::string sweep_text(options const& o, inventory const& inv, std::span<record const> all) {
  auto const ids = chosen_devices(o, inv);
  std::string s;
  if (o.tc != 2) s += "\nDevice " + direction_word(o) + " bandwidth (GB/s)\n" + table_text(of_measure(all, false), inv, ids, true);
  if (o.tc != 1) s += "\nDevice P2P sync latency (us)\n" + table_text(of_measure(all, true), inv, ids, false);
  return s;
}

/// Test case 3 in the order of its chain: host to the first device, then for each other one there and to the host.
inline std::vector<record> chain(std::span<record const> all, std::vector<int> const& ids) {
  std::vector<record> sorted(all.begin(), all.end());
  auto const position = [&](endpoint const& e) {
    return 2 * static_cast<int>(std::find(ids.begin(), ids.end(), e.index) - ids.begin());
  };
  auto const rank = [&](record const& r) {
    if (r.lanes.empty() || r.direction == "h2d") return -1;
    auto const& l = r.lanes.front().path;
    return r.direction == "d2d" ? position(l.destination) : position(l.source) + 1;
  };
  std::stable_sort(sorted.begin(), sorted.end(), [&](record const& a, record const& b) { return rank(a) < rank(b); });
  return sorted;
}
}  // namespace detail

/// What stands before the results: the environment unless it is to be skipped, or the size where it was given.
inline std::string heading_text(options const& o, inventory const& inv, host_text const& host) {
  std::string s;
  if (!o.skip_test_env_info) s += environment_text(inv, host, o.test_env_info);
  if (o.tc >= 3) {
    if (o.size_given && o.measures_bandwidth()) s += "This test will run with size (" + hexadecimal(o.size) + ")\n";
    s += banner("Run", test_names[o.tc]);
    s += "\n[Measure Iteration cnt : " + std::to_string(o.iterations) + "]\n[Measure Buffer Size : " +
         hexadecimal(o.size) + "]\n\n";
  }
  return s + distance_text(inv, o.npus);
}

/// The results in the vendor's layout.
inline std::string results_text(options const& o, inventory const& inv, std::span<record const> all) {
  if (o.tc <= 2) return detail::sweep_text(o, inv, all);
  std::string s = "\n";
  if (o.tc == 4) {
    s += title("Device P2P sync latency (us)");
    for (auto const& r : all) s += latency_line(r, inv);
  } else {
    auto const what = o.tc == 5 ? "bidirectional bandwidth" : o.tc == 6 ? "parallel bandwidth" : "bandwidth";
    s += title("Device " + std::string(what) + " (GB/s) *" + detail::direction_word(o));
    for (auto const& r : o.tc == 3 ? detail::chain(all, chosen_devices(o, inv)) : std::vector<record>(all.begin(), all.end())) s += lines_text(r, inv);
  }
  return s + "\n" + banner(name_of(verdict_of(all)), test_names[o.tc]);
}
}  // namespace lanemark::rbln
