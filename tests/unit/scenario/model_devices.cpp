// SPDX-License-Identifier: MIT
#include <lanemark/scenario/model_devices.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

namespace {
/// What [devices] and [distance] say, and what is wrong with them.
struct seen {
  on_sim::model m{};
  lines wrong{};
};
seen read(std::string const& text) {
  seen s;
  std::vector<located> problems;
  detail::model_values values(problems);
  auto const document = parse_text(text, "m");
  detail::read_model_devices(document.root, values, s.m);
  for (auto const& p : problems) s.wrong.push_back(to_string(p));
  return s;
}
lines bridges(on_sim::model const& m) {
  lines all;
  for (auto const& d : m.devices) all.push_back(d.bridge);
  return all;
}
}  // namespace

TEST_CASE("bridges by rule: so many devices in a row behind one", "[model]") {
  CHECK(bridges(read("devices = { count = 5, bridge = \"NPU {}\", per_bridge = 2 }").m) ==
        lines{"NPU 0", "NPU 0", "NPU 1", "NPU 1", "NPU 2"});
  CHECK(bridges(read("devices = { count = 2, bridge = \"{}/x\" }").m) == lines{"0/x", "1/x"});
  CHECK(bridges(read("devices = { count = 2, bridge = \"one\" }").m) == lines{"one", "one"});
  CHECK(read("devices = { count = 4, bridge = \"{}\", per_bridge = 2 }\ndistance = { same_bridge = 4, otherwise = 8 }")
            .m.distances[2] == std::vector<int>{8, 8, 0, 4});
}

TEST_CASE("what is said of all devices is not said of one", "[model]") {
  CHECK(read("devices = { count = 2, per_bridge = 0 }").wrong ==
        lines{"m:1:37: error: per_bridge in [devices] must be a whole number from 1 to 4096, not 0"});
  for (auto const* key : {"count", "per_bridge"}) {
    auto const s = read("devices = { each = [{ " + std::string(key) + " = 2 }] }");
    REQUIRE(s.wrong.size() == 1);
    CHECK(s.wrong[0].starts_with("m:1:23: error: unknown key \"" + std::string(key) + "\" in device 0 of [devices]"));
  }
  CHECK(read("").wrong.at(0).ends_with("missing table [devices]; write for example [devices] with count = 2"));
}
