// SPDX-License-Identifier: MIT
#include <lanemark/plan/lane_pool.hpp>

#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
std::string text_of(lane_pool const& p) {
  std::string text;
  for (auto const& l : make_lanes(p)) text += (text.empty() ? "" : " ") + to_string(l);
  return text;
}
}  // namespace

TEST_CASE("lanes of each keyword, direction and number of devices") {
  struct row {
    char const *direction, *keyword;
    std::vector<int> devices;
    bool unordered;
    char const* lanes;
  };
  for (auto const& r : {
           row{"h2d", "all", {}, false, ""},
           row{"h2d", "all", {4}, false, "host>4"},
           row{"h2d", "all", {4, 2}, false, "host>4 host>2"},
           row{"d2h", "all", {0, 1}, false, "0>host 1>host"},
           row{"d2d", "all", {}, false, ""},
           row{"d2d", "all", {5}, false, ""},
           row{"d2d", "all", {5, 7}, false, "5>7 7>5"},
           row{"d2d", "all", {0, 1, 3}, false, "0>1 0>3 1>0 1>3 3>0 3>1"},
           row{"d2d", "all", {0, 1, 3}, true, "0>1 0>3 1>3"},
           row{"h2d", "first", {3, 1}, false, "host>3"},
           row{"d2h", "first", {3, 1}, false, "3>host"},
           row{"d2d", "first", {3, 1, 2}, false, "3>1 3>2"},
           row{"d2d", "first", {3}, false, ""},
           row{"h2d", "ring", {0, 1, 2}, false, "host>0 host>1 host>2"},
           row{"d2d", "ring", {}, false, ""},
           row{"d2d", "ring", {0}, false, ""},
           row{"d2d", "ring", {0, 1}, false, "0>1 1>0"},
           row{"d2d", "ring", {0, 1}, true, "0>1"},
           row{"d2d", "ring", {0, 2, 5}, false, "0>2 2>5 5>0"},
           row{"d2d", "ring", {0, 2, 5}, true, "0>2 2>5 5>0"},
           row{"d2d", "self", {0, 2}, false, "0>0 2>2"},
           row{"h2d", "self", {0, 2}, false, ""},
           row{"h2d", "chain", {0, 1, 2}, false, "host>0"},
           row{"d2d", "chain", {0, 1, 2}, false, "0>1 0>2"},
           row{"d2h", "chain", {0, 1, 2}, false, "1>host 2>host"},
           row{"d2h", "chain", {0}, false, ""},
           row{"d2h", "chain", {}, false, ""},
       }) {
    lane_pool const pool{
        .direction = r.direction, .keyword = r.keyword, .devices = r.devices, .unordered = r.unordered};
    CHECK(text_of(pool) == r.lanes);
    CHECK(count_lanes(pool) == make_lanes(pool).size());
  }
}

TEST_CASE("lanes between nodes") {
  lane_pool pool{.direction = "node", .keyword = "first", .devices = {0, 1}, .node_pairs = {{0, 1}, {1, 0}}};
  CHECK(text_of(pool) == "node0/0>node1/0 node1/0>node0/0");
  pool.keyword = "same";
  CHECK(text_of(pool) == "node0/0>node1/0 node0/1>node1/1 node1/0>node0/0 node1/1>node0/1");
  pool.keyword = "all";
  CHECK(count_lanes(pool) == 8);
  CHECK(make_lanes(pool).size() == 8);
  for (auto const* inside : {"ring", "self", "chain"}) {  // they have no meaning between nodes
    pool.keyword = inside;
    CHECK(count_lanes(pool) == 0);
    CHECK(make_lanes(pool).empty());
  }
  pool.keyword = "first";
  pool.devices = {};
  CHECK(count_lanes(pool) == 0);
  CHECK(make_lanes(pool).empty());
  pool.devices = {0, 1};
  pool.keyword = "";
  pool.named = {{device_end(0), device_end(1)}};
  CHECK(text_of(pool) == "node0/0>node1/1 node1/0>node0/1");
  CHECK(count_lanes(pool) == 2);
}

TEST_CASE("the number of lanes of many devices is known without making them") {
  lane_pool pool{.direction = "d2d", .keyword = "all"};
  for (int i = 0; i < 384; ++i) pool.devices.push_back(i);
  CHECK(count_lanes(pool) == 384 * 383);
  pool.unordered = true;
  CHECK(count_lanes(pool) == 384 * 383 / 2);
  CHECK(make_lanes(pool).size() == 384 * 383 / 2);
}
