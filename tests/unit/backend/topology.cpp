// SPDX-License-Identifier: MIT
#include <lanemark/backend/topology.hpp>

#include <cstdio>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using list = std::vector<int>;

topology synthetic(std::string const& text) {
  auto t = read_topology({.synthetic = text});
  REQUIRE(t);
  return *t;
}

std::string mask(list const& ids) {
  unsigned bits = 0;
  for (int id : ids) bits |= 1u << id;
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", bits);
  return text;
}

std::string object(std::string const& type, int index, list const& cpus, list const& nodes, std::string const& more) {
  static int serial = 0;  // hwloc wants each object to have its own
  auto const c = mask(cpus), n = mask(nodes);
  return "<object type=\"" + type + "\" os_index=\"" + std::to_string(index) + "\" cpuset=\"" + c +
         "\" complete_cpuset=\"" + c + "\" nodeset=\"" + n + "\" complete_nodeset=\"" + n + "\" gp_index=\"" +
         std::to_string(++serial) + "\"" + more;
}

std::string numa_node(int id, list const& cpus, int memory) {
  return object("NUMANode", id, cpus, {id}, " local_memory=\"" + std::to_string(memory) + "\"/>");
}

std::string package(int id, int node, int memory, list const& cpus) {
  auto text = object("Package", id, cpus, {node}, ">") + numa_node(node, cpus, memory);
  text += object("L3Cache", id, cpus, {node},
                 " cache_size=\"33554432\" depth=\"3\" cache_linesize=\"64\" cache_associativity=\"16\" "
                 "cache_type=\"0\">");
  for (int cpu : cpus)
    text += object("Core", cpu, {cpu}, {node}, ">") + object("PU", cpu, {cpu}, {node}, "/>") + "</object>";
  return text + "</object></object>";
}

// Six CPUs on nodes 0, 3 and 4; node 1 is memory alone and hangs below the machine, node 4 has CPUs and no memory.
// In the form that hwloc 2 exports, with the CPUs and nodes a container might leave.
std::string document(std::string const& distances, list const& cpus = {0, 1, 2, 3, 4, 5},
                     list const& nodes = {0, 1, 3, 4}) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
         "<topology version=\"2.0\">\n" +
         object("Machine", 0, {0, 1, 2, 3, 4, 5}, {0, 1, 3, 4},
                " allowed_cpuset=\"" + mask(cpus) + "\" allowed_nodeset=\"" + mask(nodes) + "\">") +
         numa_node(1, {0, 1, 2, 3, 4, 5}, 500) + package(0, 0, 1000, {0, 1}) + package(1, 3, 2000, {2, 3}) +
         package(2, 4, 0, {4, 5}) + "</object>" + distances + "</topology>";
}

char const* const matrix =
    "<distances2 type=\"NUMANode\" nbobjs=\"4\" kind=\"5\" name=\"NUMALatency\" indexing=\"os\">"
    "<indexes length=\"8\">0 1 3 4 </indexes>"
    "<u64values length=\"48\">10 17 21 31 17 10 28 32 21 28 10 33 31 32 33 11 </u64values></distances2>";
}  // namespace

TEST_CASE("two sockets with four L3 groups") {
  auto const t = synthetic("pack:2 [numa(memory=1073741824)] l3:2(size=8388608) core:2 pu:2");
  CHECK_FALSE(t.this_system);
  CHECK(t.packages == 2);
  REQUIRE(t.nodes.size() == 2);
  CHECK(t.nodes[0].id == 0);
  CHECK(t.nodes[1].cpus == list{8, 9, 10, 11, 12, 13, 14, 15});
  CHECK(t.nodes[1].memory == 1073741824);
  REQUIRE(t.caches.size() == 4);
  CHECK(t.caches[2].cpus == list{8, 9, 10, 11});
  CHECK(t.caches[2].node == 1);
  CHECK(t.caches[2].size == 8388608);
  CHECK(t.last_level_cache == 8388608);
  REQUIRE(t.cores.size() == 8);
  CHECK(t.cores[5].cpus == list{10, 11});
  CHECK(t.cores[5].node == 1);
  CHECK(t.cores[5].l3 == 2);
  CHECK(t.distances.empty());  // a synthetic machine states none
}

TEST_CASE("the last-level cache is what a CPU sees, also where it is not an L3") {
  auto const t = synthetic("pack:1 [numa] l2:2(size=4194304) l1:1(size=32768) core:1 pu:1");
  CHECK(t.caches.empty());
  CHECK(t.last_level_cache == 4194304);
  REQUIRE(t.cores.size() == 2);
  CHECK(t.cores[0].l3 == -1);
  CHECK(synthetic("numa:1 core:1 pu:1").last_level_cache == 0);
}

TEST_CASE("a machine that names no cores has one for each CPU") { CHECK(synthetic("numa:1 pu:3").cores.size() == 3); }

