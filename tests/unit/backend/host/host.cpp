// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/host.hpp>

#include <lanemark/measure/probe_measure.hpp>
#include <lanemark/plan/machine_of.hpp>

#include <lanemark_catch2.hpp>

#include "made_up_topology.hpp"

using namespace lanemark;
using namespace lanemark::literals;
using on_host::granularity;

namespace {
host made(granularity kind = granularity::core) { return {made_up::two_sockets(), kind}; }
lane const up{host_end(), device_end(0)};

/// This machine, as if its caches were small: cold arenas then are, too.
host small_caches() {
  auto t = read_topology();
  REQUIRE(t);
  t->last_level_cache = 64 << 10;
  return {std::move(*t), granularity::core};
}
}  // namespace

TEST_CASE("the devices of this machine") {
  auto const all = made(granularity::numa).devices();
  REQUIRE(all.size() == 4);
  CHECK(all[2].id == 2);
  CHECK(all[2].label == "numa3");
  CHECK(all[2].product == "host memory");
  CHECK(all[2].numa == 3);
  CHECK(all[2].memory == 3000);
  CHECK(all[2].cpus == std::vector<int>{4, 5, 6, 7});
  CHECK(all[2].chiplets == 1);
}

TEST_CASE("what the inventory says of it") {
  inventory all;
  made().describe(all);
  CHECK(all.granularity == "core");
  CHECK(all.node_ids == std::vector<int>{0, 1, 3, 5});
  CHECK(all.host_nodes == std::vector<int>{0, 1, 3});
  CHECK(all.distances.size() == 4);
}

TEST_CASE("what this machine cannot do is a sentence that names the check and the place") {
  auto const h = made();
  auto why = [&](request const& r) {
    auto const no = h.supports(r);
    if (!no) return std::string();
    CHECK(no->kind == fault::unsupported);
    return no->text;
  };
  CHECK(why({.path = up, .size = 1_KiB}).empty());
  CHECK(why({.path = {device_end(4), device_end(4)}}).empty());
  CHECK(why({.path = {host_end(1), host_end(3)}}).empty());
  CHECK(why({.path = {host_end(), device_end(5)}}) == "host: no device 5: there are 5");
  CHECK(why({.path = {device_end(-1), host_end()}}) == "host: no device -1: there are 5");
  CHECK(why({.path = {device_end(0, 0), host_end()}}) == "Device 0 has 1 chiplet(s), affinity unsupported, skipping");
  CHECK(why({.path = {host_end(), device_end(2, 3)}}) == "Device 2 has 1 chiplet(s), affinity unsupported, skipping");
  CHECK(why({.path = {host_end(), device_end(2, chiplet_off)}}).empty());
  CHECK(why({.path = {host_end(5), device_end(0)}}) == "host: NUMA node 5 has no memory");
  CHECK(why({.path = {host_end(2), device_end(0)}}) == "host: NUMA node 2 does not exist here");
  CHECK(why({.path = up, .place = {.kind = placement::wish::node, .node = 9}}) ==
        "host: NUMA node 9 does not exist here");
  CHECK(why({.path = up, .place = {.kind = placement::wish::node, .node = 3}}).empty());
  CHECK(why({.path = up, .semantics = "load-store"}).empty());
  CHECK(why({.path = up, .size = 1_KiB, .semantics = "queue"}).empty());
  CHECK(why({.path = up, .size = 1_KiB, .threads = 2, .semantics = "queue"}) ==
        "host: one thread posts to a queue and one engine copies: `threads` is for load-store");
  CHECK(why({.path = up, .size = 1_KiB, .cold = true, .semantics = "queue"}) ==
        "host: the engine of a queue copies at one place: cache cold is for load-store");
  CHECK(why({.path = up, .semantics = "rdma"}) == "host: no semantics \"rdma\"; there are: load-store, queue");
  CHECK(why({.path = up, .priority = "high"}) == "host: threads have no queue priority \"high\"");
  CHECK(why({.path = up, .flags = 4}) == "host: no context flags");
  CHECK(why({.path = {{.host = true, .node = 1}, device_end(0)}}) ==
        "host: lanes between nodes need a launcher and MPI");
}

