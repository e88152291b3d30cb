// SPDX-License-Identifier: MIT
#include <lanemark/scenario/check_target.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("targets that are wrong, or that this build lacks, are refused", "[check]") {
  expected const table[] = {
      {R"([target]
backend = "cuda")",
       {R"(f:8:11: error: backend "cuda" is not available in this build (this build has: host))"}},
      {R"([target]
backend = "cudda")",
       {R"(f:8:11: error: unknown backend "cudda" in [target]; did you mean "cuda"?)"}},
      {R"([target]
model = "x")",
       {R"(f:8:9: error: model in [target] is not available in this build)"}},
      {R"([target]
group = 3)",
       {R"(f:8:9: error: group in [target] is not available in this build)"}},
      {R"([target]
product = "H100")",
       {R"(f:8:11: error: product in [target] is not available in this build)"}},
      {R"([target]
granularity = "l4")",
       {R"(f:8:15: error: unknown granularity "l4" in [target]; did you mean "l3"?)"}},
      {R"([target]
expect = 3)",
       {R"(f:8:10: error: expect in [target] must be a table, not a whole number)"}},
      {R"([target]
expect = { device = 3, nodes = 0 })",
       {R"(f:8:12: error: unknown key "device" in expect in [target]; did you mean "devices"?)",
        R"(f:8:32: error: nodes in expect in [target] is 0; it must be from 1 to 1000000)"}},
      {R"([target]
device = 3)",
       {R"(f:8:1: error: unknown key "device" in [target]; did you mean "devices"?)"}},
  };
  for (auto const& row : table) {
    CAPTURE(row.body);
    CHECK(said_of(row.body) == row.says);
  }
}

TEST_CASE("every backend is known by name", "[check]") {
  for (std::string const name : {"sim", "opencl", "cuda", "hip", "level-zero", "ascend", "rbln"}) {
    CHECK(said_of("[target]\nbackend = \"" + name + "\"") ==
          lines{"f:8:11: error: backend \"" + name + "\" is not available in this build (this build has: host)"});
    CHECK(said_of("[target]\nbackend = \"" + name + "\"", {.backends = {"host", name}}).empty());
  }
  // a backend of somebody's own needs no entry in the format
  CHECK(said_of("[target]\nbackend = \"toy\"", {.backends = {"host", "toy"}}).empty());
  CHECK(scenario_of("[target]\nbackend = \"toy\"", {.backends = {"host", "toy"}}).on.backend == "toy");
  CHECK(said_of("[target]\nbackend = \"toy\"").size() == 1);
  CHECK(said_of("[target]\nbackend = \"host\"").empty());
  CHECK(said_of("[target]\nbackend = \"auto\"").empty());
}

TEST_CASE("a target comes out as it was said", "[check]") {
  auto const s = scenario_of(R"([target]
backend = "sim"
model = "rbln-cr13-x8"
devices = [0, "rbln1"]
group = 2
product = "RBLN-CR13"
granularity = "l3"
expect = { devices = 8, nodes = 2, product = "RBLN-CR13" })",
                             {.backends = {"host", "sim"}, .models = true, .groups = true});
  CHECK(s.on.backend == "sim");
  CHECK(s.on.model == "rbln-cr13-x8");
  CHECK(s.on.devices == lines{"0", "rbln1"});
  CHECK(s.on.group == 2);
  CHECK(s.on.product == "RBLN-CR13");
  CHECK(s.on.granularity == "l3");
  CHECK(s.on.expect.devices == std::size_t{8});
  CHECK(s.on.expect.nodes == std::size_t{2});
  CHECK(s.on.expect.product == "RBLN-CR13");
  CHECK(said_of("[target]\nmodel = \"x\"", {.models = true}) ==
        lines{"f:8:9: error: model in [target] needs backend = \"sim\""});
}

TEST_CASE("a model's path is relative to the file that says it", "[check]") {
  auto const at = [](std::string const& file, unsigned line) { return node{.where = {file, line, 1}}; };
  CHECK(detail::beside(at("a/b/s.toml", 3), "m.toml") == "a/b/m.toml");
  CHECK(detail::beside(at("a/b/s.toml", 3), "../m.toml") == "a/b/../m.toml");
  CHECK(detail::beside(at("s.toml", 3), "m.toml") == "m.toml");
  CHECK(detail::beside(at("a/s.toml", 3), "/m.toml") == "/m.toml");
  CHECK(detail::beside(at("a/s.toml", 3), "rbln-cr13-x8") == "rbln-cr13-x8");  // a shipped one
  CHECK(detail::beside(at("--model", 0), "x/m.toml") == "x/m.toml");           // where the user is
}
