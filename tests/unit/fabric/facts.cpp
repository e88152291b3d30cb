// SPDX-License-Identifier: MIT
#include <lanemark/fabric/facts.hpp>

#include <thread>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::fabric;

TEST_CASE("facts of this process") {
  inventory here{.backend = "host"};
  here.devices = {{.id = 2, .cpus = {5}}, {.id = 0, .cpus = {1, 2}}};
  auto const f = facts_of_here("/", here, {7});
  CHECK(f.process == static_cast<int>(::getpid()));
  CHECK(f.backend == "host");
  CHECK(f.bound == std::vector<int>{7});
  CHECK(f.allowed == cpus_of_thread());
  CHECK(!f.allowed.empty());
  CHECK(f.device_cpus == std::vector<std::vector<int>>{{1, 2}, {}, {5}});
  CHECK(f.machine.size() == 36);  // a boot id, without its line end
}

TEST_CASE("a root without a boot id names no machine") { CHECK(facts_of_here("/nonexistent", {}, {}).machine.empty()); }

TEST_CASE("a binding is dropped, and told") {
  auto const before = cpus_of_thread();
  std::vector<int> told, after;
  std::thread bound([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(before.front(), &one);
    sched_setaffinity(0, sizeof one, &one);
    told = drop_binding();
    after = cpus_of_thread();
  });
  bound.join();
  CHECK(told == std::vector<int>{before.front()});
  CHECK(after.size() >= before.size());
}
