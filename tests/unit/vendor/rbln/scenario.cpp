// SPDX-License-Identifier: MIT
#include <lanemark/vendor/rbln/scenario.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark::rbln;

TEST_CASE("a command line without options is this scenario") {
  CHECK(scenario_text({}) == R"(# rblnBandwidthLatencyTest --tc 0, as a scenario
lanemark = 1

[scenario]
name = "rbln-tc0"

[target]
backend = "rbln"

[defaults]
iterations = 1
warmup = 0
wait = "30000000us"
missing = "fail"

[[test]]
name = "RBLN_PERF_BANDWIDTH_TEST_ALL"
tc = 1
size = "512MiB"

[[test]]
name = "RBLN_PERF_LATENCY_TEST_ALL"
tc = 2
)");
}

TEST_CASE("every option has its key") {
  options o{
      .tc = 3, .size = 4095, .size_given = true, .timeout_us = 7, .iterations = 20, .warmup = true, .npus = {5, 2}};
  o.only_d2d = true, o.device_name = 5, o.priority = 4, o.hdma_read = 1, o.numa_node = 1, o.data_pattern = 0;
  o.flags = 255, o.group = 9, o.source_chiplet = 3, o.destination_chiplet = 15;
  o.backend = "sim", o.model = "a\"b\\c";
  CHECK(scenario_text(o) == R"(# rblnBandwidthLatencyTest --tc 3, as a scenario
lanemark = 1

[scenario]
name = "rbln-tc3"

[target]
backend = "sim"
model = "a\"b\\c"
devices = [5, 2]
group = 9
product = "RBLN-CR"

[defaults]
iterations = 20
warmup = 1
wait = "7us"
missing = "fail"
priority = "realtime"
flags = 255
pattern = 0

[[test]]
name = "RBLN_PERF_BANDWIDTH_TEST"
tc = 3
direction = "d2d"
size = "4095B"
issuer = "destination"
affinity = "node:1"
source_chiplet = 3
destination_chiplet = "off"
)");
}

TEST_CASE("one device is measured with the host alone, unless only devices are wanted") {
  auto has = [](options o, std::string_view what) { return scenario_text(o).find(what) != std::string::npos; };
  for (int const tc : {0, 1, 6}) {
    options o{.tc = tc, .npus = {4}};
    CHECK(has(o, "direction = [\"h2d\", \"d2h\"]"));
    CHECK_FALSE(has(o, "LATENCY"));
    o.only_d2d = true;
    CHECK(has(o, "direction = \"d2d\""));
    o = {.tc = tc};
    CHECK_FALSE(has(o, "direction"));
    o.one_device = true;
    CHECK(has(o, "direction = [\"h2d\", \"d2h\"]"));
  }
  CHECK_FALSE(has({.tc = 2, .npus = {4}}, "direction"));
  CHECK(has({.tc = 2, .npus = {4}}, "tc = 2"));
}

TEST_CASE("latency has neither size nor issuer nor memory node") {
  for (int const tc : {2, 4}) {
    options o{.tc = tc, .size = 4096, .size_given = true};
    o.hdma_read = 1, o.numa_node = 1;
    auto const text = scenario_text(o);
    for (auto const* key : {"size", "issuer", "affinity"}) CHECK(text.find(key) == std::string::npos);
  }
}
