// SPDX-License-Identifier: MIT
#include <lanemark/plan/test_case.hpp>

#include <lanemark/plan/expand.hpp>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
/// The lanes of a case on devices in this order, a cell a word.
std::vector<std::string> cells_of(int number, std::vector<std::string> devices = {"0", "1", "2"}) {
  std::vector<choices> tests;
  for (auto const& axes : test_case(number)) tests.push_back({.name = "t", .axes = axes});
  auto const made = expand("s", tests, sim_machine(4), {.devices = std::move(devices)});
  REQUIRE(made.problems.empty());
  std::vector<std::string> out;
  for (auto const& c : made.cells)
    out.push_back(c.measure + " " + c.direction + " " + c.mode + " " + to_string(c.lanes));
  return out;
}
using list = std::vector<std::string>;
}  // namespace

TEST_CASE("what each numbered case measures, in its order") {
  list const all{"bandwidth h2d single host>0", "bandwidth h2d single host>1", "bandwidth d2d single 0>1",
                 "bandwidth d2d single 1>0",    "bandwidth d2h single 0>host", "bandwidth d2h single 1>host"};
  list const signals{"sync d2d single 0>1", "sync d2d single 1>0"};
  auto both = all;
  both.insert(both.end(), signals.begin(), signals.end());
  CHECK(cells_of(0, {"0", "1"}) == both);
  CHECK(cells_of(1, {"0", "1"}) == all);
  CHECK(cells_of(2, {"0", "1"}) == signals);
  CHECK(cells_of(3) == list{"bandwidth h2d single host>0", "bandwidth d2d single 0>1", "bandwidth d2d single 0>2",
                            "bandwidth d2h single 1>host", "bandwidth d2h single 2>host"});
  CHECK(cells_of(4) == list{"sync d2d single 0>1", "sync d2d single 0>2"});
  CHECK(cells_of(5) == list{"bandwidth d2d bidirectional 0<>1", "bandwidth d2d bidirectional 0<>2"});
  CHECK(cells_of(6) == list{"bandwidth h2d parallel host>0+host>1+host>2",
                            "bandwidth d2h parallel 0>host+1>host+2>host", "bandwidth d2d parallel 0>1+1>2+2>0"});
}

TEST_CASE("first is the first of the list, not the lowest") {
  CHECK(cells_of(3, {"2", "0"}) ==
        list{"bandwidth h2d single host>2", "bandwidth d2d single 2>0", "bandwidth d2h single 0>host"});
  CHECK(cells_of(4, {"3", "1", "0"}) == list{"sync d2d single 3>1", "sync d2d single 3>0"});
  CHECK(cells_of(6, {"2", "0", "3"})[2] == "bandwidth d2d parallel 0>3+2>0+3>2");
}

TEST_CASE("there are seven cases") {
  CHECK(test_case(-1).empty());
  CHECK(test_case(7).empty());
  for (int i = 0; i < 7; ++i) CHECK_FALSE(test_case(i).empty());
}

TEST_CASE("a case wins over the axes it sets and leaves the others") {
  axis_choices under{.measure = {"latency"}, .direction = {"d2h"}, .mode = {"parallel"}, .size = {4096}};
  under.lanes.keyword = "ring";
  under.affinity = {"far"};
  auto const laid = laid_over(under, test_case(3).front());
  CHECK(laid.measure == list{"bandwidth"});
  CHECK(laid.direction == list{"h2d", "d2d", "d2h"});
  CHECK(laid.mode.empty());
  CHECK(laid.lanes.keyword == "chain");
  CHECK(laid.size == std::vector<std::uint64_t>{4096});
  CHECK(laid.affinity == list{"far"});
}
