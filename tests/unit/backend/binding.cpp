// SPDX-License-Identifier: MIT
#include <lanemark/backend/binding.hpp>

#include <thread>
#include <sys/mman.h>

#include <lanemark/backend/topology.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct pages {
  std::size_t size;
  void* at;
  explicit pages(std::size_t n)
      : size(n), at(::mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    REQUIRE(at != MAP_FAILED);
  }
  ~pages() { ::munmap(at, size); }
  pages(pages const&) = delete;
  pages& operator=(pages const&) = delete;
  void touch() const {
    for (std::size_t i = 0; i < size; i += 4096) static_cast<char volatile*>(at)[i] = 1;
  }
};

// Pins in a thread of its own: the test program keeps its CPUs.
template <class F>
void aside(F f) {
  std::thread(f).join();
}
}  // namespace

TEST_CASE("a pinned thread runs where it was told") {
  auto const t = read_topology();
  REQUIRE(t);
  for (auto const& core : t->cores)
    for (int cpu : core.cpus)
      aside([cpu] {
        auto const trouble = pin_thread(cpu);
        int const now = current_cpu();
        CHECK_FALSE(trouble);
        CHECK(now == cpu);
      });
}

TEST_CASE("pinning says which CPU cannot be had") {
  struct row {
    std::vector<int> cpus;
    fault kind;
    char const* says;
  };
  int const real = current_cpu();
  for (auto const& [cpus, kind, says] :
       {row{{}, fault::invalid, "no CPU at all"}, row{{-1}, fault::invalid, "CPU -1 cannot exist"},
        row{{70000}, fault::invalid, "CPU 70000 cannot exist"}, row{{60000}, fault::failed, "CPU 60000 cannot be used"},
        row{{60000, 60001}, fault::failed, "CPUs 60000-60001 cannot be used"},
        row{{real, 60000}, fault::failed, "CPUs 60000 of "}})
    aside([&, cpus = cpus] {
      auto const trouble = pin_thread(cpus);
      CHECK(trouble);
      if (!trouble) return;  // no REQUIRE on a thread: nobody would catch it
      CHECK(trouble->kind == kind);
      CHECK(trouble->text.find(says) != std::string::npos);
    });
}

TEST_CASE("bound pages land on the node asked for") {
  auto const t = read_topology();
  REQUIRE(t);
  for (auto const& node : t->nodes) {
    if (node.memory == 0) continue;
    pages const buffer(1 << 20);
    auto const trouble = bind_memory(buffer.at, buffer.size, node.id);
    buffer.touch();
    auto const where = page_nodes(buffer.at, buffer.size, 16);
    if (trouble) {  // a container may forbid it; then the text must say what placement rests on
      CHECK(trouble->kind == fault::unsupported);
      CHECK(trouble->text.find("rests on first touch") != std::string::npos);
      continue;
    }
    for (int at : where) CHECK(at == node.id);
  }
}

TEST_CASE("a node that cannot hold memory is refused by number") {
  pages const buffer(4096);
  for (int node : {-1, 1000, 70000}) {
    auto const trouble = bind_memory(buffer.at, buffer.size, node);
    REQUIRE(trouble);
    CHECK(trouble->text.find("node " + std::to_string(node)) != std::string::npos);
  }
  CHECK_FALSE(bind_memory(buffer.at, 0, 0));
}

TEST_CASE("pages are asked for evenly, first and last among them, and untouched ones are told apart") {
  pages const buffer(64 * 4096);
  auto const before = page_nodes(buffer.at, buffer.size, 4);
  if (before.empty()) return;  // the kernel refuses move_pages here: nothing to check
  REQUIRE(before.size() == 4);
  for (int node : before) CHECK(node < 0);
  static_cast<char volatile*>(buffer.at)[0] = 1;
  static_cast<char volatile*>(buffer.at)[buffer.size - 1] = 1;
  auto const ends = page_nodes(buffer.at, buffer.size, 2);
  REQUIRE(ends.size() == 2);
  CHECK(ends[0] >= 0);
  CHECK(ends[1] >= 0);
  buffer.touch();
  CHECK(page_nodes(buffer.at, buffer.size, 1000).size() == 64);
  CHECK(page_nodes(static_cast<char*>(buffer.at) + 4000, 200, 9).size() == 2);  // a range that straddles two pages
  CHECK(page_nodes(buffer.at, 0, 4).empty());
  CHECK(page_nodes(buffer.at, 4096, 0).empty());
}
