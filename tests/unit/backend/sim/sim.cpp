// SPDX-License-Identifier: MIT
#include <lanemark/backend/sim/sim.hpp>

#include <chrono>

#include <lanemark/measure/marked.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/inventory.hpp>

#include <made_up_model.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using on_sim::fault_rule;
using on_sim::link_rule;
using kind = fault_rule::kind;

namespace {
using paths = std::vector<lane>;
lane const up{host_end(), device_end(0)}, down{device_end(0), host_end()}, there{device_end(0), device_end(1)},
    back{device_end(1), device_end(0)};

/// Three samples of a cell; `cell`: its place in the plan.
record measured(sim& s, paths const& lanes, std::uint64_t size = 100'000, std::size_t cell = 0,
                std::string measure = "bandwidth", nanoseconds wait = nanoseconds{1e6}) {
  record r{.measure = measure};
  r.size = {size};
  std::vector<sim::track> tracks;
  for (auto const& l : lanes) {
    request asked{.path = l, .measure = measure, .size = {size}};
    asked.cell = cell, asked.series = cell + 1;
    r.lanes.push_back({.path = l, .summary = {}, .obtained = {}});
    auto const no = s.supports(asked);
    auto opened = no ? result<sim::track>(*no) : s.open(asked);
    if (!opened) {
      r.status = outcome_of(opened.error().kind), r.reason = opened.error().text;
      return r;
    }
    tracks.push_back(std::move(*opened));
  }
  auto const signals = measure == "sync";
  marked_stage<sim> stage(s, std::move(tracks),
                          signals ? on_sim::ping::submit : on_sim::copy<quantity::bandwidth>::submit);
  stage.per_turn = signals ? 0.5 : 1, stage.moves = !signals;
  return measure_stage(stage, std::move(r), {.iterations = 3, .wait = wait});
}
/// ns of one copy on each lane.
std::vector<double> times(record const& r) {
  std::vector<double> out;
  for (auto const& l : r.lanes)
    out.push_back(l.summary ? static_cast<double>(r.size.count) / l.summary->median * 1e9 : -1);
  return out;
}
void check_times(record const& r, std::vector<double> const& wanted) {
  INFO(r.reason);
  auto const got = times(r);
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Approx(wanted[i]).epsilon(1e-9));
}
on_sim::model linked(link_rule link, int devices = 4) {
  auto m = made_up_model(devices);
  m.links = {std::move(link)};
  return m;
}
}  // namespace

