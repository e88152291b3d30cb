// SPDX-License-Identifier: MIT
#include <lanemark/core/lane.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
constexpr endpoint on_node(int node, endpoint e) {
  e.node = node;
  return e;
}
constexpr lane up{host_end(), device_end(0)}, down{device_end(0), host_end()}, peers{device_end(0), device_end(1)};
}  // namespace

static_assert(direction_of(up) == "h2d" && direction_of(down) == "d2h" && direction_of(peers) == "d2d");
static_assert(direction_of({host_end(0), host_end(1)}) == "h2h");
static_assert(direction_of({on_node(0, device_end(0)), on_node(1, device_end(0))}) == "node");
static_assert(direction_of({on_node(1, device_end(0)), on_node(1, device_end(1))}) == "d2d");
static_assert(opposite(up, down) && opposite(down, up) && !opposite(up, up) && !opposite(peers, up));
static_assert(!opposite(peers, {device_end(1), device_end(0, 2)}));
static_assert(opposite({device_end(0), device_end(0)}, {device_end(0), device_end(0)}));
static_assert(opposite({host_end(), device_end(0), side::source}, {device_end(0), host_end(), side::destination}));
static_assert(name_of(side::automatic) == "auto" && name_of(side::source) == "source" &&
              name_of(side::destination) == "destination");
static_assert(up != lane{host_end(), device_end(0), side::source});

TEST_CASE("a lane is spelt source>destination") {
  CHECK(to_string(up) == "host>0");
  CHECK(to_string(down) == "0>host");
  CHECK(to_string(lane{host_end(1), device_end(0, 2)}) == "host:1>0.2");
  CHECK(to_string(lane{on_node(0, device_end(0)), on_node(1, device_end(1))}) == "node0/0>node1/1");
}

TEST_CASE("lanes that run together") {
  auto text = [](std::vector<lane> const& lanes) { return to_string(std::span<lane const>(lanes)); };
  CHECK(text({}) == "");
  CHECK(text({up}) == "host>0");
  CHECK(text({up, down}) == "host<>0");
  CHECK(text({peers, {device_end(1), device_end(0)}}) == "0<>1");
  CHECK(text({peers, {device_end(1), device_end(2)}}) == "0>1+1>2");
  CHECK(text({up, down, peers}) == "host>0+0>host+0>1");
  CHECK(text({up, up}) == "host>0+host>0");
}
