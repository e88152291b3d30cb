// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/arrange.hpp>

#include <set>

#include <lanemark_catch2.hpp>

#include "made_up_topology.hpp"

using namespace lanemark;
using namespace lanemark::on_host;
using list = std::vector<int>;

namespace {
lane h2d(int device, side issuer = side::automatic) { return {host_end(), device_end(device), issuer}; }
lane d2h(int device, side issuer = side::automatic) { return {device_end(device), host_end(), issuer}; }
lane d2d(int from, int to, side issuer = side::automatic) { return {device_end(from), device_end(to), issuer}; }

/// The made-up server with its nodes or its cores as devices.
struct bench {
  topology t = made_up::two_sockets();
  std::vector<domain> devices;
  std::vector<request> lanes;
  std::vector<std::string> warnings{};

  explicit bench(std::vector<lane> paths, granularity kind = granularity::core) : devices(domains_of(t, kind)) {
    for (auto const& p : paths) lanes.push_back({.path = p});
  }
  status assign(unsigned parties = 1) { return assign_cpus(t, devices, lanes, parties, warnings); }
};
}  // namespace

TEST_CASE("where the host end of a lane lies") {
  auto const t = made_up::two_sockets();
  auto node = [&](placement const& place, int device_node, int host_index = -1) {
    return host_node(t, host_end(host_index), place, device_node);
  };
  CHECK(node({.kind = placement::wish::near}, 1) == 1);
  CHECK(node({.kind = placement::wish::near}, 5) == 1);  // a node without memory: the nearest that has some
  CHECK(node({.kind = placement::wish::far}, 0) == 3);
  CHECK(node({.kind = placement::wish::far}, 1) == 0);
  CHECK(node({.kind = placement::wish::none}, 1) == -1);
  CHECK(node({.kind = placement::wish::node, .node = 3}, 0) == 3);
  CHECK(node({.kind = placement::wish::far}, 0, 1) == 1);  // host:1 says it outright
}

TEST_CASE("the issuing side decides whose CPUs copy") {
  SECTION("the source by default: the host end, near the device, its own core first") {
    bench b({h2d(3)});
    REQUIRE(!b.assign());
    CHECK(b.lanes[0].cpus == list{5});
  }
  SECTION("the device's core when it issues") {
    for (auto const& path : {d2h(3), h2d(3, side::destination), d2d(3, 0), d2d(0, 3, side::destination)}) {
      bench b({path});
      REQUIRE(!b.assign());
      CHECK(b.lanes[0].cpus == list{5});
    }
  }
  SECTION("a far host end") {
    bench b({h2d(3)});
    b.lanes[0].place.kind = placement::wish::far;
    REQUIRE(!b.assign());
    CHECK(b.lanes[0].cpus == list{0});
  }
  SECTION("a far issuer between devices") {
    bench b({d2d(3, 2)});
    b.lanes[0].place.kind = placement::wish::far;
    REQUIRE(!b.assign());
    CHECK(b.lanes[0].cpus == list{0});
  }
  SECTION("a node by number") {
    bench b({h2d(0)});
    b.lanes[0].place = {.kind = placement::wish::node, .node = 3};
    REQUIRE(!b.assign());
    CHECK(b.lanes[0].cpus == list{4});  // node 3 is memory alone; node 1 issues for it
  }
  CHECK(bench({h2d(0)}).warnings.empty());
}

TEST_CASE("not pinned where nothing is wished, and said so") {
  for (auto const& path : {h2d(0), d2d(0, 1)}) {
    bench b({path});
    b.lanes[0].place.kind = placement::wish::none;
    REQUIRE(!b.assign());
    CHECK(b.lanes[0].cpus.empty());
    CHECK(b.warnings ==
          std::vector<std::string>{
              "the issuing thread is not pinned (affinity none): the system may move it while it is timed"});
  }
}

TEST_CASE("every thread has a CPU of its own while there are enough") {
  SECTION("lanes between the nodes") {
    bench b({h2d(0), h2d(0), h2d(0), h2d(0)}, granularity::numa);
    REQUIRE(!b.assign());
    std::set<int> cpus;
    for (auto const& r : b.lanes) {
      REQUIRE(r.cpus.size() == 1);
      cpus.insert(r.cpus[0]);
    }
    CHECK(cpus == std::set<int>{0, 1, 2, 3});
    CHECK(b.warnings.empty());
  }
  SECTION("the lane with the least choice first") {
    bench b({h2d(0), d2h(0)});  // node 0 offers 0 first, but the device's own core has 0 and 2 alone
    REQUIRE(!b.assign());
    CHECK(b.lanes[1].cpus == list{0});
    CHECK(b.lanes[0].cpus == list{2});
    CHECK(b.warnings.empty());
  }
  SECTION("several threads of one lane, cores before siblings") {
    bench b({h2d(1)}, granularity::numa);
    b.lanes[0].threads = 4;
    REQUIRE(!b.assign());
    CHECK(b.lanes[0].cpus == list{4, 5, 6, 7});
  }
  SECTION("a second arrangement forgets the first") {
    bench b({h2d(1)}, granularity::numa);
    REQUIRE(!b.assign());
    REQUIRE(!b.assign());
    CHECK(b.lanes[0].cpus.size() == 1);
  }
}

TEST_CASE("all threads: an equal share of the CPUs for each lane") {
  bench b({h2d(0), d2h(0)}, granularity::numa);
  for (auto& r : b.lanes) r.threads = 0;
  REQUIRE(!b.assign());
  CHECK(b.lanes[0].threads == 2);
  CHECK(b.lanes[1].threads == 2);
  bench unpinned({h2d(0)});
  unpinned.lanes[0].threads = 0;
  unpinned.lanes[0].place.kind = placement::wish::none;
  REQUIRE(!unpinned.assign());
  CHECK(unpinned.lanes[0].threads == 9);
}

