// SPDX-License-Identifier: MIT
#include <lanemark/core/names.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
std::string nearest(std::string_view word, std::vector<std::string> const& known) {
  return nearest_name(word, known).value_or("-");
}
}  // namespace

TEST_CASE("edits between words") {
  struct row {
    char const *a, *b;
    std::size_t edits;
  };
  for (auto const& r : {row{"", "", 0}, row{"", "abc", 3}, row{"abc", "", 3}, row{"size", "size", 0},
                        row{"size", "sise", 1}, row{"size", "sizes", 1}, row{"size", "siz", 1}, row{"size", "szie", 1},
                        row{"kitten", "sitting", 3}, row{"ca", "abc", 3}, row{"ab", "ba", 1}, row{"abcd", "badc", 2}}) {
    CHECK(edit_distance(r.a, r.b) == r.edits);
    CHECK(edit_distance(r.b, r.a) == r.edits);
  }
}

TEST_CASE("the nearest known name, where one is clearly meant") {
  std::vector<std::string> const keys{"size", "direction", "lanes", "measure", "affinity", "timer"};
  CHECK(nearest("sizes", keys) == "size");
  CHECK(nearest("dirction", keys) == "direction");
  CHECK(nearest("drection", keys) == "direction");
  CHECK(nearest("afinitty", keys) == "affinity");
  CHECK(nearest("messure", keys) == "measure");
  CHECK(nearest("lanse", keys) == "lanes");
  CHECK(nearest("colour", keys) == "-");
  CHECK(nearest("", keys) == "-");
  CHECK(nearest("size", {}) == "-");
  CHECK(nearest(std::string(10000, 'x'), keys) == "-");
}

TEST_CASE("two names equally near are no answer, a nearer one behind them is") {
  CHECK(nearest("d2x", {"d2d", "d2h"}) == "-");
  CHECK(nearest("h2x", {"d2d", "h2d"}) == "h2d");
  CHECK(nearest("tcs", {"tsb", "tsd", "tsc"}) == "tsc");
  CHECK(nearest("size", {"sizeX", "sizeY", "size"}) == "size");
}

TEST_CASE("lists for sentences") {
  CHECK(joined(std::vector<std::string>{}) == "");
  CHECK(joined(std::vector<std::string>{"a"}) == "a");
  CHECK(joined(std::vector<std::string>{"a", "b", "c"}) == "a, b, c");
  CHECK(joined(std::vector<std::string_view>{"a", "b"}, " or ") == "a or b");
  CHECK(joined(std::vector<std::string>{"", "b"}) == ", b");
}
