// SPDX-License-Identifier: MIT
#include <lanemark/vendor/columns.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark::vendor;

TEST_CASE("columns: filled with blanks, never cut") {
  CHECK(left("ab", 4) == "ab  ");
  CHECK(right("ab", 4) == "  ab");
  CHECK(left("", 2) == "  ");
  CHECK(left("abcd", 4) == "abcd");
  CHECK(left("abcde", 4) == "abcde");
  CHECK(right("abcde", 4) == "abcde");
}
