// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/measure/record.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/vendor/rbln/environment_text.hpp>
#include <lanemark/vendor/rbln/options.hpp>
#include <lanemark/vendor/rbln/results_text.hpp>
#include <lanemark/vendor/rbln/selection.hpp>

namespace lanemark::rbln {
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

/// Test cases 0 to 2: the tables. What went wrong is said below, and only then there is a banner: the vendor's page
/// shows none.
inline std::string sweep_text(options const& o, inventory const& inv, std::span<record const> all) {
  auto const ids = chosen_devices(o, inv);
  std::string s;
  auto part = [&](bool sync, std::string const& heading) {
    auto const some = of_measure(all, sync);
    s += "\n" + heading + "\n" + table_text(some, inv, ids, !sync) + reasons_text(some, inv);
    if (!sync && o.only_d2d) s += "n/a: --only_d2d leaves out transfers from and to HOST\n";
  };
  if (o.tc != 2) part(false, "Device " + direction_word(o) + " bandwidth (GB/s)");
  if (o.tc != 1) part(true, "Device P2P sync latency (us)");
  auto const v = verdict_of(all);
  return v == verdict::pass ? s : s + "\n" + banner(name_of(v), test_names[o.tc]);
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
    s += "\n[Measure Iteration cnt : " + std::to_string(o.iterations) +
         "]\n[Measure Buffer Size : " + hexadecimal(o.size) + "]\n\n";
  }
  return s + distance_text(inv, chosen_devices(o, inv));
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
    auto const ordered =
        o.tc == 3 ? detail::chain(all, chosen_devices(o, inv)) : std::vector<record>(all.begin(), all.end());
    for (auto const& r : ordered) s += lines_text(r, inv);
  }
  return s + "\n" + banner(name_of(verdict_of(all)), test_names[o.tc]);
}
}  // namespace lanemark::rbln
