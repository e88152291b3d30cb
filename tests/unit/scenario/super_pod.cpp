// SPDX-License-Identifier: MIT
#include <lanemark/scenario/super_pod.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("sizes in names", "[model]") {
  for (auto const& [name, size] : {std::pair{"superpod-4x16", super_pod_size{4, 16}},
                                   {"superpod-1x1", {1, 1}},
                                   {"superpod-1024x64", {1024, 64}}}) {
    INFO(name);
    auto const got = super_pod_named(name);
    REQUIRE(got);
    REQUIRE(*got);
    CHECK(**got == size);
  }
}

TEST_CASE("other names are no super-pods", "[model]") {
  for (auto const* name :
       {"", "superpod", "superpod-", "superpod-4", "superpod-x16", "superpod-4x", "superpod-4x16x2", "superpod-4X16",
        "superpod--1x2", "superpod-4 x16", "superpod-064x1", "superpod-2x01", "superpods-4x16", "rbln-cr13-x8"}) {
    INFO(name);
    auto const got = super_pod_named(name);
    REQUIRE(got);
    CHECK_FALSE(*got);
  }
}

TEST_CASE("sizes that are not made are refused, with the bounds and a right one", "[model]") {
  struct row {
    char const *name, *why;
  };
  for (auto const& r :
       {row{"superpod-0x1", "a super-pod has 1 to 1024 nodes, not 0"},
        row{"superpod-1025x1", "a super-pod has 1 to 1024 nodes, not 1025"},
        row{"superpod-99999999999999999999x1", "a super-pod has 1 to 1024 nodes, not 99999999999999999999"},
        row{"superpod-2x0", "a node of a super-pod has 1 to 64 devices, not 0"},
        row{"superpod-2x65", "a node of a super-pod has 1 to 64 devices, not 65"},
        row{"superpod-NxM", "N and M stand for the numbers of nodes and of devices in each"}}) {
    auto const got = super_pod_named(r.name);
    REQUIRE_FALSE(got);
    CHECK(got.error().kind == fault::invalid);
    CHECK(got.error().text == "model \"" + std::string(r.name) + "\": " + r.why + "; write for example superpod-48x16");
  }
}

TEST_CASE("a super-pod is the template with its numbers", "[model]") {
  auto const parse = [](std::string_view t, std::string const& file) { return parse_text(t, file); };
  std::string const text =
      "lanemark_model = 1\nname = \"superpod-NxM\"\nnodes = 2\n[devices]\ncount = 1\nbridge = \"p{}\"\nper_bridge = "
      "2\n[[lane]]\nbandwidth = \"1 GB/s\"\n";
  auto const made = load_super_pod(text, "t", parse, {48, 5});
  REQUIRE(made.value);
  CHECK(made.value->name == "superpod-48x5");
  CHECK(made.value->nodes == 48);
  REQUIRE(made.value->devices.size() == 5);
  CHECK(made.value->devices[4].bridge == "p2");
  CHECK(made.value->lanes.size() == 1);
  auto const broken = load_super_pod(text + "[[link]]\n", "t", parse, {2, 2});
  CHECK_FALSE(broken.value);
  REQUIRE(broken.problems.size() == 2);
  CHECK(to_string(broken.problems[0]) == "t:10:1: error: [[link]] 1 needs a name");
}
