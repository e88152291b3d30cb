// SPDX-License-Identifier: MIT
#include <lanemark/plan/block.hpp>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
block filled(axis_choices const& axes, inventory const& inv,
             block b = {.measure = "bandwidth", .direction = "h2d", .mode = "single"}) {
  fill_axes(b, axes, inv);
  return b;
}
}  // namespace

static_assert(detail::saturated(0, 5) == 0 && detail::saturated(3, 5) == 15);
static_assert(detail::saturated(~std::size_t{0}, 2) == ~std::size_t{0} &&
              detail::saturated_sum(~std::size_t{0}, 1) == ~std::size_t{0});

TEST_CASE("axes that nobody speaks of have one value, the default") {
  auto const b = filled({}, host_machine(1));
  CHECK(b.size == std::vector<std::uint64_t>{536870912});
  CHECK(b.affinity == std::vector<placement>{{}});
  CHECK(b.timer == std::vector<std::string>{"auto"});
  CHECK(b.issuer == std::vector<side>{side::automatic});
  CHECK(b.source_chiplet == std::vector<chiplet_choice>{{}});
  CHECK(b.threads == std::vector<unsigned>{1});
  CHECK(filled({}, host_machine(1), {.measure = "latency", .direction = "h2d", .mode = "single"}).size ==
        std::vector<std::uint64_t>{512});
  CHECK(filled({}, host_machine(1), {.measure = "sync", .direction = "d2d", .mode = "single"}).size ==
        std::vector<std::uint64_t>{0});
}

TEST_CASE("values are read, the first of equal ones stays") {
  axis_choices axes;
  axes.size = {8, 4, 8};
  axes.affinity = {"far", "each", "node:1", "near", "none"};
  axes.threads = {"all", "3", "all"};
  axes.issuer = {"destination", "source", "auto"};
  axes.destination_chiplet = {"1", "off", "all"};
  auto inv = host_machine(2);
  inv.devices[1].chiplets = 2;
  auto const b = filled(axes, inv);
  CHECK(b.size == std::vector<std::uint64_t>{8, 4});
  using enum placement::wish;
  CHECK(b.affinity == std::vector<placement>{{far}, {node, 0}, {node, 1}, {near}, {none}});
  CHECK(b.threads == std::vector<unsigned>{0, 3});
  CHECK(b.issuer == std::vector<side>{side::destination, side::source, side::automatic});
  CHECK(b.destination_chiplet == std::vector<chiplet_choice>{{1}, {chiplet_off}, {0, true}, {1, true}});
  CHECK(b.source_chiplet == std::vector<chiplet_choice>{{}});
}

TEST_CASE("each, on a machine without host nodes, is the default place") {
  axis_choices axes;
  axes.affinity = {"each"};
  CHECK(filled(axes, sim_machine(1)).affinity == std::vector<placement>{{}});
}

TEST_CASE("counting multiplies what it says and never wraps") {
  axis_choices axes;
  axes.size = {1, 2, 3};
  axes.threads = {"1", "2"};
  block b{.measure = "bandwidth", .direction = "d2d", .mode = "single"};
  b.groups = {{{.direction = "d2d", .keyword = "all", .devices = {0, 1, 2}}}};
  b = filled(axes, host_machine(3), b);
  CHECK(count_groups(b) == 6);
  CHECK(count_cells(b) == 36);
  CHECK(all_differ(b));
  b.mode = "parallel";
  CHECK(count_cells(b) == 6);
  b.nothing = "no such lane";
  CHECK(count_cells(b) == 1);
  block huge{.measure = "bandwidth", .direction = "d2d", .mode = "single"};
  huge.groups = {{{.direction = "d2d", .keyword = "all", .devices = std::vector<int>(std::size_t{1} << 17)}}};
  huge.size.resize(std::size_t{1} << 20), huge.threads.resize(std::size_t{1} << 20);
  CHECK(count_cells(huge) == ~std::size_t{0});
}

TEST_CASE("bidirectional pairs are unordered unless the chiplets of their ends may differ") {
  block const b{.measure = "bandwidth",
                .direction = "d2d",
                .mode = "bidirectional",
                .groups = {{{.direction = "d2d", .keyword = "all", .devices = {0, 1, 2}}}}};
  axis_choices axes;
  CHECK(count_groups(filled(axes, sim_machine(3, 4), b)) == 3);
  CHECK(all_differ(filled(axes, sim_machine(3, 4), b)));
  axes.source_chiplet = {"1"};
  CHECK(count_groups(filled(axes, sim_machine(3, 4), b)) == 6);
  CHECK_FALSE(all_differ(filled(axes, sim_machine(3, 4), b)));
}
