// SPDX-License-Identifier: MIT
#include <lanemark/scenario/read.hpp>

#include <string>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

// The one place where the unit program compiles the parser; the other units call this.
parsed parse_text(std::string_view text, std::string const& file) { return read_toml(text, file); }

namespace {
std::string problem_of(std::string_view text) {
  auto const got = read_toml(text, "f");
  REQUIRE(got.problems.size() == 1);
  return to_string(got.problems[0]);
}
}  // namespace

TEST_CASE("tables keep the order of the file, and everything knows its place", "[read]") {
  auto const got = read_toml(
      "zeta = 1\nalpha = \"two\"\n\n[beta]\n  mid = [1, 2.5,\n    true]\n  aa = { y = 1, b = 2 }\n", "dir/f.toml");
  REQUIRE(got.problems.empty());
  auto const& root = got.root;
  REQUIRE(root.members.size() == 3);
  CHECK(root.members[0].key == "zeta");
  CHECK(root.members[1].key == "alpha");
  CHECK(root.members[2].key == "beta");
  CHECK(to_string(root.members[1].where) == "dir/f.toml:2:1");
  CHECK(to_string(root.members[1].value.where) == "dir/f.toml:2:9");
  auto const& beta = root.members[2].value;
  REQUIRE(beta.find("mid"));
  CHECK(beta.find("mid")->items.size() == 3);
  CHECK(to_string(beta.find("mid")->items[2].where) == "dir/f.toml:6:5");
  REQUIRE(beta.find("aa"));
  CHECK(beta.find("aa")->members[0].key == "y");
  CHECK(to_string(beta.find("aa")->members[1].where) == "dir/f.toml:7:17");
}

TEST_CASE("every kind of value arrives", "[read]") {
  auto const got = read_toml("a = -3\nb = 0x10\nc = 1.5\nd = false\ne = 'x\\y'\nf = []\ng = {}\nh.i = 1\n", "f");
  REQUIRE(got.problems.empty());
  auto const& r = got.root;
  CHECK((r.find("a")->is == node::type::integer && r.find("a")->number == -3));
  CHECK(r.find("b")->number == 16);
  CHECK((r.find("c")->is == node::type::real && r.find("c")->real == 1.5));
  CHECK((r.find("d")->is == node::type::boolean && !r.find("d")->flag));
  CHECK((r.find("e")->is == node::type::string && r.find("e")->text == "x\\y"));
  CHECK(r.find("f")->is == node::type::array);
  CHECK(r.find("g")->is == node::type::table);
  CHECK(r.find("h")->find("i")->number == 1);
  CHECK(r.find("nothing") == nullptr);
}

TEST_CASE("columns count code points, lines count whatever ends them", "[read]") {
  auto const got = read_toml("\"gr\xc3\xb6\xc3\x9f\x65\" = \"\xe2\x82\xac\"\r\nb = 2\r\n", "f");
  REQUIRE(got.problems.empty());
  CHECK(got.root.members[0].key == "gr\xc3\xb6\xc3\x9f\x65");
  CHECK(to_string(got.root.members[0].value.where) == "f:1:11");
  CHECK(to_string(got.root.members[1].where) == "f:2:1");
}

TEST_CASE("a byte order mark says nothing", "[read]") {
  auto const got = read_toml("\xef\xbb\xbflanemark = 1\n", "f");
  REQUIRE(got.problems.empty());
  CHECK(to_string(got.root.members[0].where) == "f:1:1");
}

TEST_CASE("what is not TOML gives one problem where the parser stopped", "[read]") {
  CHECK(problem_of("a = 1\na = 2\n") ==
        "f:2:5: error: not TOML: Error while parsing key-value pair: cannot redefine existing integer 'a'");
  CHECK(problem_of("a = [1,\n").find(": error: not TOML: ") != std::string::npos);
  CHECK(problem_of("a = \"x\n").starts_with("f:1:"));
  CHECK(problem_of("= 1\n").starts_with("f:1:1: error: not TOML: "));
  CHECK(problem_of("a = 9223372036854775808\n").starts_with("f:1:24: error: not TOML: "));
  CHECK(problem_of("a = 2020-01-01\n") ==
        "f:1:5: error: dates and times have no use in a scenario; write a string in quotes");
  CHECK(problem_of("a = [12:30:00]\n") ==
        "f:1:6: error: dates and times have no use in a scenario; write a string in quotes");
}

