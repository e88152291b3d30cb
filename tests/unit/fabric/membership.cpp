// SPDX-License-Identifier: MIT
#include <lanemark/fabric/membership.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::fabric;

namespace {
cell between(std::vector<std::pair<int, int>> const& nodes) {
  cell c;
  for (auto const& [a, b] : nodes) {
    lane l{device_end(0), device_end(0)};
    l.source.node = a, l.destination.node = b;
    c.lanes.push_back(l);
  }
  return c;
}
}  // namespace

TEST_CASE("members are the nodes that a cell's lanes touch") {
  CHECK(members_of(between({{3, 1}})) == std::vector<int>{1, 3});
  CHECK(members_of(between({{0, 1}, {1, 0}})) == std::vector<int>{0, 1});
  CHECK(members_of(between({{2, 5}, {0, 2}})) == std::vector<int>{0, 2, 5});
  CHECK(members_of(cell{}).empty());
  CHECK(members_of(cell{.lanes = {{host_end(), device_end(0)}}}).empty());
}

TEST_CASE("a cell may mix lanes that cross with lanes that do not") {
  auto mixed = between({{0, 1}});
  CHECK(all_cross(mixed));
  mixed.lanes.push_back({device_end(0), device_end(1)});
  CHECK(!all_cross(mixed));
  CHECK(members_of(mixed) == std::vector<int>{0, 1});
  CHECK(!all_cross(between({{1, 1}})));
}

TEST_CASE("the source of the first lane leads") {
  CHECK(leader_of(between({{3, 1}, {0, 2}})) == 3);
  CHECK(leader_of(cell{}) == -1);
}

TEST_CASE("places") {
  std::vector<int> const members{1, 4, 7};
  CHECK(place_among(members, 4) == 1);
  CHECK(place_among(members, 2) == -1);
  CHECK(place_among({}, 0) == -1);
}
