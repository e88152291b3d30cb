// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/domains.hpp>

#include <lanemark/backend/topology.hpp>

#include <lanemark_catch2.hpp>

#include "made_up_topology.hpp"

using namespace lanemark;
using namespace lanemark::on_host;
using list = std::vector<int>;

namespace {
topology synthetic(char const* text) {
  auto t = read_topology({.synthetic = text});
  REQUIRE(t);
  return *t;
}
std::vector<std::string> labels(std::vector<domain> const& all) {
  std::vector<std::string> out;
  for (auto const& d : all) out.push_back(d.label);
  return out;
}
}  // namespace

TEST_CASE("granularity auto takes the first kind of which there is more than one") {
  struct row {
    char const* machine;
    granularity kind;
    std::size_t devices;
  };
  for (auto const& [machine, kind, devices] :
       {row{"pack:2 [numa(memory=1000000)] l3:1 core:4 pu:2", granularity::numa, 2},
        row{"pack:1 [numa(memory=1000000)] l3:4 core:2 pu:1", granularity::l3, 4},
        row{"pack:1 [numa(memory=1000000)] l3:1 core:6 pu:2", granularity::core, 6},
        row{"pack:1 [numa(memory=1000000)] core:3 pu:1", granularity::core, 3},
        row{"pack:1 [numa(memory=1000000)] l3:1 core:1 pu:2", granularity::core, 1},
        row{"pack:1 [numa(memory=1000000)] l3:1 core:1 pu:1", granularity::core, 1}}) {
    CAPTURE(machine);
    auto chosen = granularity::automatic;
    auto const all = domains_of(synthetic(machine), chosen);
    CHECK(chosen == kind);
    CHECK(all.size() == devices);
    for (auto const& d : all) CHECK(!d.cpus.empty());
  }
}

TEST_CASE("a kind that is asked for is what one gets") {
  auto const t = made_up::two_sockets();
  auto kind = granularity::core;
  CHECK(labels(domains_of(t, kind)) == std::vector<std::string>{"core0", "core1", "core4", "core5", "core8"});
  kind = granularity::l3;
  CHECK(labels(domains_of(t, kind)) == std::vector<std::string>{"l3-0", "l3-1"});
  kind = granularity::numa;
  CHECK(labels(domains_of(t, kind)) == std::vector<std::string>{"numa0", "numa1", "numa3", "numa5"});
  CHECK(kind == granularity::numa);
  kind = granularity::l3;
  CHECK(domains_of(synthetic("pack:1 [numa(memory=1000000)] core:2 pu:1"), kind).empty());  // it has none
}

TEST_CASE("a device has memory and CPUs, its own or the nearest") {
  auto const all = numa_domains(made_up::two_sockets());
  REQUIRE(all.size() == 4);
  CHECK(all[0].node == 0);
  CHECK(all[0].cpus == list{0, 1, 2, 3});
  CHECK(all[0].memory == 1000);
  CHECK(!all[0].borrowed_cpus);
  CHECK(all[2].node == 3);
  CHECK(all[2].cpus == list{4, 5, 6, 7});  // of node 1, which is nearer than node 0
  CHECK(all[2].borrowed_cpus);
  CHECK(all[2].memory == 3000);
  CHECK(all[3].node == 1);  // node 5 has none, node 1 is nearest
  CHECK(all[3].cpus == list{8});
  CHECK(!all[3].borrowed_cpus);
  auto const cores = core_domains(made_up::two_sockets());
  CHECK(cores[2].cpus == list{4, 6});
  CHECK(cores[2].node == 1);
  CHECK(cores[4].node == 1);
  CHECK(cache_domains(made_up::two_sockets())[1].cpus == list{4, 5, 6, 7});
}

TEST_CASE("threads get a core each before they get a sibling") {
  auto const t = made_up::two_sockets();
  CHECK(spread_over_cores(t, {0, 1, 2, 3}) == list{0, 1, 2, 3});
  topology wide{.cores = {{.cpus = {0, 1, 2, 3}}, {.cpus = {4, 5}}, {.cpus = {6}}}};
  CHECK(spread_over_cores(wide, {0, 1, 2, 3, 4, 5, 6}) == list{0, 4, 6, 1, 5, 2, 3});
  CHECK(spread_over_cores(wide, {1, 3, 5}) == list{1, 5, 3});  // only what may be used
  CHECK(spread_over_cores(wide, {9, 4, 8}) == list{4, 9, 8});  // what belongs to no core comes last
  CHECK(spread_over_cores(wide, {}).empty());
  CHECK(spread_over_cores({}, {2, 1}) == list{2, 1});
}

TEST_CASE("all CPUs, in order, from the cores where there are no nodes") {
  CHECK(all_cpus(made_up::two_sockets()) == list{0, 1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(all_cpus({.cores = {{.cpus = {3, 1}}, {.cpus = {0}}}}) == list{0, 1, 3});
}

TEST_CASE("granularities by name") {
  for (auto const g : {granularity::automatic, granularity::numa, granularity::l3, granularity::core}) {
    auto const read = read_granularity(name_of(g));
    REQUIRE(read);
    CHECK(*read == g);
  }
  CHECK(name_of(granularity::automatic) == "auto");
  auto const none = read_granularity("socket");
  REQUIRE(!none);
  CHECK(none.error().kind == fault::invalid);
  CHECK(none.error().text == "no granularity \"socket\"; there are: auto, numa, l3, core");
}
