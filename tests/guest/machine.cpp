// SPDX-License-Identifier: MIT
// What our headers see of a real kernel on a machine we know: nodes 0 and 1 with CPUs 0-1 and 2-3, node 2 of memory
// alone, and a PCIe switch with two functions behind it. Meant for the emulated machine; elsewhere most of it must
// fail.
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/pci_path.hpp>
#include <lanemark/backend/topology.hpp>
#include <lanemark/run/environment_read.hpp>
#include <lanemark/run/environment_warnings.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using list = std::vector<int>;

topology seen() {
  auto t = read_topology();
  REQUIRE(t);
  return *t;
}

struct buffer {
  static constexpr std::size_t size = 8 << 20;
  char* at = static_cast<char*>(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  buffer() { REQUIRE(at != MAP_FAILED); }
  ~buffer() { ::munmap(at, size); }
  buffer(buffer const&) = delete;
  buffer& operator=(buffer const&) = delete;
  // Touches every page from one CPU and says where 64 of them lie.
  list touched_by(int cpu) {
    std::thread([&] {
      auto const trouble = pin_thread(cpu);
      if (!trouble)
        for (std::size_t i = 0; i < size; i += 4096) at[i] = 1;
    }).join();
    return page_nodes(at, size, 64);
  }
};

void put(std::string const& path, std::string const& text) {
  auto const file = std::fopen(path.c_str(), "w");
  REQUIRE(file != nullptr);
  bool const written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  bool const closed = std::fclose(file) == 0;  // the kernel refuses when the buffer is flushed
  CAPTURE(path, text);
  CHECK((written && closed));
}
}  // namespace

TEST_CASE("nodes, CPUs, memory and distances") {
  auto const t = seen();
  CHECK(t.this_system);
  REQUIRE(t.nodes.size() == 3);
  CHECK(t.nodes[0].cpus == list{0, 1});
  CHECK(t.nodes[1].cpus == list{2, 3});
  CHECK(t.nodes[2].id == 2);
  CHECK(t.nodes[2].cpus.empty());
  for (auto const& node : t.nodes) CHECK(node.memory > (256u << 20));
  CHECK(t.distances == std::vector<list>{{10, 21, 17}, {21, 10, 28}, {17, 28, 10}});
  CHECK(nearest_node_with_cpus(t, 2) == 0);
  CHECK(farthest_node(t, 0) == 1);
  CHECK(farthest_node(t, 1) == 2);
  CHECK(t.cores.size() == 4);
  for (auto const& core : t.cores) CHECK(core.node == core.cpus.front() / 2);
}

TEST_CASE("pages are where they were bound, whichever CPU touches them first") {
  for (int node : {0, 1, 2})
    for (int cpu : {0, 3}) {
      buffer b;
      CHECK_FALSE(bind_memory(b.at, b.size, node));
      CAPTURE(node, cpu);
      CHECK(b.touched_by(cpu) == list(64, node));
    }
}

TEST_CASE("without binding the first touch decides") {
  for (int cpu : {1, 2}) {
    buffer b;
    CHECK(b.touched_by(cpu) == list(64, cpu / 2));
  }
}

TEST_CASE("a node that does not exist is refused, and the pages stay free to go anywhere") {
  buffer b;
  auto const trouble = bind_memory(b.at, b.size, 3);
  REQUIRE(trouble);
  CHECK(trouble->text.find("node 3") != std::string::npos);
  CHECK(b.touched_by(0) == list(64, 0));
}

TEST_CASE("a process bound by taskset sees its CPUs alone, and all memory") {
  REQUIRE_FALSE(pin_thread(list{2, 3}));
  auto const t = seen();
  REQUIRE_FALSE(pin_thread(list{0, 1, 2, 3}));
  REQUIRE(t.nodes.size() == 3);
  CHECK(t.nodes[0].cpus.empty());
  CHECK(t.nodes[0].memory != 0);
  CHECK(t.nodes[1].cpus == list{2, 3});
  CHECK(t.cores.size() == 2);
}

