// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/memory_facts.hpp>

#include <sys/mman.h>

#include <made_up_root.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_host;

namespace {
constexpr std::uint64_t mib = 1 << 20, gib = 1 << 30, margin = 64 * mib;
std::string meminfo(std::uint64_t bytes) {
  return "MemTotal:       99999999 kB\nMemFree:          100 kB\nMemAvailable:   " + std::to_string(bytes / 1024) +
         " kB\nBuffers:  1 kB\n";
}
std::string node_meminfo(std::uint64_t free, std::uint64_t file) {
  return "Node 1 MemTotal:       99999999 kB\nNode 1 MemFree:        " + std::to_string(free / 1024) +
         " kB\nNode 1 Active(file):   " + std::to_string(file / 1024) +
         " kB\nNode 1 Inactive(file): " + std::to_string(file / 1024) + " kB\n";
}
}  // namespace

TEST_CASE("numbers behind the keys of kernel files") {
  auto const text = "MemAvailable2:  7 kB\nXMemAvailable: 8 kB\nMemAvailable:   123 kB\nNode 0 MemFree: 5 kB\nEmpty:\n";
  CHECK(kilobytes_of(text, "MemAvailable:") == 123 * 1024);
  CHECK(kilobytes_of(text, "MemFree:") == 5 * 1024);
  CHECK(!kilobytes_of(text, "Absent:"));
  CHECK(!kilobytes_of(text, "Empty:"));
  CHECK(kilobytes_of("MemFree: 1 kB", "MemFree:") == 1024);
}

TEST_CASE("without any limit known there is none") {
  made_up_root const root;
  CHECK(available_memory(-1, root.path()) == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("the machine's memory limits, less a margin") {
  made_up_root const root;
  root.write("/proc/meminfo", meminfo(4 * gib));
  CHECK(available_memory(-1, root.path()) == 4 * gib - margin);
  root.write("/proc/meminfo", meminfo(mib));
  CHECK(available_memory(-1, root.path()) == 0);
}

TEST_CASE("a node's memory limits where there are several") {
  made_up_root const root;
  root.write("/proc/meminfo", meminfo(4 * gib));
  root.write("/sys/devices/system/node/node1/meminfo", node_meminfo(gib, 256 * mib));
  root.write("/sys/devices/system/node/has_memory", "0\n");
  CHECK(available_memory(1, root.path()) == 4 * gib - margin);  // one node has what the machine has
  root.write("/sys/devices/system/node/has_memory", "0-1\n");
  CHECK(available_memory(1, root.path()) == gib + 512 * mib - margin);  // its file cache can be had
  CHECK(available_memory(-1, root.path()) == 4 * gib - margin);
  CHECK(available_memory(0, root.path()) == 4 * gib - margin);  // it says nothing
  root.write("/sys/devices/system/node/has_memory", "0,2\n");
  root.write("/sys/devices/system/node/node2/meminfo", node_meminfo(8 * gib, 0));
  CHECK(available_memory(2, root.path()) == 4 * gib - margin);  // not more than the machine has
}

TEST_CASE("the control group limits, of either version") {
  made_up_root const root;
  root.write("/proc/meminfo", meminfo(4 * gib));
  SECTION("version 2") {
    root.write("/proc/self/cgroup", "0::/a/b\n");
    root.write("/sys/fs/cgroup/a/b/memory.max", std::to_string(2 * gib) + "\n");
    root.write("/sys/fs/cgroup/a/b/memory.current", std::to_string(gib) + "\n");
    CHECK(available_memory(-1, root.path()) == gib - margin);
    root.write("/sys/fs/cgroup/a/b/memory.current", std::to_string(3 * gib) + "\n");
    CHECK(available_memory(-1, root.path()) == 0);  // over it already
    root.write("/sys/fs/cgroup/a/b/memory.max", "max\n");
    CHECK(available_memory(-1, root.path()) == 4 * gib - margin);
    root.write("/sys/fs/cgroup/a/memory.max", std::to_string(gib) + "\n");  // of the group above
    root.write("/sys/fs/cgroup/a/memory.current", std::to_string(512 * mib) + "\n");
    CHECK(available_memory(-1, root.path()) == 512 * mib - margin);
  }
  SECTION("version 2, the group of a container") {
    root.write("/proc/self/cgroup", "0::/\n");
    root.write("/sys/fs/cgroup/memory.max", std::to_string(2 * gib) + "\n");
    root.write("/sys/fs/cgroup/memory.current", "0\n");
    CHECK(available_memory(-1, root.path()) == 2 * gib - margin);
  }
  SECTION("version 1, beside others") {
    root.write("/proc/self/cgroup", "12:cpuset:/\n7:memory:/job\n1:name=systemd:/\n");
    root.write("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", std::to_string(gib) + "\n");
    root.write("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", std::to_string(512 * mib) + "\n");
    CHECK(available_memory(-1, root.path()) == 512 * mib - margin);
  }
}

TEST_CASE("this machine has memory, and knows where a page of ours lies") {
  CHECK(available_memory(-1) > 0);
  CHECK(available_memory(-1) < std::uint64_t{1} << 50);
  constexpr std::size_t size = 1 << 20;
  auto* const p = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(p != MAP_FAILED);
  CHECK(most_common_node(p, size) == -1);  // never touched: nowhere
  for (std::size_t i = 0; i < size; i += 4096) static_cast<char*>(p)[i] = 1;
  auto const nodes = page_nodes(p, size, 4);
  CHECK(most_common_node(p, size) == (nodes.empty() ? -1 : nodes[0]));
  ::munmap(p, size);
}
