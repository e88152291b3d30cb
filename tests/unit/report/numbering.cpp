// SPDX-License-Identifier: MIT
#include <lanemark/report/numbering.hpp>

#include <string>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark::report;

TEST_CASE("texts are numbered in the order in which they first come") {
  numbering n;
  CHECK(n.of("b") == 0);
  CHECK(n.of("a") == 1);
  CHECK(n.of("b") == 0);
  CHECK(n.of("") == 2);
  CHECK(n.of("") == 2);
  CHECK(n.size() == 3);
  CHECK(n.all() == std::vector<std::string>{"b", "a", ""});
}

TEST_CASE("a number stays while the table grows") {
  numbering n;
  for (std::size_t round = 0; round < 2; ++round)
    for (std::size_t i = 0; i < 5000; ++i) REQUIRE(n.of("device " + std::to_string(i)) == i);
  CHECK(n.size() == 5000);
}