TEST_CASE("a control group's cpuset and quota limit what is seen, used and said") {
  std::string const top = "/tmp/group", job = top + "/job";
  ::mkdir(top.c_str(), 0755);
  REQUIRE(::mount("none", top.c_str(), "cgroup2", 0, nullptr) == 0);
  put(top + "/cgroup.subtree_control", "+cpuset +cpu +memory");
  ::mkdir(job.c_str(), 0755);
  put(job + "/cpuset.cpus", "2");
  put(job + "/cpuset.mems", "1");
  put(job + "/cpu.max", "150000 100000");
  put(job + "/memory.max", "268435456");
  put(job + "/cgroup.procs", std::to_string(::getpid()));

  auto const t = seen();
  REQUIRE(t.nodes.size() == 1);
  CHECK(t.nodes[0].id == 1);
  CHECK(t.nodes[0].cpus == list{2});
  CHECK(t.cores.size() == 1);
  {
    buffer b;
    CHECK_FALSE(bind_memory(b.at, b.size, 1));
    CHECK(bind_memory(b.at, b.size, 0));
    CHECK(b.touched_by(2) == list(64, 1));
  }
  auto const refused = pin_thread(0);
  REQUIRE(refused);
  CHECK(refused->text.find("outside this process's cpuset") != std::string::npos);

  auto const e = read_environment();
  CHECK(e.limits.cpus == list{2});
  CHECK(e.limits.memory_nodes == list{1});
  CHECK(e.limits.cpu_quota == 1.5);
  CHECK(e.limits.memory == 268435456u);
  CHECK(e.limits.group == "/job");
  CHECK(e.memory.nodes.size() == 3);  // the machine keeps its identity
  std::string said;
  for (auto const& w : warnings_of(e)) said += w.text + "\n";
  for (auto what : {"CPUs 2 of 0-3 only", "NUMA nodes 1 of 0-2 only", "1.50 CPUs' worth", "0.25 GiB of memory"})
    CHECK(said.find(what) != std::string::npos);

  auto const inside = fingerprint(e);
  put(top + "/cgroup.procs", std::to_string(::getpid()));
  CHECK(::rmdir(job.c_str()) == 0);
  CHECK(::umount(top.c_str()) == 0);
  CHECK(fingerprint(read_environment()) == inside);
  CHECK(seen().nodes.size() == 3);
}

TEST_CASE("the switch and the two functions behind it") {
  auto const tree = read_pci();
  REQUIRE(tree.readable);
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < tree.functions.size(); ++i)
    if (tree.functions[i].vendor == 0x1af4u) ends.push_back(i);
  REQUIRE(ends.size() == 2);
  auto kinds = [&](std::size_t function) {
    std::vector<pci_port> out;
    for (auto i : pci_route(tree, function)) out.push_back(tree.functions[i].port);
    return out;
  };
  for (auto end : ends)
    CHECK(kinds(end) ==
          std::vector<pci_port>{pci_port::root_port, pci_port::upstream, pci_port::downstream, pci_port::endpoint});
  auto const common = common_ancestor(tree, ends[0], ends[1]);
  REQUIRE(common);
  CHECK(tree.functions[*common].port == pci_port::upstream);
  CHECK(pci_distance(tree, ends[0], ends[1]) == 4);

  auto const up = hops_to_host(tree, ends[0]);
  REQUIRE(up.size() == 2);  // to the switch, and from the switch to the root port: inside it there is no link
  CHECK(to_string(tree.functions[up[1].upper].most) == "Gen4 x16");
  CHECK(to_string(up[1].most) == "Gen1 x1");  // the emulated switch can do no more
  CHECK(narrowest(up).now == payload_rate({2.5, 1}));
  CHECK(hops_between(tree, ends[0], ends[1]).size() == 2);
  CHECK(tree.functions[ends[0]].max_payload == 128u);
}

TEST_CASE("the environment of the emulated machine") {
  auto const e = read_environment();
  REQUIRE(e.memory.nodes.size() == 3);
  CHECK(e.memory.nodes[2].cpus.empty());
  CHECK(e.memory.nodes[2].distances == list{17, 28, 10});
  CHECK(e.memory.installed == std::uint64_t{1536} << 20);
  CHECK(e.cpu.online == list{0, 1, 2, 3});
  CHECK(e.system.virtual_machine == true);
  CHECK(e.system.hypervisor.find("QEMU") != std::string::npos);
  CHECK(e.clock.tsc_invariant == false);
  CHECK(e.iommu == false);
}

// For a machine with one node more, of CPU 4 alone: the kernel numbers the nodes 0, 1, 2 (the CPU) and 3 (the memory).
TEST_CASE("a node with a CPU and no memory", "[.cpu-node]") {
  auto const t = seen();
  REQUIRE(t.nodes.size() == 4);
  CHECK(t.nodes[2].cpus == list{4});
  CHECK(t.nodes[2].memory == 0);
  CHECK(t.nodes[3].cpus.empty());
  CHECK(t.nodes[3].memory != 0);
  CHECK(t.distances == std::vector<list>{{10, 21, 31, 17}, {21, 10, 32, 28}, {31, 32, 10, 33}, {17, 28, 33, 10}});
  CHECK(nearest_node_with_memory(t, 2) == 0);
  CHECK(nearest_node_with_cpus(t, 3) == 0);
  buffer b;
  CHECK(bind_memory(b.at, b.size, 2));
  CHECK(b.touched_by(4) == list(64, 0));
}
