// SPDX-License-Identifier: MIT
#include <lanemark/core/say.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("phrases of every kind are joined with nothing in between") {
  std::string const text = "text";
  std::string_view const view = std::string_view("a view").substr(2);
  CHECK(say({"NUMA node ", 3, ": ", text, ", ", view, std::string(" and more")}) == "NUMA node 3: text, view and more");
  CHECK(say({}).empty());
  CHECK(say({"", std::string{}, std::string_view{}}).empty());
}

TEST_CASE("whole numbers keep all digits and their sign") {
  CHECK(say({0, " ", -1, " ", 7U, " ", std::uint8_t{200}}) == "0 -1 7 200");
  CHECK(say({std::numeric_limits<std::uint64_t>::max()}) == "18446744073709551615");
  CHECK(say({std::numeric_limits<std::int64_t>::min()}) == "-9223372036854775808");
  CHECK(say({std::numeric_limits<std::size_t>::max(), "/", std::numeric_limits<int>::min()}) ==
        "18446744073709551615/-2147483648");
}

TEST_CASE("a text may hold any byte and grow one that is there") {
  std::string all = "a";
  say_to(all, {std::string_view("\0b", 2), 1});
  say_to(all, {});
  CHECK(all == std::string("a\0b1", 4));
}

// what is no number to read is refused, not printed as one
static_assert(!std::is_constructible_v<phrase, bool> && !std::is_constructible_v<phrase, char>);
static_assert(!std::is_convertible_v<bool, phrase> && std::is_convertible_v<int, phrase>);
