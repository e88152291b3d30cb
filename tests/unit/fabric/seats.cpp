// SPDX-License-Identifier: MIT
#include <lanemark/fabric/seats.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark::fabric;
using cpus = std::vector<int>;

namespace {
std::vector<int> given(std::vector<seat> const& seats) {
  auto const got = seat_ranks(seats);
  REQUIRE(got);
  return got->cpus;
}
}  // namespace

TEST_CASE("ranks on machines of their own sit near their devices") {
  CHECK(given({{0, "a", {0}, {0, 1}, {1}}, {1, "b", {0}, {0, 1}, {1}}}) == cpus{1, 1});
  CHECK(given({{0, "a", {0}, {0, 1}, {}}, {1, "b", {1}, {0, 1}, {}}}) == cpus{0, 1});
  CHECK(given({}).empty());
}

TEST_CASE("two ranks of one machine never share a CPU") {
  // what mpirun does with two hosts that are one machine: both first ranks on core 0
  auto const moved = seat_ranks({{0, "a", {0}, {0, 1}, {0}}, {1, "a", {0}, {0, 1}, {0}}});
  REQUIRE(moved);
  CHECK(moved->cpus == cpus{0, 1});
  REQUIRE(moved->warnings.size() == 2);
  CHECK(moved->warnings[0].find("rank 1 issues on CPU 1, not near its device") == 0);
  CHECK(moved->warnings[1] == "the launcher bound ranks 0 and 1 to one core (CPU 0): they issue on CPUs 0 and 1");

  auto const apart = seat_ranks({{0, "a", {0}, {0, 1}, {0}}, {1, "a", {1}, {0, 1}, {1}}});
  REQUIRE(apart);
  CHECK(apart->cpus == cpus{0, 1});
  CHECK(apart->warnings.empty());
}

TEST_CASE("a rank whose device's CPUs are taken stays where it is bound before it goes anywhere") {
  CHECK(given({{0, "a", {0}, {0, 1, 2, 3}, {0}}, {1, "a", {2}, {0, 1, 2, 3}, {0}}}) == cpus{0, 2});
  CHECK(given({{0, "a", {}, {3, 4}, {}}, {1, "a", {}, {3, 4}, {}}}) == cpus{3, 4});
}

TEST_CASE("one core for two ranks is refused, by name") {
  auto const no = seat_ranks({{0, "a", {0}, {0}, {0}}, {1, "a", {0}, {0}, {0}}});
  REQUIRE(!no);
  CHECK(no.error().kind == lanemark::fault::unsupported);
  CHECK(no.error().text.find("ranks 0 and 1 are on one machine and have CPU 0 between them") == 0);
  auto const nothing = seat_ranks({{4, "a", {}, {}, {}}});
  REQUIRE(!nothing);
  CHECK(nothing.error().text == "rank 4 may use no CPU at all");
}

TEST_CASE("CPUs near a device that this process may not use do not count") {
  CHECK(given({{0, "a", {1}, {1}, {0}}}) == cpus{1});
}
