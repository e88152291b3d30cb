// SPDX-License-Identifier: MIT
#include <lanemark/core/result.hpp>

#include <memory>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
result<int> half(int n) {
  if (n % 2 != 0) return problem{fault::invalid, std::to_string(n) + " is odd"};
  return n / 2;
}
status even(int n) {
  if (n % 2 != 0) return problem{fault::invalid, "odd"};
  return {};
}
}  // namespace

TEST_CASE("a result holds a value or the problem that kept it away") {
  auto const good = half(8);
  REQUIRE(good);
  CHECK(*good == 4);
  auto const bad = half(7);
  REQUIRE_FALSE(bad);
  CHECK(bad.error().kind == fault::invalid);
  CHECK(bad.error().text == "7 is odd");
}

TEST_CASE("a result takes what cannot be copied, and what looks like a problem's text") {
  result<std::unique_ptr<int>> owner{std::make_unique<int>(3)};
  REQUIRE(owner);
  CHECK(**owner == 3);
  auto taken = std::move(*owner);
  CHECK(*taken == 3);
  result<std::string> word{std::string("text")};
  REQUIRE(word);
  CHECK(word->size() == 4);
  *word += "s";
  CHECK(*word == "texts");
  result<bool> no{false};
  CHECK(no);
  CHECK_FALSE(*no);
}

TEST_CASE("a status is nothing when all is well") {
  CHECK_FALSE(even(2));
  REQUIRE(even(3));
  CHECK(even(3)->text == "odd");
  CHECK(problem{}.kind == fault::failed);
  CHECK(problem{}.text.empty());
}
