// SPDX-License-Identifier: MIT
#include <lanemark/report/label.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark::report;

TEST_CASE("width counts columns, not bytes") {
  CHECK(text_width("") == 0);
  CHECK(text_width("Ger\xc3\xa4t") == 5);
  CHECK(text_width("\xe6\x98\x87\xe8\x85\xbe") == 4);  // two wide characters
  CHECK(text_width("e\xcc\x81") == 1);                 // e and a combining accent
  CHECK(text_width("\xf0\x9f\x9a\x80") == 2);          // an emoji
  CHECK(text_width("\xc0\x80") == 2);                  // overlong: two wrong bytes
  CHECK(text_width("\xed\xa0\x80") == 3);              // a surrogate
  CHECK(text_width("\xe6\x98") == 2);                  // cut off
  CHECK(right("\xe6\x98\x87", 4) == "  \xe6\x98\x87");
  CHECK(left("\xc3\xa4", 3) == "\xc3\xa4  ");
  CHECK(right("long", 2) == "long");
}

TEST_CASE("what is shown can do nothing to a terminal") {
  CHECK(shown("rbln0") == "rbln0");
  CHECK(shown("a\x1b[31mb") == "a?[31mb");
  CHECK(shown("a\nb\tc\r") == "a b c?");
  CHECK(shown("\xc2\x9b") == "?");  // the one-byte escape of C1
  CHECK(shown("\xff\xc3\xa4") == "\xef\xbf\xbd\xc3\xa4");
}

TEST_CASE("counts agree with their noun") {
  CHECK(counted(0, "cell") == "0 cells");
  CHECK(counted(1, "cell") == "1 cell");
  CHECK(counted(2, "cell") == "2 cells");
}