TEST_CASE("one lane = overhead + size / bandwidth, at every size") {
  sim s(made_up_model(2));
  for (std::uint64_t const size : {1ULL, 512ULL, 100'000ULL, 1ULL << 29, 5ULL << 30})
    check_times(measured(s, {there}, size, 0, "bandwidth", nanoseconds{1e10}), {1000 + static_cast<double>(size) / 50});
}

TEST_CASE("two lanes over one link share it, one lane alone does not suffer") {
  sim s(linked({.name = "bus", .bandwidth = 50}));
  check_times(measured(s, {there}), {3000});
  check_times(measured(s, {there, {device_end(2), device_end(3)}}), {5000, 5000});
  check_times(measured(s, {there, back}), {5000, 5000});  // half duplex: one link for both ways
}

TEST_CASE("both directions of a full-duplex link do not share") {
  auto m = made_up_model(2);
  m.links = {{.name = "in", .bandwidth = 50, .each = link_rule::instances::per_destination},
             {.name = "out", .bandwidth = 50, .each = link_rule::instances::per_source}};
  sim s(m);
  check_times(measured(s, {there, back}), {3000, 3000});
  check_times(measured(s, {up, down}), {3000, 3000});
  // two lanes into one device do
  check_times(measured(s, {up, back}), {5000, 5000});
}

TEST_CASE("links of one source, destination, device, bridge") {
  using each = link_rule::instances;
  lane const two_to_one{device_end(2), device_end(1)}, zero_to_three{device_end(0), device_end(3)},
      two_to_three{device_end(2), device_end(3)};
  struct row {
    each e;
    paths lanes;
    double wanted;
  };
  for (auto const& r : std::vector<row>{{each::per_source, {there, zero_to_three}, 5000},
                                        {each::per_source, {there, two_to_one}, 3000},
                                        {each::per_destination, {there, two_to_one}, 5000},
                                        {each::per_destination, {there, zero_to_three}, 3000},
                                        {each::per_device, {there, back}, 5000},
                                        {each::per_device, {there, two_to_three}, 3000},
                                        {each::per_bridge, {up, {host_end(), device_end(1)}}, 5000},
                                        {each::per_bridge, {up, {host_end(), device_end(2)}}, 3000}}) {
    sim s(linked({.name = "l", .bandwidth = 50, .each = r.e}));
    INFO(static_cast<int>(r.e) << " " << to_string(r.lanes[0]) << " " << to_string(r.lanes[1]));
    check_times(measured(s, r.lanes), {r.wanted, r.wanted});
  }
}

TEST_CASE("lanes between nodes: their own rule, links of their own device and node, and no node beyond the last") {
  auto m = made_up_model(2);
  m.nodes = 3;
  m.lanes.insert(m.lanes.begin(), {.match = {.direction = {"node"}}, .bandwidth = 25, .overhead_ns = 2000});
  m.links = {
      {.name = "out", .match = {.direction = {"node"}}, .bandwidth = 25, .each = link_rule::instances::per_source},
      {.name = "in", .match = {.direction = {"node"}}, .bandwidth = 25, .each = link_rule::instances::per_destination}};
  sim s(m);
  auto on = [](int node, int id) { return endpoint{.host = false, .index = id, .node = node}; };
  lane const first{on(0, 0), on(1, 0)}, way_back{on(1, 0), on(0, 0)}, other{on(0, 1), on(1, 1)},
      third{on(2, 0), on(1, 0)}, elsewhere{on(1, 0), on(2, 0)};
  check_times(measured(s, {first}), {6000});
  check_times(measured(s, {there}), {3000});
  check_times(measured(s, {first, way_back}), {6000, 6000});   // full duplex
  check_times(measured(s, {first, other}), {6000, 6000});      // other devices
  check_times(measured(s, {first, third}), {10000, 10000});    // into one device
  check_times(measured(s, {first, elsewhere}), {6000, 6000});  // device 0 of another node
  auto const none = measured(s, {{on(0, 0), on(3, 0)}});
  CHECK(none.status == outcome::skipped);
  CHECK(none.reason == "the model " + m.name + " has no node 3: it has 3");
}

TEST_CASE("lanes with different overheads wait apart and share only while both move") {
  auto m = linked({.name = "bus", .bandwidth = 50}, 2);
  m.lanes.insert(m.lanes.begin(), {.match = {.source = {1}}, .bandwidth = 50, .overhead_ns = 2000});
  sim s(m);
  // 0>1 moves alone from 1000 to 2000 and has 50 000 bytes left: at 25 a ns until 4000. 1>0 has 50 000 left then: until
  // 5000
  check_times(measured(s, {there, back}), {4000, 5000});
}

TEST_CASE("a signal takes what is stated, per pair") {
  auto m = made_up_model(2);
  m.syncs = {{.one_way_ns = {{{0, 2760}, {2070, 0}}}}};
  sim s(m);
  auto const r = measured(s, {there}, 0, 0, "sync");
  REQUIRE(r.summary);
  CHECK(r.summary->median == Approx(2760));
  CHECK(measured(s, {back}, 0, 0, "sync").summary->median == Approx(2070));
}

TEST_CASE("faults touch the lanes and cells they name and no others") {
  struct row {
    kind what;
    outcome wanted;
  };
  for (auto const& f : std::vector<row>{{kind::fail, outcome::failed},
                                        {kind::hang, outcome::timed_out},
                                        {kind::crash, outcome::crashed},
                                        {kind::abort, outcome::crashed},
                                        {kind::kill, outcome::crashed},
                                        {kind::corrupt, outcome::failed},
                                        {kind::disappear, outcome::failed},
                                        {kind::stuck, outcome::timed_out}}) {
    INFO("fault " << static_cast<int>(f.what));
    auto m = made_up_model(2);
    m.faults = {{.what = f.what, .match = {.source = {0}, .destination = {1}}, .after = 2}};
    sim s(m);
    check_times(measured(s, {there}, 100'000, 0), {3000});
    check_times(measured(s, {there}, 100'000, 1), {3000});
    auto const bad = measured(s, {there}, 100'000, 2);
    CHECK(bad.status == f.wanted);
    CHECK_FALSE(bad.summary);
    check_times(measured(s, {back}, 100'000, 3), {3000});  // another lane, after it
    check_times(measured(s, {up}, 100'000, 4), {3000});
    CHECK(measured(s, {there}, 100'000, 5).status == f.wanted);  // and on
    CHECK(measured(s, {back, there}, 100'000, 6).status == f.wanted);

    m.faults[0].only = 3;
    sim once(m);
    check_times(measured(once, {there}, 100'000, 2), {3000});
    CHECK(measured(once, {there}, 100'000, 3).status == f.wanted);
    check_times(measured(once, {there}, 100'000, 4), {3000});  // clean after a cell that went wrong
    check_times(measured(once, {there, back}, 100'000, 5), {3000, 3000});
  }
}

TEST_CASE("a slow lane is slow by its factor, its neighbour is not") {
  auto m = made_up_model(2);
  m.faults = {{.what = kind::slow, .match = {.source = {0}}, .after = 1, .factor = 2.5}};
  sim s(m);
  check_times(measured(s, {there}, 100'000, 0), {3000});
  check_times(measured(s, {there, back}, 100'000, 1), {7500, 3000});
}

TEST_CASE("a slow start takes wall time under real pace alone, and no figure knows of it") {
  auto m = made_up_model(2);
  m.faults = {{.what = kind::slow_start, .match = {.source = {0}}, .after = 1, .start_ns = 50e6}};
  auto const opened_ns = [&](std::size_t cell) {
    sim s(m);
    auto r = lane_request(device_end(0), device_end(1));
    r.cell = cell;
    auto const begun = std::chrono::steady_clock::now();
    REQUIRE(s.open(r));
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begun).count();
  };
  m.real_pace = true;
  CHECK(opened_ns(1) >= 50e6);
  m.real_pace = false, m.faults[0].start_ns = 3600e9;  // would be noticed
  (void)opened_ns(1);
  sim s(m);
  check_times(measured(s, {there}, 100'000, 0), {3000});
  check_times(measured(s, {there, back}, 100'000, 1), {3000, 3000});
}

TEST_CASE("of several faults the first that matches counts") {
  auto m = made_up_model(2);
  m.faults = {{.what = kind::slow, .match = {.source = {0}}, .factor = 2}, {.what = kind::fail}};
  sim s(m);
  check_times(measured(s, {there}), {6000});
  CHECK(measured(s, {back}).status == outcome::failed);
}

TEST_CASE("a hang ends at the wait and says which lane") {
  auto m = made_up_model(2);
  m.faults = {{.what = kind::hang, .match = {.source = {1}}}};
  sim s(m);
  auto const r = measured(s, {there, back}, 100'000, 0, "bandwidth", nanoseconds{7e9});
  CHECK(r.status == outcome::timed_out);
  CHECK(r.reason.find("lane 1>0 did not finish within 7.00 s") != std::string::npos);
  CHECK(r.seconds == Approx(7));
}

TEST_CASE("only devices of the group are seen, with their distances") {
  auto m = made_up_model(4);
  m.distances = {{0, 1, 2, 3}, {10, 0, 12, 13}, {20, 21, 0, 23}, {30, 31, 32, 0}};
  m.devices[1].group = m.devices[3].group = 5;
  inventory seen{};
  sim const s(m, 5);
  s.describe(seen);
  CHECK(s.devices().size() == 2);
  CHECK(s.devices()[0].id == 1);
  CHECK(seen.device_distances == std::vector<std::vector<int>>{{0, 13}, {31, 0}});
  CHECK(s.supports(lane_request(device_end(0), device_end(1)))->text.find("has no device 0") != std::string::npos);
  CHECK_FALSE(s.supports(lane_request(device_end(1), device_end(3))));
  CHECK(sim(m, 9).devices().empty());
}

TEST_CASE("what a model has not is said") {
  auto m = made_up_model(2);
  m.lanes[0].match.direction = {"h2d"};
  m.syncs.clear();
  m.devices[1].chiplets = 4;
  sim const s(m);
  auto pinned = [](int device, int chiplet) {
    auto e = device_end(device);
    e.chiplet = chiplet;
    return lane_request(host_end(), e);
  };
  CHECK_FALSE(s.supports(lane_request(host_end(), device_end(0))));
  CHECK(s.supports(lane_request(device_end(0), host_end()))->text.find("no rule for lane 0>host in [[lane]]") !=
        std::string::npos);
  CHECK(s.supports(lane_request(device_end(0), device_end(1), 0))->text.find("in [[sync]]") != std::string::npos);
  CHECK(s.supports(pinned(0, 1))->text == "Device 0 has 1 chiplet(s), affinity unsupported, skipping");
  CHECK(s.supports(pinned(0, 1))->kind == fault::unsupported);
  CHECK_FALSE(s.supports(pinned(1, 3)));
  CHECK(s.supports(pinned(1, 4))->text == "chiplet index out of range");
  CHECK(s.supports(pinned(1, 4))->kind == fault::invalid);
  CHECK_FALSE(s.supports(pinned(1, chiplet_off)));
}
