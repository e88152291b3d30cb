// SPDX-License-Identifier: MIT
// The host backend on a machine we know: nodes 0 and 1 with CPUs 0-1 and 2-3, node 2 of memory alone, distances 21
// (0-1), 17 (0-2) and 28 (1-2). Meant for the emulated machine; elsewhere it must fail.
#include <lanemark/backend/host/host.hpp>

#include <sched.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/machine_of.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using list = std::vector<int>;
constexpr std::uint64_t size = 4 << 20;

host here() {
  auto h = host::open_all();
  REQUIRE(h);
  return std::move(*h);
}
lane up(int device) { return {host_end(), device_end(device)}; }
lane across(int from, int to, side issuer = side::automatic) { return {device_end(from), device_end(to), issuer}; }

/// Opens one lane as a cell would, and gives the track.
host::track opened(host& h, request r) {
  r.size = {size};
  std::vector<request> lanes{std::move(r)};
  REQUIRE_FALSE(h.arrange(lanes, 1));
  auto t = h.open(lanes[0]);
  REQUIRE(t);
  return std::move(*t);
}
bool all_on(std::byte const* data, int node) {
  auto const nodes = page_nodes(data, size, size / 4096);
  return nodes.size() == size / 4096 && std::all_of(nodes.begin(), nodes.end(), [&](int n) { return n == node; });
}
record measured(machine& m, cell c) {
  c.how.iterations = 2;
  c.size = {size};
  auto s = m.open(c);
  REQUIRE(s);
  record identity{.measure = c.measure, .size = c.size};
  for (auto const& l : c.lanes) identity.lanes.push_back({.path = l});
  return measure_stage(**s, std::move(identity), c.how);
}
bool warns(obtained const& got, std::string const& words) {
  return std::any_of(got.warnings.begin(), got.warnings.end(),
                     [&](auto const& w) { return w.find(words) != std::string::npos; });
}
}  // namespace

TEST_CASE("devices are the NUMA nodes, and one without CPUs borrows the nearest node's") {
  auto const h = here();
  auto const all = h.devices();
  REQUIRE(all.size() == 3);
  CHECK(all[0].label == "numa0");
  CHECK(all[2].label == "numa2");
  CHECK(all[0].cpus == list{0, 1});
  CHECK(all[1].cpus == list{2, 3});
  CHECK(all[2].cpus == list{0, 1});
  CHECK(all[2].numa == 2);
  machine_of<host> m(here());
  auto const inv = m.describe();
  CHECK(inv.granularity == "numa");
  CHECK(inv.host_nodes == list{0, 1, 2});
  CHECK(inv.distances == std::vector<list>{{10, 21, 17}, {21, 10, 28}, {17, 28, 10}});
}

TEST_CASE("every page lies where it was asked for, and the issuer is pinned to its side") {
  auto h = here();
  SECTION("written by the source") {
    auto const t = opened(h, {.path = across(0, 1)});
    CHECK(all_on(t.from->data, 0));
    CHECK(all_on(t.to->data, 1));
    CHECK(t.got.source_node == 0);
    CHECK(t.got.destination_node == 1);
    CHECK(t.got.cpus == list{0});
  }
  SECTION("read by the destination") {
    CHECK(opened(h, {.path = across(0, 1, side::destination)}).got.cpus == list{2});
  }
  SECTION("host memory near and far from the device") {
    auto const near = opened(h, {.path = up(1)});
    CHECK(all_on(near.from->data, 1));
    CHECK(near.got.cpus == list{2});
    auto const far = opened(h, {.path = up(1), .place = {placement::wish::far}});
    CHECK(all_on(far.from->data, 2));
    CHECK(far.got.cpus == list{0});  // node 2 has none, node 0 is nearest to it
  }
  SECTION("host memory on a node by number, and to a node of memory alone") {
    auto const t = opened(h, {.path = up(2), .place = {placement::wish::node, 0}});
    CHECK(all_on(t.from->data, 0));
    CHECK(all_on(t.to->data, 2));
    CHECK(warns(t.got, "numa2 has memory and no CPU"));
  }
  SECTION("a node that is not there is refused") {
    auto const no = h.supports({.path = up(0), .place = {placement::wish::node, 7}});
    REQUIRE(no);
    CHECK(no->text == "host: NUMA node 7 does not exist here");
  }
}

TEST_CASE("near and far are measured, verified and different in the record") {
  machine_of<host> m(here());
  auto const near = measured(m, {.lanes = {up(0)}});
  auto const far = measured(m, {.lanes = {up(0)}, .affinity = {placement::wish::far}});
  CHECK(near.status == outcome::measured);
  CHECK(far.status == outcome::measured);
  CHECK(near.lanes[0].obtained.source_node == 0);
  CHECK(far.lanes[0].obtained.source_node == 1);  // 21 is farther than 17
  auto const both = measured(m, {.mode = "bidirectional", .lanes = {across(0, 1), across(1, 0)}});
  CHECK(both.status == outcome::measured);
  CHECK(both.lanes[0].obtained.cpus != both.lanes[1].obtained.cpus);
}

TEST_CASE("several threads of one side, each on a CPU of its own") {
  machine_of<host> m(here());
  auto const r = measured(m, {.lanes = {across(1, 0)}, .threads = 2});
  CHECK(r.status == outcome::measured);
  auto cpus = r.lanes[0].obtained.cpus;
  std::sort(cpus.begin(), cpus.end());
  CHECK(cpus == list{2, 3});
  auto const no = m.open({.lanes = {across(1, 0)}, .size = {size}, .threads = 3});
  REQUIRE_FALSE(no);
  CHECK(no.error().text.find("has 2 CPU(s) to use") != std::string::npos);
}

TEST_CASE("a process bound to some CPUs uses no others") {
  cpu_set_t before, one;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CPU_ZERO(&one);
  CPU_SET(3, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  auto h = here();
  for (auto const& d : h.devices()) CHECK(d.cpus == list{3});
  machine_of<host> m(std::move(h));
  auto const no = m.open({.measure = "sync", .lanes = {across(0, 1)}});
  REQUIRE_FALSE(no);
  CHECK(no.error().kind == fault::unsupported);
  CHECK(measured(m, {.lanes = {up(0)}}).lanes[0].obtained.cpus == list{3});
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
}
