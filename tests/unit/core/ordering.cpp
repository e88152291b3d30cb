// SPDX-License-Identifier: MIT
#include <lanemark/core/ordering.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("samples of every number are sorted as the standard library sorts them") {
  std::uint64_t state = 1;
  for (std::size_t n : {0U, 1U, 2U, 3U, 4U, 5U, 8U, 31U, 32U, 33U, 160U, 1000U}) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      values.push_back(static_cast<double>(state >> 60) - 8);  // few different values: many are equal
    }
    for (auto const how : {0, 1, 2}) {
      if (how == 1) std::sort(values.begin(), values.end());
      if (how == 2) std::reverse(values.begin(), values.end());
      auto expected = values, sorted = values, few = values;
      std::sort(expected.begin(), expected.end());
      sort_samples(sorted);
      sort_few(few);
      CHECK(sorted == expected);
      CHECK(few == expected);
    }
  }
}

TEST_CASE("names are sorted byte by byte") {
  std::vector<std::string> names{"node10", "node2", "", "Node"};
  sort_few(names);
  CHECK(names == std::vector<std::string>{"", "Node", "node10", "node2"});
}

TEST_CASE("what is there is found, what is not is not") {
  CHECK(contains(std::vector{3, 1, 2}, 2));
  CHECK_FALSE(contains(std::vector{3, 1, 2}, 4));
  CHECK_FALSE(contains(std::vector<std::string>{}, std::string{}));
}

TEST_CASE("extremes are the least and the most, wherever they stand") {
  CHECK(extremes_of({5}) == std::pair(5.0, 5.0));
  CHECK(extremes_of({2, -1, 7, 3}) == std::pair(-1.0, 7.0));
  CHECK(extremes_of({9, 8, 7}) == std::pair(7.0, 9.0));
}
