// SPDX-License-Identifier: MIT
#include <lanemark/scenario/merge.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

namespace {
std::string merged(std::string const& base, std::string const& over) {
  auto tree = parse_text(base, "base").root;
  merge_files(tree, parse_text(over, "over").root);
  return to_toml(tree);
}
}  // namespace

TEST_CASE("tables merge by key, everything else is replaced", "[merge]") {
  CHECK(merged("a = 1\nb = 2", "b = 3\nc = 4") == "{ a = 1, b = 3, c = 4 }");
  CHECK(merged("[t]\na = 1\n[t.u]\nb = 2", "[t.u]\nc = 3") == "{ t = { a = 1, u = { b = 2, c = 3 } } }");
  CHECK(merged("a = [1, 2]", "a = [3]") == "{ a = [3] }");
  CHECK(merged("a = { b = 1 }", "a = 2") == "{ a = 2 }");
  CHECK(merged("a = 2", "a = { b = 1 }") == "{ a = { b = 1 } }");
}

TEST_CASE("tests merge by name, limits append", "[merge]") {
  CHECK(merged("[[test]]\nname = \"x\"\na = 1\n[[test]]\nname = \"y\"",
               "[[test]]\nname = \"y\"\na = 2\n[[test]]\nname = \"z\"") ==
        R"({ test = [{ name = "x", a = 1 }, { name = "y", a = 2 }, { name = "z" }] })");
  CHECK(merged("[[test]]\na = 1", "[[test]]\na = 2") ==
        "{ test = [{ a = 1 }, { a = 2 }] }");  // without a name nothing merges
  CHECK(merged("[[limit]]\nmin = 1", "[[limit]]\nmin = 1") == "{ limit = [{ min = 1 }, { min = 1 }] }");
  CHECK(merged("[[test]]\nname = \"x\"\n[[test.exclude]]\na = 1", "[[test]]\nname = \"x\"\n[[test.exclude]]\na = 2") ==
        R"({ test = [{ name = "x", exclude = [{ a = 2 }] }] })");
  CHECK(merged("[[test]]\nname = \"x\"", "test = 3") == "{ test = 3 }");
}

TEST_CASE("iterations and samples take each other's place", "[merge]") {
  CHECK(merged("[d]\nsamples = { max = 1 }", "[d]\niterations = 2") == "{ d = { iterations = 2 } }");
  CHECK(merged("[d]\niterations = 2", "[d]\nsamples = { max = 1 }") == "{ d = { samples = { max = 1 } } }");
  CHECK(merged("[d]\nsamples = { max = 1 }", "[d]\nsamples = { min = 2 }") ==
        "{ d = { samples = { max = 1, min = 2 } } }");
  CHECK(merged("[d]\nw = 1", "[d]\niterations = 2\nsamples = { max = 1 }") ==
        "{ d = { w = 1, iterations = 2, samples = { max = 1 } } }");
}

TEST_CASE("what is replaced takes the place of who said it", "[merge]") {
  auto tree = parse_text("a = 1\nb = 2", "base").root;
  merge_files(tree, parse_text("\nb = 3", "over").root);
  CHECK(to_string(tree.find("a")->where) == "base:1:5");
  CHECK(to_string(tree.find("b")->where) == "over:2:5");
  CHECK(to_string(tree.find_member("b")->where) == "over:2:1");
}