TEST_CASE("every loop that this machine offers measures and verifies, odd sizes and both ways") {
  machine_of<host> m(small_caches());
  auto const cpus = on_host::all_cpus(m.backend_itself().machine_topology()).size();
  auto const last = static_cast<int>(m.backend_itself().devices().size()) - 1;
  for (auto const& offer : m.describe().offers)
    for (auto const& path : {lane{host_end(), device_end(last)}, lane{device_end(0), device_end(last)}}) {
      cell c{.measure = offer.measure, .lanes = {path}, .size = {offer.measure == "sync" ? 0U : 4097U}};
      c.timer = offer.timer, c.copy = c.protocol = offer.mechanism, c.cache = offer.cache, c.pages = "small";
      c.how = {.iterations = 1, .time = 2_ms};
      CAPTURE(offer.measure, offer.mechanism, offer.cache, offer.timer, to_string(path));
      auto s = m.open(c);
      if (!s) {
        CHECK(s.error().kind == fault::unsupported);
        auto const pair = offer.measure == "sync" || offer.semantics == "queue";
        CHECK((cpus < 2 || offer.timer == "tsc" || (pair && last == 0)));
        continue;
      }
      record r{.measure = c.measure, .size = c.size, .cache = c.cache};
      r.lanes = {{.path = path}};
      r = measure_stage(**s, std::move(r), c.how);
      CHECK(r.reason == "");
      CHECK(r.status == outcome::measured);
      CHECK(r.samples.size() == 1);
      CHECK(r.samples[0] > 0);
      CHECK(r.lanes[0].obtained.issuer == side::source);
      CHECK(r.lanes[0].obtained.cpus.size() == (c.measure == "sync" || offer.semantics == "queue" ? 2 : 1));
    }
}

TEST_CASE("default is load-store; a queue has a ring, and patience for copies that last") {
  auto h = small_caches();
  auto opened = [&](request r) {
    auto t = h.open(r);
    REQUIRE(t);
    return std::move(*t);
  };
  CHECK(!opened({.path = up, .size = 4_KiB}).queue);
  CHECK(!opened({.path = up, .size = 4_KiB, .semantics = "load-store"}).queue);
  auto const t = opened({.path = up, .size = 4_KiB, .semantics = "queue"});
  REQUIRE(t.queue);
  CHECK(t.queue->patience == on_host::ring{}.patience);
  CHECK(!t.line);
}

TEST_CASE("cells with semantics: who carries them, and what is not on offer") {
  machine_of<host> m(small_caches());
  auto mechanism = [&](std::string semantics, std::string copy, std::string measure = "latency") {
    cell c{.measure = std::move(measure), .lanes = {up}, .size = {4096}};
    c.semantics = std::move(semantics), c.copy = std::move(copy), c.pages = "small";
    auto const s = m.open(c);
    return s ? (*s)->mechanism : s.error().text;
  };
  CHECK(mechanism("load-store", "memcpy") == "memcpy");
  CHECK(mechanism("default", "memcpy") == "memcpy");
  for (auto const* measure : {"bandwidth", "latency"}) CHECK(mechanism("default", "auto", measure) != "engine");
  CHECK(mechanism("queue", "memcpy").find("host has no latency by memcpy with semantics queue timed by auto; ") == 0);
  CHECK(mechanism("load-store", "engine").find("host has no latency by engine with semantics load-store") == 0);
  if (on_host::all_cpus(m.backend_itself().machine_topology()).size() < 2) {
    CHECK(mechanism("queue", "auto") ==
          "a queue needs a CPU for each of its 2 threads, issuers and engines, and 1 can be used: on one core they "
          "would measure the scheduler");
    return;
  }
  for (auto const* semantics : {"queue", "default"}) CHECK(mechanism(semantics, "engine") == "engine");
  CHECK(mechanism("queue", "auto", "bandwidth") == "engine");
}

