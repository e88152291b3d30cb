// SPDX-License-Identifier: MIT
#include <lanemark/run/physical_limit.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
constexpr double gen5_x16 = 32e9 * 16 / 8 * 128 / 130;

record lanes_of(std::vector<lane> const& lanes, std::string unit = "B/s") {
  record r{.unit = std::move(unit)};
  for (auto const& l : lanes) r.lanes.push_back({.path = l, .summary = {}, .obtained = {}});
  return r;
}
inventory model() {
  inventory i{.backend = "sim", .simulated = true};
  for (int id = 0; id < 3; ++id) i.devices.push_back({.id = id, .pci = "0000:03:00.0"});
  i.devices[0].link = {.generation = 5, .lanes = 16};
  i.devices[1].link = {.generation = 1, .lanes = 1, .max_generation = 5, .max_lanes = 16};
  return i;
}
lane up(int id) { return {host_end(), device_end(id)}; }
lane down(int id) { return {device_end(id), host_end()}; }
}  // namespace

TEST_CASE("a lane of a device and its host is limited by the device's link at most") {
  for (auto const& l : {up(0), down(0), up(1), down(1)}) {
    auto const got = limit_of(lanes_of({l}), model(), {});
    REQUIRE(got);
    CHECK(got->rate == Approx(gen5_x16));
    CHECK(got->source == "PCIe Gen5 x16 of the model, 128b/130b");
  }
  CHECK(!limit_of(lanes_of({up(2)}), model(), {}));  // no link is stated
  CHECK(!limit_of(lanes_of({up(7)}), model(), {}));
}

TEST_CASE("lanes that run together have their links together, each way once") {
  CHECK(limit_of(lanes_of({up(0), down(0)}), model(), {})->rate == Approx(2 * gen5_x16));
  CHECK(limit_of(lanes_of({up(0), up(1)}), model(), {})->rate == Approx(2 * gen5_x16));
  CHECK(limit_of(lanes_of({up(0), up(0)}), model(), {})->rate == Approx(gen5_x16));
  CHECK(!limit_of(lanes_of({up(0), up(2)}), model(), {}));
}

TEST_CASE("what no PCIe link limits has no limit") {
  CHECK(!limit_of(lanes_of({{device_end(0), device_end(1)}}), model(), {}));
  CHECK(!limit_of(lanes_of({{host_end(0), host_end(1)}}), model(), {}));
  CHECK(!limit_of(lanes_of({up(0)}, "ns"), model(), {}));
  CHECK(!limit_of(lanes_of({}), model(), {}));
  auto far = up(0);
  far.destination.node = 1;
  CHECK(!limit_of(lanes_of({far}), model(), {}));
}

TEST_CASE("of a real device the narrowest hop at its maximum counts, and the addresses of a model mean nothing") {
  auto here = model();
  here.simulated = false;
  accelerator card{.address = "0000:03:00.0"};
  card.link.most_hop = pci_hop{};
  card.link.most_hop->now = {2.5, 8};
  card.link.most_hop->most = {16.0, 8};
  auto const got = limit_of(lanes_of({up(2)}), here, {card});
  REQUIRE(got);
  CHECK(got->rate == Approx(16e9 * 8 / 8 * 128 / 130));
  CHECK(got->source == "PCIe Gen4 x8 on the way to 0000:03:00.0, 128b/130b");
  card.link.most_hop->most.width.reset();
  CHECK(!limit_of(lanes_of({up(2)}), here, {card}));
  CHECK(!limit_of(lanes_of({up(2)}), here, {}));
  CHECK(limit_of(lanes_of({up(0)}), model(), {card})->rate == Approx(gen5_x16));
}

TEST_CASE("records get the limit and where it comes from") {
  std::vector<record> all{lanes_of({up(0)}), lanes_of({{device_end(0), device_end(1)}})};
  note_physical_limits(all, model(), {});
  CHECK(*all[0].physical_limit == Approx(gen5_x16));
  CHECK(all[0].physical_limit_source == "PCIe Gen5 x16 of the model, 128b/130b");
  CHECK(!all[1].physical_limit);
}
