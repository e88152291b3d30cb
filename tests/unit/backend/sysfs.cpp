// SPDX-License-Identifier: MIT
#include <lanemark/backend/sysfs.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a kernel list of ids is read whole or not at all") {
  using list = std::vector<int>;
  struct row {
    char const* text;
    std::optional<list> ids;
  };
  for (auto const& [text, ids] :
       {row{"0", list{0}}, row{"0-3,8,10-11", list{0, 1, 2, 3, 8, 10, 11}}, row{"", list{}}, row{"5-5", list{5}},
        row{"65535", list{65535}}, row{"65536", {}}, row{"3-1", {}}, row{"1,", {}}, row{",1", {}}, row{"1,,2", {}},
        row{"-1", {}}, row{"1-", {}}, row{"a", {}}, row{"1 2", {}}, row{"0-4294967295", {}}, row{"0x1", {}}}) {
    CAPTURE(text);
    CHECK(read_id_list(text) == ids);
  }
  CHECK_FALSE(read_id_list("0-65535,0-65535"));  // a list that repeats itself cannot fill the memory
}

TEST_CASE("a list of ids is written as the kernel writes it") {
  CHECK(id_list({}).empty());
  CHECK(id_list({7}) == "7");
  CHECK(id_list({0, 1}) == "0-1");
  CHECK(id_list({0, 1, 2, 3, 8, 10, 11}) == "0-3,8,10-11");
}

TEST_CASE("numbers are whole texts") {
  CHECK(read_integer("-1") == -1);
  CHECK_FALSE(read_integer("12 "));
  CHECK_FALSE(read_integer(""));
  CHECK_FALSE(read_integer("9223372036854775808"));
  CHECK(read_hex("0x1eff") == 0x1effu);
  CHECK(read_hex("0x120000") == 0x120000u);
  for (auto text : {"", "0x", "1eff", "0x1eff ", "0xzz", "0x1ffffffff"}) CHECK_FALSE(read_hex(text));
}

TEST_CASE("a file that is not there, or no file, has no text") {
  CHECK_FALSE(read_text("/nonexistent/file"));
  CHECK_FALSE(read_text("/"));
  CHECK(read_text("/dev/null") == "");
  CHECK(read_text("/proc/self/status", 5) == "Name:");
}
