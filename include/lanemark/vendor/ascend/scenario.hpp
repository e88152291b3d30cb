// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include <lanemark/vendor/ascend/options.hpp>

namespace lanemark::ascend {
/// The scenario that a command line stands for. `is_950`: memory semantics have a meaning, UBMemory by default.
inline std::string scenario_text(options const& o, bool is_950) {
  auto const number = [](auto n) { return std::to_string(n); };
  auto const every_pair = o.type == "p2p" && !o.source && !o.super_pod;  // some products do not connect all of them
  std::string s =
      "# ascend-dmi latency test, as a scenario\nlanemark = 1\n\n[scenario]\nname = \"ascend-latency\"\n\n[target]\n";
  s += "backend = \"" + o.backend + "\"\n";
  if (!o.model.empty()) s += "model = '" + o.model + "'\n";
  s += "\n[defaults]\nmissing = " + std::string(every_pair ? "\"skip\"" : "\"fail\"") +
       "\n\n[[test]]\nname = \"latency\"\nmeasure = \"latency\"\nsize = " + number(rounded_size(o.size)) + " # bytes\n";
  if (o.type == "p2p") {
    s += o.super_pod ? "direction = \"node\"\nnodes = \"0>1\"\n" : "direction = \"d2d\"\n";
    if (o.source)
      s += "lanes = \"" + number(*o.source) + ">" + number(*o.destination) + "\"\n";
    else if (o.super_pod)
      s += "lanes = \"0>0\"\n";
    if (is_950) s += std::string("semantics = ") + (o.semantics == "URMA" ? "\"queue\"" : "\"load-store\"") + "\n";
  } else {
    s += "direction = " + (o.type.empty() ? std::string("[\"d2h\", \"h2d\"]") : "\"" + o.type + "\"") + "\n";
    s += "lanes = \"" + number(o.device.value_or(0)) + "\"\n";
  }
  return s;
}
}  // namespace lanemark::ascend
