// SPDX-License-Identifier: MIT
#include <lanemark/report/json_cursor.hpp>

#include <string>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark::report;

TEST_CASE("a cursor passes values whole") {
  for (std::string const value : {"1", "-1.5e3", "null", "true", R"("")", R"("a\"b\\")", "[]", "{}",
                                  R"([1,[2,{"a":"]}"}],3])", R"({"a":{"b":[1,2]}})"}) {
    INFO(value);
    auto const text = " " + value + " ,rest";
    json_cursor c(text);
    CHECK(c.raw() == value);
    CHECK(c.good);
    CHECK(c.take(','));
  }
}

TEST_CASE("what is cut short or crossed is not good") {
  for (std::string const text : {"", "[1,2", R"({"a":1)", R"("abc)", "[1}", "]", R"("a\")", ",1"}) {
    INFO(text);
    json_cursor c(text);
    c.raw();
    CHECK_FALSE(c.good);
  }
}

TEST_CASE("members, items, numbers and texts") {
  json_cursor c(R"( { "a" : [ 1.5 , null , 3e2 ] , "b" : "x y", "c" : null, "d" : "\u0041" } )");
  std::vector<double> numbers;
  std::string b;
  bool plain = true;
  c.each_member([&](std::string_view key) {
    if (key == "a")
      c.each_item([&] { numbers.push_back(c.number()); });
    else if (key == "b")
      b = c.plain_text();
    else if (key == "c")
      CHECK(c.plain_text().empty());
    else
      c.text(plain);
  });
  CHECK(c.finished());
  REQUIRE(numbers.size() == 3);
  CHECK(numbers[0] == 1.5);
  CHECK(numbers[1] != numbers[1]);
  CHECK(numbers[2] == 300);
  CHECK(b == "x y");
  CHECK_FALSE(plain);
}

TEST_CASE("other shapes are not good") {
  auto members = [](std::string const& text) {
    json_cursor c(text);
    c.each_member([&](std::string_view) { c.raw(); });
    return c.finished();
  };
  CHECK(members("{}"));
  CHECK(members(R"({"a":1})"));
  for (std::string const text : {"[]", R"({"a")", R"({"a":1 "b":2})", R"({a:1})", R"({"a":1,})", R"({"a":1} x)"}) {
    INFO(text);
    CHECK_FALSE(members(text));
  }
  json_cursor word("1x");
  word.number();
  CHECK_FALSE(word.good);
}
