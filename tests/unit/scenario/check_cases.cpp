// SPDX-License-Identifier: MIT
#include <lanemark/scenario/check_cases.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

namespace {
build_features const able{.backends = {"host", "sim"}, .test_cases = true};
/// What stands before each case: the tests begin in line 4.
std::string const top = "lanemark = 1\n[scenario]\nname = \"s\"\n";
loaded with(std::string const& body) { return load({{"f", top + body + "\n"}}, "f", {}, able); }
std::vector<choices> tests_of(std::string const& body) {
  auto const l = with(body);
  INFO(body);
  for (auto const& p : said(l)) UNSCOPED_INFO(p);
  REQUIRE(l.value);
  return l.value->tests;
}
using list = std::vector<std::string>;
}  // namespace

TEST_CASE("a number stands for its matrices, all under the name of the test", "[tc]") {
  struct row {
    char const* tc;
    std::vector<list> directions;
    list keywords;
  };
  for (auto const& r : std::vector<row>{{"1", {{"h2d", "d2d", "d2h"}}, {"all"}},
                                        {"0", {{"h2d", "d2d", "d2h"}, {"d2d"}}, {"all", "all"}},
                                        {"4", {{"d2d"}}, {"first"}},
                                        {"6", {{"h2d", "d2h"}, {"d2d"}}, {"all", "ring"}},
                                        {"[3, 4]", {{"h2d", "d2d", "d2h"}, {"d2d"}}, {"chain", "first"}}}) {
    auto const all = tests_of("[[test]]\nname = \"t\"\ntc = " + std::string(r.tc));
    INFO("tc = " << r.tc);
    REQUIRE(all.size() == r.directions.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(all[i].name == "t");
      CHECK(all[i].axes.direction == r.directions[i]);
      CHECK(all[i].axes.lanes.keyword == r.keywords[i]);
    }
  }
}

TEST_CASE("one iteration unless somebody says otherwise", "[tc]") {
  CHECK(tests_of("[[test]]\nname = \"t\"\ntc = 3")[0].keys.how.iterations == 1);
  CHECK(tests_of("[[test]]\nname = \"t\"\ntc = 3\niterations = 5")[0].keys.how.iterations == 5);
  CHECK(tests_of("[defaults]\niterations = 7\n[[test]]\nname = \"t\"\ntc = 3")[0].keys.how.iterations == 7);
  CHECK(tests_of("[defaults]\nsamples = { max = 40 }\n[[test]]\nname = \"t\"\ntc = 3")[0].keys.how.iterations == 0);
  CHECK(tests_of("[[test]]\nname = \"t\"\ntc = 3\nsamples = { max = 40 }")[0].keys.how.iterations == 0);
}

TEST_CASE("directions and measures narrow a case, other keys override it", "[tc]") {
  auto all = tests_of("[[test]]\nname = \"t\"\ntc = 6\ndirection = \"d2d\"");
  REQUIRE(all.size() == 1);
  CHECK(all[0].axes.lanes.keyword == "ring");
  all = tests_of("[[test]]\nname = \"t\"\ntc = 0\nmeasure = \"bandwidth\"\ndirection = [\"d2h\", \"h2d\"]");
  REQUIRE(all.size() == 1);
  CHECK(all[0].axes.direction == list{"d2h", "h2d"});  // in the order of the test
  all = tests_of("[[test]]\nname = \"t\"\ntc = 0\ndirection = \"d2d\"");
  REQUIRE(all.size() == 2);
  CHECK(all[0].axes.measure == list{"bandwidth"});
  CHECK(all[1].axes.measure == list{"sync"});
  all = tests_of(
      "[[test]]\nname = \"t\"\ntc = 6\nmode = \"single\"\nsize = [\"1K\", \"2K\"]\nlanes = \"first\"\ndevices = [1, "
      "0]");
  REQUIRE(all.size() == 2);
  for (auto const& t : all) {
    CHECK(t.axes.mode == list{"single"});
    CHECK(t.axes.size == std::vector<std::uint64_t>{1024, 2048});
    CHECK(t.axes.lanes.keyword == "first");
    CHECK(t.devices == list{"1", "0"});
  }
}

