// SPDX-License-Identifier: MIT
#include <lanemark/vendor/ascend/scenario.hpp>

#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a command line is a scenario") {
  ascend::options o{.latency = true, .size = 700};
  o.backend = "host";
  CHECK(ascend::scenario_text(o, false) ==
        "# ascend-dmi latency test, as a scenario\nlanemark = 1\n\n[scenario]\nname = \"ascend-latency\"\n\n[target]\n"
        "backend = \"host\"\n\n[defaults]\nmissing = \"fail\"\n\n[[test]]\nname = \"latency\"\nmeasure = \"latency\"\n"
        "size = 1024 # bytes\ndirection = [\"d2h\", \"h2d\"]\nlanes = \"0\"\n");
}

TEST_CASE("pairs, all pairs and memory semantics") {
  ascend::options o{.latency = true};
  o.type = "p2p";
  auto has = [&](bool is_950, std::string const& line) {
    return ascend::scenario_text(o, is_950).find("\n" + line + "\n") != std::string::npos;
  };
  CHECK(has(false, "direction = \"d2d\""));
  CHECK(has(false, "missing = \"skip\""));  // a product need not connect every pair
  CHECK_FALSE(has(false, "semantics = \"load-store\""));
  CHECK(has(true, "semantics = \"load-store\""));
  o.semantics = "URMA";
  CHECK(has(true, "semantics = \"queue\""));
  o.source = 3, o.destination = 0;
  CHECK(has(true, "lanes = \"3>0\""));
  CHECK(has(true, "missing = \"fail\""));
  o.semantics = "", o.super_pod = true;
  CHECK(has(false, "direction = \"node\""));
  CHECK(has(false, "nodes = \"0>1\""));
  CHECK(has(false, "lanes = \"3>0\""));
  o.source = o.destination = {};
  CHECK(has(false, "lanes = \"0>0\""));
  CHECK(has(false, "missing = \"fail\""));
}