TEST_CASE("memory of the whole machine, or a second memory of a socket, does not take its CPUs") {
  auto const whole = synthetic("[numa(memory=2097152)] pack:2 [numa(memory=1048576)] core:2 pu:1");
  REQUIRE(whole.nodes.size() == 3);
  CHECK(whole.nodes[0].cpus == list{0, 1});
  CHECK(whole.nodes[1].cpus == list{2, 3});
  CHECK(whole.nodes[2].cpus.empty());
  CHECK(whole.nodes[2].memory == 2097152);
  auto const attached = synthetic("pack:1 [numa(memory=2097152)] [numa(memory=1048576)] core:2 pu:1");
  REQUIRE(attached.nodes.size() == 2);
  CHECK(attached.nodes[0].cpus == list{0, 1});
  CHECK(attached.nodes[1].cpus.empty());
}

TEST_CASE("a description with memory alone, CPUs alone, gaps in the ids and distances") {
  auto const read = read_topology({.xml = document(matrix)});
  REQUIRE(read);
  auto const& t = *read;
  REQUIRE(t.nodes.size() == 4);
  list ids;
  for (auto const& node : t.nodes) ids.push_back(node.id);
  CHECK(ids == list{0, 1, 3, 4});
  CHECK(t.nodes[0].cpus == list{0, 1});
  CHECK(t.nodes[1].cpus.empty());
  CHECK(t.nodes[1].memory == 500);
  CHECK(t.nodes[2].cpus == list{2, 3});
  CHECK(t.nodes[3].cpus == list{4, 5});
  CHECK(t.nodes[3].memory == 0);
  CHECK(t.distances == std::vector<list>{{10, 17, 21, 31}, {17, 10, 28, 32}, {21, 28, 10, 33}, {31, 32, 33, 11}});
  CHECK(t.caches.size() == 3);
  CHECK(t.caches[1].node == 3);
  CHECK(t.packages == 3);
  CHECK(nearest_node_with_cpus(t, 1) == 0);
  CHECK(farthest_node(t, 0) == 3);
}

TEST_CASE(
    "a container's limits: what may not be used is not listed, and CPUs keep their node when its memory is forbidden") {
  auto const read = read_topology({.xml = document(matrix, {1, 2}, {0})});
  REQUIRE(read);
  auto const& t = *read;
  REQUIRE(t.nodes.size() == 2);
  CHECK(t.nodes[0].cpus == list{1});
  CHECK(t.nodes[0].memory == 1000);
  CHECK(t.nodes[1].id == 3);
  CHECK(t.nodes[1].cpus == list{2});
  CHECK(t.nodes[1].memory == 0);
  CHECK(t.distances == std::vector<list>{{10, 21}, {21, 10}});
  CHECK(t.packages == 2);
  REQUIRE(t.cores.size() == 2);
  CHECK(t.cores[1].node == 3);
  CHECK(t.caches.size() == 2);
}

TEST_CASE("a matrix that covers some nodes only is not used") {
  auto const t = read_topology(
      {.xml = document(
           "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" name=\"NUMALatency\" indexing=\"os\">"
           "<indexes length=\"4\">0 1 </indexes><u64values length=\"12\">10 17 17 10 </u64values></distances2>")});
  REQUIRE(t);
  CHECK(t->nodes.size() == 4);
  CHECK(t->distances.empty());
}

TEST_CASE("descriptions that cannot be used are refused with a sentence, never replaced by this machine") {
  struct row {
    topology_source source;
    char const* says;
  };
  for (auto const& [source, says] :
       {row{{.synthetic = "sockets:2"}, "'sockets:2' is not understood"},
        row{{.xml = "/nonexistent.xml"}, "'/nonexistent.xml' cannot be read"},
        row{{.xml = "<topology version=\"2.0\"><object"}, "topology document"},
        row{{.xml = "<foo/>"}, "topology document"}, row{{.synthetic = "pu:1", .xml = "<foo/>"}, "not from both"}}) {
    auto const t = read_topology(source);
    REQUIRE_FALSE(t);
    CHECK(t.error().kind == fault::invalid);
    CHECK(t.error().text.find(says) != std::string::npos);
  }
}

TEST_CASE("this machine: what holds anywhere") {
  auto const read = read_topology();
  REQUIRE(read);
  auto const& t = *read;
  CHECK(t.this_system);
  CHECK(t.packages >= 1);
  REQUIRE_FALSE(t.nodes.empty());
  std::size_t cpus = 0;
  bool memory = false;
  for (auto const& node : t.nodes) cpus += node.cpus.size(), memory |= node.memory != 0;
  CHECK(cpus >= 1);
  CHECK(memory);
  std::size_t threads = 0;
  for (auto const& core : t.cores) {
    threads += core.cpus.size();
    CHECK(position_of_node(t, core.node));
  }
  CHECK(threads == cpus);
  CHECK((t.distances.empty() || t.distances.size() == t.nodes.size()));
  for (std::size_t i = 0; i < t.distances.size(); ++i) CHECK(t.distances[i].size() == t.nodes.size());
}