TEST_CASE("too few CPUs: lanes share them, and say so") {
  bench b({d2h(0), d2h(0), d2h(0)});
  REQUIRE(!b.assign());
  CHECK(b.lanes[0].cpus == list{0});
  CHECK(b.lanes[1].cpus == list{2});
  CHECK(b.lanes[2].cpus == list{0});
  CHECK(b.warnings ==
        std::vector<std::string>{
            "3 issuing threads share 2 CPU(s): they take turns, so the lanes do not really run together"});
}

TEST_CASE("more threads than the side has CPUs are refused") {
  bench b({d2h(0)});
  b.lanes[0].threads = 3;
  auto const no = b.assign();
  REQUIRE(no);
  CHECK(no->kind == fault::unsupported);
  CHECK(no->text == "threads = 3: the issuing side of lane 0>host has 2 CPU(s) to use");
}

TEST_CASE("a sync has a thread at each end") {
  SECTION("between two cores") {
    bench b({d2d(0, 3)});
    REQUIRE(!b.assign(2));
    CHECK(b.lanes[0].cpus == list{0, 5});
  }
  SECTION("the reading side first when it issues") {
    bench b({d2d(0, 3, side::destination)});
    REQUIRE(!b.assign(2));
    CHECK(b.lanes[0].cpus == list{5, 0});
  }
  SECTION("with the host: a neighbour of the device, not its own CPU") {
    bench b({h2d(0)});
    REQUIRE(!b.assign(2));
    REQUIRE(b.lanes[0].cpus.size() == 2);
    CHECK(b.lanes[0].cpus[0] != b.lanes[0].cpus[1]);
  }
  SECTION("`threads` means nothing to it") {
    bench b({d2d(0, 3)});
    b.lanes[0].threads = 7;
    CHECK(!b.assign(2));
  }
}

TEST_CASE("the engine of a queue sits at the end that does not issue, on a core of its own") {
  auto cpus = [](lane const& path, placement::wish where, granularity kind = granularity::core) {
    bench b({path}, kind);
    b.lanes[0].semantics = "queue";
    b.lanes[0].place.kind = where;
    REQUIRE(!b.assign(2));
    return b.lanes[0].cpus;
  };
  auto const near = placement::wish::near, far = placement::wish::far;
  CHECK(cpus(d2d(0, 3), near) == list{0, 5});
  CHECK(cpus(d2d(0, 3, side::destination), near) == list{5, 0});
  CHECK(cpus(d2d(3, 2), far) == list{0, 4});  // a far issuer, and the engine where it was
  // device 0 is a core with CPUs 0 and 2: not both threads on it while its node has another core
  CHECK(cpus(h2d(0), near) == list{1, 0});
  CHECK(cpus(d2h(0), near) == list{0, 1});
  CHECK(cpus(h2d(0), near, granularity::numa) == list{0, 1});
  CHECK(cpus(d2d(0, 0), near) == list{0, 2});  // inside one core there is only its other CPU
}

TEST_CASE("a queue that is not pinned leaves both threads to the system, if there are CPUs for both") {
  bench b({h2d(0)});
  b.lanes[0].semantics = "queue";
  b.lanes[0].place.kind = placement::wish::none;
  REQUIRE(!b.assign(2));
  CHECK(b.lanes[0].cpus.empty());
  CHECK(b.warnings.size() == 1);
}

TEST_CASE("a queue on too few CPUs is refused: it would measure the scheduler") {
  topology one{.nodes = {{.id = 0, .cpus = {0}, .memory = 1}}, .cores = {{.cpus = {0}, .node = 0}}};
  std::vector<std::string> warnings;
  for (auto const where : {placement::wish::near, placement::wish::none}) {
    std::vector<request> lanes{{.path = h2d(0), .place = {.kind = where}, .semantics = "queue"}};
    auto const no = assign_cpus(one, core_domains(one), lanes, 2, warnings);
    REQUIRE(no);
    CHECK(no->kind == fault::unsupported);
    CHECK(no->text ==
          "a queue needs a CPU for each of its 2 threads, issuers and engines, and 1 can be used: on one core they "
          "would measure the scheduler");
  }
  bench both({d2d(0, 0), d2d(0, 0)});
  for (auto& r : both.lanes) r.semantics = "queue";
  auto const no = both.assign(2);
  REQUIRE(no);
  CHECK(no->text.find("a queue needs a CPU for each of its 4 threads, issuers and engines, and 2 can be used") == 0);
}

TEST_CASE("a sync on one CPU is refused: it would measure the scheduler") {
  topology one{.nodes = {{.id = 0, .cpus = {0}, .memory = 1}}, .cores = {{.cpus = {0}, .node = 0}}};
  std::vector<request> lanes{{.path = h2d(0)}};
  std::vector<std::string> warnings;
  auto const no = assign_cpus(one, core_domains(one), lanes, 2, warnings);
  REQUIRE(no);
  CHECK(no->kind == fault::unsupported);
  CHECK(no->text ==
        "sync needs a CPU for each of its 2 threads and 1 can be used: on one core they would measure the scheduler");
  bench both({d2d(0, 1), d2d(0, 1)});
  both.devices[0].cpus = {0};
  auto const shared = both.assign(2);
  REQUIRE(shared);
  CHECK(shared->text.find("sync needs a CPU for each of its 4 threads") == 0);
}
