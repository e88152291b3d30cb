// SPDX-License-Identifier: MIT
#include <lanemark/report/grid.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark::report;

TEST_CASE("labels left, figures right, no spaces at line ends") {
  CHECK(layout({"lane", {"a", "b"}, {{"0>1", {"1.00", "2.00"}}, {"long label", {"10.00"}}}}) ==
        "lane            a     b\n"
        "0>1          1.00  2.00\n"
        "long label  10.00\n");
}

TEST_CASE("wide labels count as wide") {
  CHECK(layout({"", {"\xe6\x98\x87", "b"}, {{"\xc3\xa4", {"1", "2"}}}}) == "   \xe6\x98\x87  b\n\xc3\xa4   1  2\n");
}

TEST_CASE("folding takes as many columns as fit, and one at least") {
  grid const g{"x", {"aa", "bb", "cc"}, {{"r", {"1", "2", "3"}}}};
  CHECK(layout(g, 9) == "x  aa  bb\nr   1   2\n\nx  cc\nr   3\n");
  CHECK(layout(g, 8) == "x  aa\nr   1\n\nx  bb\nr   2\n\nx  cc\nr   3\n");
  CHECK(layout(g, 1) == layout(g, 8));
  CHECK(layout(g, 0) == "x  aa  bb  cc\nr   1   2   3\n");
}

TEST_CASE("a grid without columns or rows") {
  CHECK(layout({"only", {}, {}}) == "only\n");
  CHECK(layout({"x", {"a"}, {}}) == "x  a\n");
}