TEST_CASE("what toml_text refuses is a problem at its place, and nothing is parsed", "[read]") {
  CHECK(problem_of("a = 1\nb = \"\xff\"\n") == "f:2:6: error: this byte is not UTF-8; save the file as UTF-8");
  CHECK(problem_of("[[!b]]\n") ==
        "f:1:3: error: a table's name begins with a letter, a digit, _, - or a quote, not with this");
  for (std::string const text : {"[]", "[[]]", "[ [a]]", "[", "[[", "a = ]\n"})
    CHECK(problem_of(text).find(": error: not TOML: ") != std::string::npos);
}

TEST_CASE("what toml_text lets through is read as it is written", "[read]") {
  auto const text_of = [](std::string_view text) { return read_toml(text, "f").root.find("a")->text; };
  CHECK(text_of("a = \"\"\"b\"\"\"\"\"\n") == "b\"\"");
  CHECK(text_of("a = '''b''''\n") == "b'");
  CHECK(text_of("a = \"\"\"b \\\n  c\"\"\"\n") == "b c");
  CHECK(read_toml("a.\"b\".'c' = { \"d\" = [ 'e',\n# f\n \"g\" ], 'h' = [[1], [2]] }\n[ \"a\" . 'x' ]\n", "f")
            .problems.empty());
}

TEST_CASE("depth is bounded, in brackets and in dots", "[read]") {
  CHECK(problem_of("a = " + std::string(100000, '[')).starts_with("f:1:"));
  std::string braces = "a = ";
  for (int i = 0; i < 100000; ++i) braces += "{a=";
  CHECK(problem_of(braces).starts_with("f:1:"));
  std::string dots;
  for (int i = 0; i < 100000; ++i) dots += "a.";
  CHECK(problem_of(dots + "b = 1") ==
        "f:1:130: error: this key has more than 64 dots; nothing in a scenario is that deep");
  CHECK(problem_of("[" + dots + "b]\n").ends_with("nothing in a scenario is that deep"));
  // dots elsewhere are none of a key
  std::string const many(1000, '.');
  CHECK(read_toml("a = \"" + many + "\" # " + many + "\nb = '" + many + "'\nc = \"\"\"\n" + many + "\"\"\"\n", "f")
            .problems.empty());
  CHECK(read_toml("a = \"\\\"" + many + "\"\n", "f").problems.empty());
}

TEST_CASE("no prefix of a scenario brings the reader down", "[read]") {
  std::string const text = R"(#:schema x
lanemark = 1
[scenario]
name = "größe"
extends = ['b.toml']
[defaults]
samples = { min = 10, precision = "1%" }
note = """
two
lines\u00e9"""
[[test]]
name = "t"
size = { from = "4KiB", to = "1GiB", multiply = 4 }
direction = ["h2d", "d2h"]
  [[test.override]]
  match = { size = ">=512MiB" }
  set = { iterations = 5 }
[profile.smoke]
test.t = { size = "64MiB" }
)";
  for (std::size_t n = 0; n <= text.size(); ++n) {
    auto const prefix = text.substr(0, n);
    auto const got = read_toml(prefix, "f");
    CHECK(got.problems.size() <= 1);
    // and what parses can be checked, whatever it is
    auto const l = load({{"f", prefix}}, "f", {.set = {"test.t.size=4K"}, .profile = "smoke"});
    CHECK(l.value.has_value() == l.problems.empty());
    for (auto const& p : l.problems) CHECK_FALSE(p.text.empty());
  }
}

TEST_CASE("no changed byte of a scenario brings the reader down", "[read]") {
  std::string const text =
      head +
      "size = [\"4K\", 8]\n[[test.exclude]]\nsize = \">4K\"\n[[limit]]\nmatch = { size = 8 }\nmin = \"1 GB/s\"\n";
  for (std::size_t i = 0; i < text.size(); ++i)
    for (char const c : {'"', '[', ']', '{', '=', '\n', '.', '0', '-', '\xff', '\0', '#'}) {
      auto broken = text;
      broken[i] = c;
      auto const l = load({{"f", broken}}, "f");
      CHECK(l.value.has_value() == l.problems.empty());
    }
}

TEST_CASE("read.hpp loads a scenario with its own parser", "[read]") {
  auto const read = [](std::string const&) -> result<std::string> { return head; };
  auto const l = load_scenario("f", {}, read, {});
  REQUIRE(l.value);
  CHECK(l.value->name == "s");
}
