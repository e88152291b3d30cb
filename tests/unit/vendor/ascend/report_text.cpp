// SPDX-License-Identifier: MIT
#include <lanemark/vendor/ascend/report_text.hpp>

#include <string>
#include <vector>

#include <lanemark/measure/statistics.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
record took(std::string const& direction, lane const& path, double ns, std::uint64_t size = 512) {
  record r{.measure = "latency", .direction = direction, .size = {size}};
  r.status = outcome::measured;
  r.unit = "ns";
  r.lanes.push_back({.path = path});
  r.summary = summarise({ns});
  return r;
}
lane up(int d) { return {host_end(), device_end(d)}; }
lane down(int d) { return {device_end(d), host_end()}; }
lane across(int a, int b) { return {device_end(a), device_end(b)}; }
}  // namespace

TEST_CASE("blocks have six significant digits") {
  CHECK(ascend::significant(802.421) == "802.421");
  CHECK(ascend::significant(1726.0612) == "1726.06");
  CHECK(ascend::significant(5.96) == "5.96");
  CHECK(ascend::significant(1234567) == "1.23457e+06");
}

TEST_CASE("a device's block says device to host first, whatever was measured first") {
  std::vector<record> const all{took("h2d", up(0), 766.108), took("d2h", down(0), 802.421)};
  CHECK(ascend::blocks_text(all) ==
        "Device Id: 0\nData Size: 512 B\nDevice to Host Latency: 802.421 ns\nHost to Device Latency: 766.108 ns\n");
}

TEST_CASE("a pair's block") {
  std::vector<record> const all{took("d2d", across(0, 1), 360.144)};
  CHECK(ascend::blocks_text(all) == "Device Id: 0 -> 1\nData Size: 512 B\nPeer to Peer Latency: 360.144 ns\n");
  std::vector<record> const pod{took("node", across(0, 1), 1726.06)};
  CHECK(ascend::blocks_text(pod) == "Device Id: 0 -> 1\nData Size: 512 B\nSuperPoD Peer to Peer Latency: 1726.06 ns\n");
}

TEST_CASE("the matrix of all pairs, each way on its own, and what has no figure is said below") {
  inventory inv;
  for (int i = 0; i < 3; ++i) inv.devices.push_back({.id = i});
  std::vector<record> all{took("d2d", across(0, 1), 325.16), took("d2d", across(1, 0), 330.05),
                          took("d2d", across(0, 2), 1003.5), took("d2d", across(2, 0), 939.32),
                          took("d2d", across(1, 2), 968.09)};
  auto lost = took("d2d", across(2, 1), 1);
  lost.summary.reset();
  lost.status = outcome::failed;
  lost.reason = "gone";
  all.push_back(lost);
  ascend::options o;
  o.type = "p2p";
  CHECK(ascend::results_text(o, inv, all) ==
        "Peer to Peer Test Latency Matrix(ns) DataSize: 512B\n"
        "D\\D 0 1 2\n"
        "0 *** 325.16 1003.50\n"
        "1 330.05 *** 968.09\n"
        "2 939.32 n/a ***\n"
        "failed: Device Id: 2 -> 1: gone\n");
}

TEST_CASE("JSON has strings with units, and other keys for a pair than for a device") {
  std::vector<record> const one{took("h2d", up(0), 730.551392, 1024)};
  CHECK(ascend::results_json(one) ==
        "{\n    \"Latency\": [\n        {\n            \"device_id\": \"0\",\n            \"latency\": \"730.551392 "
        "ns\",\n"
        "            \"size\": \"1024 Bytes\",\n            \"type\": \"Host to Device Test\"\n        }\n    ]\n}\n");
  std::vector<record> const pair{took("node", across(0, 1), 1911.797119)};
  auto const text = ascend::results_json(pair);
  CHECK(text.find("\"src_device_id\": \"0\"") != text.npos);
  CHECK(text.find("\"dst_device_id\": \"1\"") != text.npos);
  CHECK(text.find("\"latency\": \"1911.797119 ns\"") != text.npos);
  CHECK(text.find("\"type\": \"SuperPod Peer to Peer Test\"") != text.npos);
  CHECK(ascend::results_json({}) == "{\n    \"Latency\": []\n}\n");
}
