// SPDX-License-Identifier: MIT
#include <lanemark/scenario/node.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("places and messages read as compilers write them", "[node]") {
  CHECK(to_string(position{"a/b.toml", 12, 7}) == "a/b.toml:12:7");
  CHECK(to_string(position{.file = "--set x=1"}) == "--set x=1");
  auto const l = located_at({"f", 1, 2}, "text");
  CHECK(to_string(l) == "f:1:2: error: text");
  CHECK(to_string(l, "note") == "f:1:2: note: text");
}

TEST_CASE("values are written as TOML that reads back the same", "[node]") {
  std::string const text = R"(a = 1
b = [true, -2, 1.5, "x\"y\\z\u0001ü"]
c = { "odd key" = 1, "größe" = { }, plain_key-1 = [[], [1]] }
d = 2.0
)";
  auto const first = parse_text(text, "f");
  REQUIRE(first.problems.empty());
  CHECK(to_toml(*first.root.find("b")) == "[true, -2, 1.5, \"x\\\"y\\\\z\\u0001ü\"]");
  CHECK(to_toml(*first.root.find("c")) == "{ \"odd key\" = 1, \"größe\" = {}, plain_key-1 = [[], [1]] }");
  CHECK(to_toml(*first.root.find("d")) == "2.0");
  auto const again = parse_text("v = " + to_toml(first.root), "f");
  REQUIRE(again.problems.empty());
  CHECK(to_toml(*again.root.find("v")) == to_toml(first.root));
}

TEST_CASE("types have names for sentences", "[node]") {
  CHECK(std::string(type_text({.is = node::type::integer})) == "a whole number");
  CHECK(std::string(type_text({.is = node::type::table})) == "a table");
  CHECK(std::string(type_text({})) == "nothing");
}
