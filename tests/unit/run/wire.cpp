// SPDX-License-Identifier: MIT
#include <lanemark/run/wire.hpp>

#include <cmath>
#include <limits>

#include <lanemark_catch2.hpp>

using namespace lanemark::wire;

TEST_CASE("values arrive as they left, in their order") {
  auto const bytes = to_bytes(7, std::string("a\0b", 3), std::vector<std::string>{"", "\xc3\xa9"}, std::optional<int>{},
                              std::optional<int>{-1}, -0.0, std::numeric_limits<double>::infinity(), true);
  int n = 0;
  std::string text;
  std::vector<std::string> words{"gone"};
  std::optional<int> none = 4, some;
  double zero = 1, endless = 1;
  bool flag = false;
  REQUIRE(from_bytes(bytes, n, text, words, none, some, zero, endless, flag));
  CHECK(n == 7);
  CHECK(text == std::string("a\0b", 3));
  CHECK(words == std::vector<std::string>{"", "\xc3\xa9"});
  CHECK(!none);
  CHECK(some == -1);
  CHECK(std::signbit(zero));
  CHECK(std::isinf(endless));
  CHECK(flag);
}

TEST_CASE("a message that is cut anywhere, or too long, is none") {
  auto const bytes = to_bytes(std::string("abc"), std::vector<int>{1, 2, 3});
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    std::string text;
    std::vector<int> numbers;
    CHECK(!from_bytes(std::string_view(bytes).substr(0, n), text, numbers));
  }
  std::string text;
  std::vector<int> numbers;
  CHECK(from_bytes(bytes, text, numbers));
  CHECK(!from_bytes(bytes + "x", text, numbers));
}

TEST_CASE("a made-up count allocates nothing") {
  auto const bytes = to_bytes(std::numeric_limits<std::size_t>::max());
  std::vector<double> numbers;
  CHECK(!from_bytes(bytes, numbers));
  CHECK(numbers.empty());
  std::string text;
  CHECK(!from_bytes(bytes, text));
  CHECK(text.empty());
}

TEST_CASE("nothing at all is nothing") {
  std::string text = "kept";
  CHECK(!from_bytes("", text));
  CHECK(text == "kept");
  std::vector<int> none;
  CHECK(from_bytes(to_bytes(std::vector<int>{}), none));
}
