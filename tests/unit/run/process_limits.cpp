// SPDX-License-Identifier: MIT
#include <lanemark/run/process_limits.hpp>

#include <made_up_root.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a unified hierarchy: the tightest limit of the chain holds") {
  made_up_root const root;
  root.write("/proc/self/cgroup", "0::/a/b/c\n");
  root.write("/proc/self/mountinfo", "41 31 0:38 / /sys/fs/cgroup rw shared:4 master:1 - cgroup2 cgroup2 rw\n");
  root.write("/sys/fs/cgroup/a/cpu.max", "150000 100000");
  root.write("/sys/fs/cgroup/a/b/cpu.max", "400000 100000");
  root.write("/sys/fs/cgroup/a/b/c/cpu.max", "max 100000");
  root.write("/sys/fs/cgroup/a/b/c/memory.max", "2000");
  root.write("/sys/fs/cgroup/a/memory.max", "1000");
  auto const l = read_process_limits(root.path());
  CHECK(l.cpu_quota == 1.5);
  CHECK(l.memory == 1000u);
  CHECK(l.group == "/a/b/c");
  CHECK_FALSE(l.cpus);
}

TEST_CASE("separate hierarchies, as older systems mount them") {
  made_up_root const root;
  root.write("/proc/self/cgroup", "4:memory:/docker/x\n2:cpu,cpuacct:/docker/x\n1:name=systemd:/\n0::/\n");
  root.write(
      "/proc/self/mountinfo",
      "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
      "35 31 0:32 /docker/x /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"  // a container sees its own top
      "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us", "200000");
  root.write("/sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_period_us", "100000");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1");
  root.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "4294967296");
  auto const l = read_process_limits(root.path());
  CHECK(l.cpu_quota == 2.0);
  CHECK(l.memory == 4294967296u);
  root.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
  CHECK_FALSE(read_process_limits(root.path()).memory);
  root.write("/proc/self/cgroup", "4:memory:/docker/x/inner\n");
  root.write("/sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "4096");
  CHECK(read_process_limits(root.path()).memory == 4096u);
  root.write("/proc/self/cgroup", "4:memory:/docker/xinner\n");  // another group whose name only begins alike
  root.write("/sys/fs/cgroup/memoryinner/memory.limit_in_bytes", "1");
  CHECK_FALSE(read_process_limits(root.path()).memory);
}

TEST_CASE("cpusets") {
  made_up_root const root;
  root.write("/proc/self/status", "Cpus_allowed:\t3\nCpus_allowed_list:\t0-1,4\nMems_allowed_list:\t0\n");
  auto const l = read_process_limits(root.path());
  CHECK(l.cpus == std::vector<int>{0, 1, 4});
  CHECK(l.memory_nodes == std::vector<int>{0});
  root.write("/proc/self/status", "Cpus_allowed_list:\t0-\n");
  CHECK_FALSE(read_process_limits(root.path()).cpus);
}

TEST_CASE("odd content leaves limits unknown") {
  made_up_root const root;
  root.write("/proc/self/cgroup", "nonsense\n0::/../../outside\n::\n:\n");
  root.write("/proc/self/mountinfo",
             "- -\n1 2 3\n41 31 0:38 / /sys/fs/cgroup rw - cgroup2\n41 31 0:38 / /g rw - cgroup2 x y\n");
  for (auto text : {"", "max", "0 100000", "5 0", "x y", "1 2 3", "-1 100000", "\xff"}) {
    root.write("/g/cpu.max", text);
    CAPTURE(text);
    CHECK_FALSE(read_process_limits(root.path()).cpu_quota);
  }
  root.write("/g/cpu.max", "50000 100000");
  CHECK(read_process_limits(root.path()).cpu_quota == 0.5);  // only the top can be seen from here
}
