// SPDX-License-Identifier: MIT
#include <lanemark/fabric/rank.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark::fabric;

namespace {
rank_facts rank(int n) {
  return {.rank = n, .host = "h" + std::to_string(n), .version = "1", .scenario = "s", .backend = "host"};
}
}  // namespace

TEST_CASE("ranks that agree have nothing to say") {
  CHECK(disagreements({}).empty());
  CHECK(disagreements({rank(0)}).empty());
  CHECK(disagreements({rank(0), rank(1), rank(2)}).empty());
}

TEST_CASE("what differs from rank 0 is named, rank by rank") {
  auto other = rank(1), old = rank(2), elsewhere = rank(3);
  other.scenario = "t", old.version = "0", elsewhere.backend = "cuda";
  auto const found = disagreements({rank(0), other, old, elsewhere});
  REQUIRE(found.size() == 3);
  CHECK(found[0].find("rank 1 (h1) has another scenario than rank 0 (h0)") == 0);
  CHECK(found[1] == "rank 2 (h2) is lanemark 0, and rank 0 (h0) is 1: install one version everywhere");
  CHECK(found[2].find("rank 3 (h3) runs on backend cuda, and rank 0 (h0) on host") == 0);
}

TEST_CASE("a problem that all ranks have is said once; one rank's own names the rank") {
  auto a = rank(0), b = rank(1), c = rank(2);
  a.problems = b.problems = {"x.toml:1:1: error: no"};
  c.problems = {"x.toml: error: cannot read"};
  c.scenario = "";  // a consequence
  CHECK(disagreements({a, b}) == std::vector<std::string>{"x.toml:1:1: error: no"});
  CHECK(disagreements({a, b, c}) ==
        std::vector<std::string>{"x.toml:1:1: error: no", "rank 2 (h2): x.toml: error: cannot read"});
}

TEST_CASE("facts travel whole") {
  auto r = rank(3);
  r.machine = "boot", r.process = 7, r.bound = {0}, r.allowed = {0, 1}, r.device_cpus = {{0}, {}, {1}}, r.memory = 2;
  r.problems = {"p"};
  rank_facts there;
  REQUIRE(from_bytes(to_bytes(r), there));
  CHECK(to_bytes(there) == to_bytes(r));
  CHECK(there.device_cpus == r.device_cpus);
  CHECK(name_of(there) == "rank 3 (h3)");
  CHECK(name_of(rank_facts{.rank = 1}) == "rank 1");
}
