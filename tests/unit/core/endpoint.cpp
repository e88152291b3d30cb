// SPDX-License-Identifier: MIT
#include <lanemark/core/endpoint.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

static_assert(host_end() == endpoint{} && host_end().host && host_end().index == -1);
static_assert(host_end(2).index == 2 && host_end(2).host);
static_assert(!device_end(0).host && device_end(0).chiplet == -1 && device_end(0).node == -1);
static_assert(device_end(0) != host_end(0) && device_end(0) != device_end(0, 0) && device_end(0) < device_end(1));
static_assert(device_end(1, 0) < device_end(1, 1) && device_end(9) < host_end());  // devices sort before the host
static_assert(endpoint{.host = false, .index = 9, .node = 0} < endpoint{.host = false, .index = 0, .node = 1});
static_assert(chiplet_off != -1 && chiplet_off < 0);

TEST_CASE("endpoints are spelt as scenario files spell them") {
  CHECK(to_string(host_end()) == "host");
  CHECK(to_string(host_end(0)) == "host:0");
  CHECK(to_string(host_end(12)) == "host:12");
  CHECK(to_string(device_end(0)) == "0");
  CHECK(to_string(device_end(383)) == "383");
  CHECK(to_string(device_end(0, 0)) == "0.0");
  CHECK(to_string(device_end(3, 2)) == "3.2");
  CHECK(to_string(device_end(3, chiplet_off)) == "3");
  CHECK(to_string(endpoint{.host = false, .index = 3, .node = 1}) == "node1/3");
  CHECK(to_string(endpoint{.host = false, .index = 3, .chiplet = 2, .node = 0}) == "node0/3.2");
  CHECK(to_string(endpoint{.host = true, .index = 1, .node = 2}) == "node2/host:1");
}
