// SPDX-License-Identifier: MIT
#include <lanemark/scenario/accepted.hpp>

#include <lanemark/scenario/read.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
std::vector<std::string> problems_of(std::string const& text) {
  auto const tree = read_toml(text, "a.toml");
  std::vector<std::string> out;
  for (auto const& p : tree.problems) out.push_back(to_string(p));
  for (auto const& p : read_accepted(tree.root).problems) out.push_back(to_string(p));
  return out;
}
using texts = std::vector<std::string>;
}  // namespace

TEST_CASE("accepted steps are read with who and why") {
  auto const tree =
      read_toml("[[accept]]\nseries = \"*/0>1/*\"\nrun = \"20260131\"\nby = \"Kim\"\nwhy = \"new cable\"\n", "a.toml");
  auto const got = read_accepted(tree.root);
  REQUIRE(got.all.size() == 1);
  CHECK(got.problems.empty());
  CHECK(got.all[0].series == "*/0>1/*");
  CHECK(got.all[0].run == "20260131");
  CHECK(got.all[0].by == "Kim");
  CHECK(got.all[0].why == "new cable");
  CHECK(read_accepted(read_toml("", "a.toml").root).all.empty());
}

TEST_CASE("what is wrong is said with its place") {
  CHECK(problems_of("[[accept]]\nseries = \"x\"\nrun = \"1\"\nby = \"Kim\"\n") ==
        texts{"a.toml:1:1: error: [[accept]] needs why: the reason"});
  CHECK(problems_of("[[acept]]\n") ==
        texts{"a.toml:1:3: error: unknown key \"acept\"; a file of accepted steps holds [[accept]] tables"});
  CHECK(problems_of("accept = 3\n") ==
        texts{"a.toml:1:10: error: accept must be written [[accept]], not a whole number"});
  CHECK(problems_of("[[accept]]\nserie = \"x\"\nrun = 1\nby = \"\"\nwhy = \"w\"\n") ==
        texts{"a.toml:2:1: error: unknown key \"serie\" in [[accept]]; did you mean \"series\"?",
              "a.toml:3:7: error: run in [[accept]] must be a string, not a whole number",
              "a.toml:4:6: error: by in [[accept]] is empty", "a.toml:1:1: error: [[accept]] needs series"});
}
