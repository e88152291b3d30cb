// SPDX-License-Identifier: MIT
#include <lanemark/plan/series_id.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
cell plain() {
  cell c{.test = "pairs", .direction = "h2d", .lanes = {{host_end(), device_end(0)}}};
  c.size = c.size_requested = {65536};
  return c;
}
}  // namespace

TEST_CASE("an id is made of values, the timer behind the size, then what differs from the default") {
  auto c = plain();
  CHECK(series_id("nightly", c) == "nightly/pairs/bandwidth/h2d/single/host>0/size=65536");
  CHECK(series_id("nightly", c, "auto") == "nightly/pairs/bandwidth/h2d/single/host>0/size=65536");
  CHECK(series_id("nightly", c, "tsc") == "nightly/pairs/bandwidth/h2d/single/host>0/size=65536/timer=tsc");
  c.affinity = {placement::wish::node, 1};
  c.lanes[0].issuer = side::source;
  c.lanes[0].destination.chiplet = chiplet_off;
  c.semantics = "queue", c.cache = "cold", c.copy = "rep", c.threads = 4;
  CHECK(series_id("nightly", c, "tsc") ==
        "nightly/pairs/bandwidth/h2d/single/host>0/size=65536/timer=tsc/affinity=node:1/issuer=source/"
        "destination_chiplet=off/semantics=queue/cache=cold/copy=rep/threads=4");
  c.threads = 0;
  CHECK(axis_suffix(c).ends_with("/threads=all"));
}

TEST_CASE("what the lane says is not said twice") {
  auto c = plain();
  c.lanes[0].source = host_end(1);
  c.affinity = {placement::wish::node, 1};
  c.lanes[0].destination.chiplet = 2;
  CHECK(series_id("s", c) == "s/pairs/bandwidth/h2d/single/host:1>0.2/size=65536");
  std::swap(c.lanes[0].source, c.lanes[0].destination);
  c.direction = "d2h";
  CHECK(series_id("s", c) == "s/pairs/bandwidth/d2h/single/0.2>host:1/size=65536");
}

TEST_CASE("sync has no size; lanes that are not there are none") {
  cell c{.test = "t", .measure = "sync", .direction = "d2d", .lanes = {{device_end(0), device_end(1)}}};
  CHECK(series_id("s", c, "tsc") == "s/t/sync/d2d/single/0>1/timer=tsc");
  c.protocol = "two-lines";
  CHECK(series_id("s", c, "tsc") == "s/t/sync/d2d/single/0>1/timer=tsc/protocol=two-lines");
  c.lanes.clear();
  CHECK(series_id("s", c) == "s/t/sync/d2d/single/none/protocol=two-lines");
}

TEST_CASE("names of any text stay one part of the id and plain ASCII") {
  auto c = plain();
  c.test = "a/b c\xc3\xa4%\n";
  CHECK(series_id("x.y_z-1", c).starts_with("x.y_z-1/a%2Fb%20c%C3%A4%25%0A/bandwidth/"));
}

TEST_CASE("a record's id has the timer that was used, wherever the plan left it") {
  auto c = plain();
  c.affinity.kind = placement::wish::far;
  c.test = "a/b";
  c.id = series_id("s", c);
  CHECK(c.id == "s/a%2Fb/bandwidth/h2d/single/host>0/size=65536/affinity=far");
  CHECK(with_timer(c, "device") == "s/a%2Fb/bandwidth/h2d/single/host>0/size=65536/timer=device/affinity=far");
  CHECK(with_timer(c, "") == c.id);
  c.timer = "tsc";
  c.id = series_id("s", c, c.timer);
  CHECK(with_timer(c, "tsc") == c.id);
  c.lanes = {{endpoint{.host = false, .index = 0, .node = 0}, endpoint{.host = false, .index = 1, .node = 1}}};
  c.direction = "node";
  c.id = series_id("s", c);
  CHECK(with_timer(c, "steady") ==
        "s/a%2Fb/bandwidth/node/single/node0/0>node1/1/size=65536/timer=steady/affinity=far");
}

TEST_CASE("up to eight lanes are named, more are counted and hashed, by value") {
  auto c = plain();
  c.mode = "parallel";
  c.lanes.clear();
  for (int i = 0; i < 8; ++i) c.lanes.push_back({host_end(), device_end(i)});
  CHECK(lanes_text(c.lanes) == "host>0+host>1+host>2+host>3+host>4+host>5+host>6+host>7");
  c.lanes.push_back({host_end(), device_end(10)});
  auto const nine = lanes_text(c.lanes);
  CHECK(nine == "9-lanes:0-7,10:22c7e03e993916ea");
  CHECK(lanes_text(c.lanes) == nine);
  c.lanes.back().destination.chiplet = 1;
  CHECK(lanes_text(c.lanes) != nine);
  CHECK(lanes_text(c.lanes).starts_with("9-lanes:0-7,10:"));
  c.lanes.clear();
  for (int i = 0; i < 200; i += 2) c.lanes.push_back({host_end(), device_end(i)});
  CHECK(lanes_text(c.lanes).starts_with("100-lanes:many:"));
  CHECK(lanes_text({{device_end(0), device_end(1)}, {device_end(1), device_end(0)}}) == "0<>1");
}
