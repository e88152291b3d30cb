// SPDX-License-Identifier: MIT
#include <lanemark/vendor/rbln/report_text.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::rbln;

namespace {
inventory machine() {
  inventory inv;
  for (int i = 0; i < 3; ++i) inv.devices.push_back({.id = i, .label = "rbln" + std::to_string(i), .product = "P"});
  inv.device_distances = {{0, 4, 8}, {4, 0, 8}, {8, 8, 0}};
  return inv;
}
record cell(lane l, double value, bool sync = false) {
  record r{.measure = sync ? "sync" : "bandwidth", .direction = std::string(direction_of(l)), .mode = "single"};
  r.unit = sync ? "ns" : "B/s", r.status = outcome::measured;
  r.summary = summary{.n = 1, .median = value};
  r.summary->min = r.summary->mean = r.summary->max = value;
  r.lanes = {{.path = l, .summary = r.summary, .obtained = {}}};
  return r;
}
lane between(int a, int b) { return {a < 0 ? host_end() : device_end(a), b < 0 ? host_end() : device_end(b)}; }
auto const bar = std::string(78, '=') + "\n", rule = std::string(33, '-') + "\n";
}  // namespace

TEST_CASE("the list of tests") {
  CHECK(test_list_text() == R"(List of tests:
-----------------

RBLN_PERF_TEST_ALL
RBLN_PERF_BANDWIDTH_TEST_ALL
RBLN_PERF_LATENCY_TEST_ALL
RBLN_PERF_BANDWIDTH_TEST
RBLN_PERF_LATENCY_TEST
RBLN_PERF_BIDIR_BANDWIDTH_TEST
RBLN_PERF_PARALLEL_BANDWIDTH_TEST
)");
}

TEST_CASE("what stands before the results") {
  options o{.tc = 3, .size = 0x100000, .size_given = true, .iterations = 4, .npus = {0, 1}};
  o.skip_test_env_info = true;
  auto const block = bar + "[      Run ] : RBLN_PERF_BANDWIDTH_TEST\n" + bar +
                     "\n[Measure Iteration cnt : 4]\n[Measure Buffer Size : 0x100000]\n\n"
                     "P2P Connectivity Distance\nrbln0       0   4   8\nrbln1       4   0   8\n";
  CHECK(heading_text(o, machine(), {"C", "V"}) == "This test will run with size (0x100000)\n" + block);
  o.size_given = false;
  CHECK(heading_text(o, machine(), {"C", "V"}) == block);
  o.skip_test_env_info = false;
  CHECK(heading_text(o, machine(), {"C", "V"}) == environment_text(machine(), {"C", "V"}, false) + block);
  o.test_env_info = true;
  CHECK(heading_text(o, machine(), {"C", "V"}) == environment_text(machine(), {"C", "V"}, true) + block);
  options const sweep{.tc = 1, .size_given = true, .skip_test_env_info = true};
  CHECK(heading_text(sweep, machine(), {"C", "V"}) == distance_text(machine(), {0, 1, 2}));
  options const latency{.tc = 4, .size = 4096, .size_given = true, .skip_test_env_info = true};
  CHECK(heading_text(latency, machine(), {"C", "V"}).find("This test will run") == std::string::npos);
}

TEST_CASE("test case 3 in the order of its chain, whatever order the cells ran in") {
  options o{.tc = 3, .npus = {2, 0, 1}};
  std::vector<record> const all{cell(between(1, -1), 4e9), cell(between(2, 0), 2e9), cell(between(-1, 2), 1e9),
                                cell(between(0, -1), 3e9), cell(between(2, 1), 5e9)};
  CHECK(results_text(o, machine(), all) == "\n" + rule + "Device bandwidth (GB/s) *Write\n" + rule +
                                               R"([H2D] HOST -> rbln2 : MAX 1.00, MIN 1.00, AVG 1.00
[D2D] rbln2 -> rbln0 : MAX 2.00, MIN 2.00, AVG 2.00
[D2H] rbln0 -> HOST : MAX 3.00, MIN 3.00, AVG 3.00
[D2D] rbln2 -> rbln1 : MAX 5.00, MIN 5.00, AVG 5.00
[D2H] rbln1 -> HOST : MAX 4.00, MIN 4.00, AVG 4.00

)" + bar + "[     PASS ] : RBLN_PERF_BANDWIDTH_TEST\n" +
                                               bar);
}

TEST_CASE("titles name the direction of the engine") {
  options o{.tc = 5};
  auto const all = std::vector{cell(between(0, 1), 1e9)};
  auto has = [&](char const* what) { return results_text(o, machine(), all).find(what) != std::string::npos; };
  CHECK(has("\nDevice bidirectional bandwidth (GB/s) *Write\n"));
  o.hdma_read = 1;
  CHECK(has("\nDevice bidirectional bandwidth (GB/s) *Read\n"));
  o.tc = 6;
  CHECK(has("\nDevice parallel bandwidth (GB/s) *Read\n"));
  o.tc = 1;
  CHECK(has("\nDevice Read bandwidth (GB/s)\nS \\ D"));
  CHECK_FALSE(has("latency"));
  o.tc = 0, o.hdma_read = 0;
  CHECK(has("\nDevice Write bandwidth (GB/s)\nS \\ D"));
  CHECK(has("\nDevice P2P sync latency (us)\nS \\ D"));
  o.tc = 2;
  CHECK_FALSE(has("bandwidth"));
}

TEST_CASE("test case 4") {
  options const o{.tc = 4};
  CHECK(results_text(o, machine(), std::vector{cell(between(0, 1), 2070, true), cell(between(0, 2), 3100, true)}) ==
        "\n" + rule + "Device P2P sync latency (us)\n" + rule +
            "rbln0 -> rbln1 2.07 (us)\nrbln0 -> rbln2 3.10 (us)\n\n" + bar + "[     PASS ] : RBLN_PERF_LATENCY_TEST\n" +
            bar);
}

TEST_CASE("tables have a banner only when something is missing") {
  options o{.tc = 1, .npus = {0}};
  std::vector<record> all{cell(between(-1, 0), 1e9), cell(between(0, -1), 1e9)};
  CHECK(results_text(o, machine(), all).find("===") == std::string::npos);
  all[1].status = outcome::skipped, all[1].reason = "why", all[1].summary.reset();
  auto const text = results_text(o, machine(), all);
  CHECK(text.find("n/a: rbln0 -> HOST skipped (why)\n\n" + bar + "[     SKIP ] : RBLN_PERF_BANDWIDTH_TEST_ALL\n") !=
        std::string::npos);
  o.only_d2d = true;
  CHECK(results_text(o, machine(), all).find("n/a: --only_d2d leaves out transfers from and to HOST\n") !=
        std::string::npos);
}