TEST_CASE("a queue measures and verifies both directions at once where there are four CPUs") {
  machine_of<host> m(small_caches());
  cell c{.measure = "bandwidth", .mode = "bidirectional", .lanes = {up, {device_end(0), host_end()}}, .size = {4097}};
  c.semantics = "queue", c.pages = "small", c.how = {.iterations = 2, .time = 2_ms};
  auto s = m.open(c);
  if (!s) {
    CHECK(s.error().kind == fault::unsupported);
    CHECK(s.error().text.find("a queue needs a CPU for each of its 4 threads, issuers and engines, and ") == 0);
    return;
  }
  record r{.measure = c.measure, .size = c.size};
  for (auto const& l : c.lanes) r.lanes.push_back({.path = l});
  r = measure_stage(**s, std::move(r), c.how);
  CHECK(r.reason == "");
  CHECK(r.status == outcome::measured);
}

TEST_CASE("two queues run together, also where their threads must take turns") {
  auto h = small_caches();
  using copy = on_host::queued_copy<quantity::bandwidth, on_host::kernel::memcpy>;
  std::vector<host::track> tracks;
  for (auto const& path : {up, lane{device_end(0), host_end()}}) {
    auto t = h.open({.path = path, .size = 4097_B, .huge_pages = false, .semantics = "queue"});
    REQUIRE(t);
    tracks.push_back(std::move(*t));  // not arranged, so not pinned: the system runs four threads on what there is
  }
  clocked_stage<host::track> s(std::move(tracks), copy::parties, 1, &clocked_leaf<copy, timing::steady, host::track>,
                               nullptr);
  REQUIRE(!s.fill({.seed = 3}));
  std::vector<lap> laps;
  REQUIRE(s.play(2, 200, steady_now() + nanoseconds{60e9}, laps) == progress::done);
  CHECK(!s.trouble());
  CHECK(!s.check({.seed = 3}));
  REQUIRE(laps.size() == 2);
  CHECK(laps[0].lane_ns.size() == 2);
}

TEST_CASE("several threads and several lanes verify as well, warm and cold") {
  machine_of<host> m(small_caches());
  for (auto const* cache : {"warm", "cold"})
    for (std::size_t const size : {63U, 4097U, 100'001U}) {
      cell c{.measure = "bandwidth", .lanes = {up, {device_end(0), host_end()}}, .size = {size}};
      c.copy = "memcpy", c.cache = cache, c.pages = "small";
      c.affinity.kind = placement::wish::none;  // more threads than CPUs may be had then
      c.threads = 3;
      c.how = {.iterations = 2, .time = 2_ms};
      CAPTURE(cache, size);
      c.lanes[1].issuer = side::destination;
      auto s = m.open(c);
      REQUIRE(s);
      record r{.measure = c.measure, .size = c.size, .cache = c.cache};
      for (auto const& l : c.lanes) r.lanes.push_back({.path = l});
      r = measure_stage(**s, std::move(r), c.how);
      CHECK(r.reason == "");
      CHECK(r.status == outcome::measured);
    }
}

TEST_CASE("a probe over this machine") {
  auto h = small_caches();
  auto const all =
      measure<probe<host_to_device<host>, sizes::list<1_B, 4_KiB>, timing::steady>>(h, {.iterations = 2, .time = 2_ms});
  REQUIRE(all.size() == 2);
  for (auto const& r : all) {
    CHECK(r.status == outcome::measured);
    CHECK(r.timer.name == "steady");
    CHECK(r.timer.overhead_ns > 0);
    CHECK(!r.simulated);
  }
}

TEST_CASE("a spot check needs two CPUs that copy") {
  std::vector<host::track> tracks(2);
  CHECK(host::spot_check(tracks) == 0);  // not pinned
  tracks[0].cpus = tracks[1].cpus = {0};
  CHECK(host::spot_check(tracks) == 0);
  tracks[0].line = std::make_shared<on_host::wires>();
  tracks[1].cpus = {1};
  CHECK(host::spot_check(tracks) == 0);  // a sync measures the line itself
}
