// SPDX-License-Identifier: MIT
#include <lanemark/scenario/toml_text.hpp>

#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// `f:line:column: error: why`, or nothing.
std::string problem_of(std::string_view text) {
  position where{.file = "f"};
  auto const why = detail::toml_text(text).unfit(where);
  return why ? to_string(located_at(where, why->text)) : "";
}
}  // namespace

TEST_CASE("what is no text is refused before it is parsed", "[toml_text]") {
  CHECK(problem_of("a = 1\nb = \"\xff\"\n") == "f:2:6: error: this byte is not UTF-8; save the file as UTF-8");
  CHECK(problem_of("# \xc3\xa9 \xc0\xaf\n") ==
        "f:1:5: error: this byte is not UTF-8; save the file as UTF-8");                                    // overlong
  CHECK(problem_of("# \xed\xa0\x80\n") == "f:1:3: error: this byte is not UTF-8; save the file as UTF-8");  // surrogate
  CHECK(problem_of("# \xf4\x90\x80\x80\n") ==
        "f:1:3: error: this byte is not UTF-8; save the file as UTF-8");                              // above U+10FFFF
  CHECK(problem_of("# \xe2\x82") == "f:1:3: error: this byte is not UTF-8; save the file as UTF-8");  // cut off
  CHECK(problem_of(std::string_view("a = 1\nb\0 = 2\n", 13)) ==
        "f:2:2: error: there is a NUL byte here; the file is no text");
  CHECK(problem_of("\xff\xfe"
                   "a") == "f:1:1: error: the file is UTF-16; save it as UTF-8");
  CHECK(problem_of(std::string((16U << 20U) + 1, '\n')) ==
        "f:1:1: error: the file has 16777217 bytes; at most 16 MiB are read");
}

TEST_CASE("a table's name begins like a key, else the parser would end the process", "[toml_text]") {
  std::string const why = ": error: a table's name begins with a letter, a digit, _, - or a quote, not with this";
  CHECK(problem_of("a = 1\n[!b]\n") == "f:2:2" + why);
  CHECK(problem_of("[[!b]]\n") == "f:1:3" + why);
  CHECK(problem_of(" [ \t\x03") == "f:1:5" + why);
  CHECK(problem_of("[[[a]]]") == "f:1:3" + why);
  CHECK(problem_of("[\n") == "f:1:2" + why);
  CHECK(problem_of("a = [[1], [2]] # [!\n[#b]") == "f:2:2" + why);
  // brackets elsewhere begin no table
  for (std::string const text : {"a = [\n[], [[], []],\n{ b = [1] } ]\n[b]", "a = \"\"\"\n[!\n\"\"\"",
                                 "a = '''\n[!'''\n", "# x\n# [!\n", "['!']\n[\"!\".x]\n [ y ]\n\t[[z]]"})
    CHECK(problem_of(text) == "");
}

TEST_CASE("what is not ASCII stands in quotes and comments alone", "[toml_text]") {
  CHECK(problem_of("a = 1\nv = \xcf\x83\n") ==
        "f:2:5: error: \"\xcf\x83\" stands outside of quotes; a key or a string with it needs them");
  CHECK(problem_of("gr\xc3\xb6\xc3\x9f\x65 = 1\n").starts_with("f:1:3: error: \"\xc3\xb6\" stands outside of quotes"));
  CHECK(problem_of("a\xc2\xa0= 1\n").starts_with("f:1:2: error: \"\xc2\xa0\" stands outside of quotes"));
  CHECK(problem_of("'\xc3\xb6' = \"\xcf\x83\" # \xe2\x82\xac\nb = '''\n\xe2\x80\xa8'''") == "");
}

TEST_CASE("a bracket closes one of its kind", "[toml_text]") {
  CHECK(problem_of("a = [1, }\n") == "f:1:9: error: this } closes nothing: a [ is open");
  CHECK(problem_of("a = { b = [{ c = 1 }] ]\n") == "f:1:23: error: this ] closes nothing: a { is open");
  CHECK(problem_of("a = [\"}\", '{', {}] # }\n[b.\"]\"]\nc = { d = [] }") == "");
}

TEST_CASE("a string begins where a value or a key may, so that its ends are known", "[toml_text]") {
  std::string const quote = ": error: this quote stands where no string may begin: behind ";
  CHECK(problem_of("a = b\"c\"\n").starts_with("f:1:6" + quote + "\"b\""));
  CHECK(problem_of("a\"b\" = 1\n").starts_with("f:1:2" + quote));
  CHECK(problem_of("a = \"b\" \"\xc3\xb6\"\n").starts_with("f:1:9" + quote));
  CHECK(problem_of("a = 1.\"b\"\n").starts_with("f:1:7" + quote));
  CHECK(problem_of("a = [1 'b']\n").starts_with("f:1:8" + quote));
  CHECK(problem_of("a = \"\"\"b\"\"\"\"\"\"\n").starts_with("f:1:14" + quote));  // six quotes: the last begins anew
  CHECK(problem_of("a = 0>1=[\"b\"]\n") ==
        "f:1:8: error: a second = in one value: a string needs quotes, and the next key a line or a comma");
  CHECK(problem_of("a = { b = 1 c = 2 }\n").starts_with("f:1:15: error: a second = in one value"));
  CHECK(problem_of("a = [b = 1]\n").starts_with("f:1:8: error: a second = in one value"));
  CHECK(problem_of("a = 1[\"b\"]\n") ==
        "f:1:6: error: this [ stands behind \"1\", where nothing may begin; a string needs quotes");
  CHECK(problem_of("a = 1\nb = x{\"c\" = 1}\n").starts_with("f:2:6: error: this { stands behind \"x\""));
  for (std::string const text :
       {"a = \"b\"\nc='d'\n\"e\".'f' . \"g\" = 1", "a = [\"b\", 'c',\n  # d\n\n  \"e\",\n]\nf = 1",
        "a = { \"b\" = { 'c'.d = \"e\" }, f = [ 'g', [\"h\"] ], i = 1 }\nj = 2",
        "[ \"a\" . 'b' ]\n[[\"c\"]]\n[d.\"e\"]", "a = \"\"\"b\"\"\"\"\"\nc = ''''''\nd = '''e''''\nf = \"\"",
        "a = \"=[{\" # =[\"\nb = 1"})
    CHECK(problem_of(text) == "");
}

TEST_CASE("a backslash in a string is followed by ASCII, and so is the one that ends a line", "[toml_text]") {
  CHECK(problem_of("a = \"\\\xc3\xb6\"\n") == "f:1:6: error: \\ before \"\xc3\xb6\" is no escape; write \\\\");
  CHECK(problem_of("a = \"\"\"b\\ \n  \xc3\xb6\"\"\"\n")
            .starts_with("f:2:3: error: \"\xc3\xb6\" stands where a line goes on after a \\"));
  for (std::string const text :
       {"a = '\\\xc3\xb6'", "a = \"\\\\\xc3\xb6\"", "a = \"\"\"b\\\n  c\xc3\xb6\"\"\"", "a = '''\\\n\xc3\xb6'''"})
    CHECK(problem_of(text) == "");
}