TEST_CASE("a case wins over what [defaults] says of its axes", "[tc]") {
  auto const all = tests_of(
      "[defaults]\nmeasure = \"latency\"\ndirection = \"d2h\"\nlanes = \"ring\"\nsize = \"1K\"\n[[test]]\nname = "
      "\"t\"\ntc = 3");
  REQUIRE(all.size() == 1);
  CHECK(all[0].axes.measure == list{"bandwidth"});
  CHECK(all[0].axes.direction == list{"h2d", "d2d", "d2h"});
  CHECK(all[0].axes.lanes.keyword == "chain");
  CHECK(all[0].axes.size == std::vector<std::uint64_t>{1024});
}

TEST_CASE("together belongs to the matrix whose directions it names", "[tc]") {
  auto const all = tests_of("[[test]]\nname = \"t\"\ntc = 6\ntogether = [[\"h2d\", \"d2h\"]]");
  REQUIRE(all.size() == 2);
  CHECK(all[0].axes.together.directions == std::vector<list>{{"h2d", "d2h"}});
  CHECK(all[1].axes.together.directions.empty());
}

TEST_CASE("additions come once, excludes and overrides to every matrix", "[tc]") {
  auto const all = tests_of(R"([[test]]
name = "t"
tc = 0
[[test.exclude]]
measure = "sync"
[[test.override]]
match = { direction = "h2d" }
set = { iterations = 9 }
[[test.add]]
measure = "latency"
direction = "d2d"
lanes = "0>1")");
  REQUIRE(all.size() == 2);
  CHECK(all[0].add.size() == 1);
  CHECK(all[1].add.empty());
  for (auto const& t : all) {
    CHECK(t.exclude.size() == 1);
    CHECK(t.overrides.size() == 1);
  }
}

TEST_CASE("what a numbered test cannot be is said at its place", "[tc]") {
  expected const table[] = {
      {"tc = 7", {"f:6:6: error: tc in [[test]] \"t\" is 7; it must be from 0 to 6"}},
      {"tc = -1", {"f:6:6: error: tc in [[test]] \"t\" is -1; it must be from 0 to 6"}},
      {"tc = \"3\"", {"f:6:6: error: tc in [[test]] \"t\" must be a whole number, not a string"}},
      {"tc = []",
       {"f:6:6: error: tc in [[test]] \"t\" is an empty list; leave the key out, or list at least one value"}},
      {"tc = 4\ndirection = \"h2d\"",
       {"f:7:13: error: direction in [[test]] \"t\" is \"h2d\", which tc = 4 does not measure; it has d2d"}},
      {"tc = [1, 3]\nmeasure = [\"bandwidth\", \"latency\"]",
       {"f:7:11: error: measure in [[test]] \"t\" is \"latency\", which tc = [1, 3] does not measure; it has "
        "bandwidth"}},
      {"tc = 1\n[[test.exclude]]\nmeasure = \"sync\"",
       {"f:8:1: error: exclude 1 of [[test]] \"t\" can match no cell of this test, because of its measure"}},
      {"tc = 0\n[[test.override]]\nmatch = { mode = \"parallel\" }\nset = { iterations = 2 }",
       {"f:8:11: error: override 1 of [[test]] \"t\" can match no cell of this test, because of its mode"}},
      {"tc = 3\nsise = \"1K\"", {"f:7:1: error: unknown key \"sise\" in [[test]] \"t\"; did you mean \"size\"?"}},
  };
  for (auto const& c : table) {
    INFO(c.body);
    CHECK(said(with("[[test]]\nname = \"t\"\n" + c.body)) == c.says);
  }
}

TEST_CASE("words in both lists, in the order of the second", "[tc]") {
  CHECK(lanemark::detail::common_words({"a", "b", "c"}, {"c", "x", "a"}) == list{"c", "a"});
  CHECK(lanemark::detail::common_words({}, {"c"}).empty());
}
