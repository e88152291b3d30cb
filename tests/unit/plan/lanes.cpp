// SPDX-License-Identifier: MIT
#include <lanemark/plan/lanes.hpp>

#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

static_assert(parse_endpoint("host") == host_end());
static_assert(parse_endpoint("host:1") == host_end(1));
static_assert(parse_endpoint("12") == device_end(12));
static_assert(parse_endpoint("0.2") == device_end(0, 2));
static_assert(parse_endpoint("node1/3.0")->node == 1 && parse_endpoint("node1/3.0")->chiplet == 0);
static_assert(parse_endpoint("node2/host:0") == endpoint{.host = true, .index = 0, .node = 2});

TEST_CASE("endpoints that are none") {
  for (auto const* text :
       {"",   " ",  "host:",  "host:x", "hosts",  "-1",      "0.",         ".0",           "0.1.2", "0x1",
        "1 ", "+1", "node/0", "node1",  "node1/", "nodex/0", "9999999999", "0.9999999999", "HOST",  "0:1"})
    CHECK_FALSE(parse_endpoint(text));
}

TEST_CASE("every spelling of a lane reads back as it was written") {
  for (std::string const text :
       {"0>1", "host>0", "0>host", "host:1>0", "3>host:0", "0.2>1.3", "0>0", "0.1>0.2", "node0/0>node1/1"}) {
    auto const read = parse_lane(text);
    REQUIRE(read);
    CHECK_FALSE(read->with_host);
    CHECK(to_string(read->path) == text);
  }
  auto const alone = parse_lane("7");
  REQUIRE(alone);
  CHECK(alone->with_host);
  CHECK(to_string(alone->path) == "host>7");
  CHECK(to_string(parse_lane("0.3")->path) == "host>0.3");
}

TEST_CASE("a wrong lane is refused with what is wrong and what is right") {
  auto const right =
      "; write for example \"0>1\", \"0\" (that device with the host), \"host:1>0\", \"0.2>1.3\" or "
      "\"node0/0>node1/1\"";
  struct row {
    char const *text, *why;
  };
  for (auto const& r :
       {row{"0-1", "it has no \">\""}, row{"", "it has no \">\""}, row{"host", "a lane needs two ends"},
        row{"node1/0", "a lane between nodes needs two ends"}, row{">1", "its source \"\" is no endpoint"},
        row{"0>", "its destination \"\" is no endpoint"}, row{"0>1>2", "its destination \"1>2\" is no endpoint"},
        row{"0 > 1", "its source \"0 \" is no endpoint"}, row{"host>host:1", "both ends are the host"},
        row{"node0/0>1", "both ends need a node, or none"},
        row{"node1/0>node1/1", "both ends are on node 1, write the lane without nodes"},
        row{"node0/host>node1/0", "lanes between nodes go from device to device"}}) {
    auto const read = parse_lane(r.text);
    REQUIRE_FALSE(read);
    CHECK(read.error().kind == fault::invalid);
    CHECK(read.error().text == "\"" + std::string(r.text) + "\" is not a lane: " + r.why + right);
  }
}

TEST_CASE("a lane means something in the directions it fits, and in no other") {
  struct row {
    char const *text, *direction, *lane;
  };
  for (auto const& r : {row{"0", "h2d", "host>0"}, row{"0", "d2h", "0>host"}, row{"0", "d2d", ""}, row{"0", "node", ""},
                        row{"0>1", "d2d", "0>1"}, row{"0>1", "h2d", ""}, row{"0>1", "node", "0>1"},
                        row{"host:1>0", "h2d", "host:1>0"}, row{"host:1>0", "d2h", ""}, row{"0>host", "d2h", "0>host"},
                        row{"node0/0>node1/1", "node", "node0/0>node1/1"}, row{"node0/0>node1/1", "d2d", ""}}) {
    auto const l = in_direction(*parse_lane(r.text), r.direction);
    CHECK((l ? to_string(*l) : "") == r.lane);
  }
}
