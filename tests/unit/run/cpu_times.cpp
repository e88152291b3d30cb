// SPDX-License-Identifier: MIT
#include <lanemark/run/cpu_times.hpp>

#include <made_up_root.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("load between two snapshots") {
  made_up_root const root;
  root.write("/proc/stat",
             "cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 100 0 0 900 0 0 0 0 0 0\ncpu1 0 0 0 1000 0 0 0 0 0 0\ncpu2 5 5 5 5\n");
  auto const before = read_cpu_times(root.path());
  root.write("/proc/stat",
             "cpu0 130 10 5 945 5 3 2 0 0 0\ncpu1 0 0 0 1050 40 0 0 10 0 0\ncpu2 5 5 5 5\ncpu7 1 1 1 1\nintr 5\n");
  auto const load = load_between(before, read_cpu_times(root.path()));
  REQUIRE(load.size() == 2);  // CPU 2 did not tick, CPU 7 was not there before
  CHECK(load[0].cpu == 0);
  CHECK(load[0].busy == Approx(0.5));
  CHECK(load[0].stolen == 0);
  CHECK(load[1].busy == 0);  // waiting for a disk is idle
  CHECK(load[1].stolen == Approx(0.1));
}

TEST_CASE("counters that went backwards, and odd files, give no load") {
  made_up_root const root;
  CHECK(read_cpu_times(root.path()).cpus.empty());
  root.write("/proc/stat", "cpu0 100 0 0 100\n");
  auto const before = read_cpu_times(root.path());
  root.write("/proc/stat", "cpu0 50 0 0 400\ncpux 1 1 1 1\ncpu1 1 2\ncpu99999999999 1 1 1 1\ncpu\n");
  auto const after = read_cpu_times(root.path());
  CHECK(after.cpus.size() == 1);
  CHECK(load_between(before, after).empty());
}
