// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <lanemark/core/bytes.hpp>
#include <lanemark/vendor/rbln/options.hpp>

namespace lanemark::rbln {
namespace detail {
inline std::string quoted(std::string_view text) {
  std::string s = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') s += '\\';
    s += c;
  }
  return s + '"';
}
}  // namespace detail

/// The scenario that a command line stands for, as a file. Running the file gives the same records: there is no second
/// way to measure.
inline std::string scenario_text(options const& o) {
  constexpr std::string_view priorities[] = {"min", "normal", "high", "kernel", "realtime"};
  std::string s =
      "# rblnBandwidthLatencyTest --tc " + std::to_string(o.tc) + ", as a scenario\nlanemark = 1\n\n[scenario]\n";
  auto line = [&](std::string_view key, std::string const& value) {
    s.append(key).append(" = ").append(value).append("\n");
  };
  auto number = [](auto n) { return std::to_string(n); };
  line("name", "\"rbln-tc" + number(o.tc) + "\"");
  s += "\n[target]\n";
  line("backend", detail::quoted(o.backend));
  if (!o.model.empty()) line("model", detail::quoted(o.model));
  if (!o.npus.empty()) {
    std::string list;
    for (auto const id : o.npus) list += (list.empty() ? "" : ", ") + number(id);
    line("devices", "[" + list + "]");
  }
  if (o.group != 0) line("group", number(o.group));
  if (o.device_name != 0) line("product", o.device_name == 2 ? "\"RBLN-CA\"" : "\"RBLN-CR\"");
  s += "\n[defaults]\n";
  line("iterations", number(o.iterations));
  line("warmup", o.warmup ? "1" : "0");
  line("wait", "\"" + number(o.timeout_us) + "us\"");
  line("missing", "\"fail\"");
  if (o.priority != 1) line("priority", detail::quoted(priorities[o.priority]));
  if (o.flags != 0) line("flags", number(o.flags));
  if (o.data_pattern) line("pattern", number(*o.data_pattern));
  auto test = [&](int tc) {
    s += "\n[[test]]\n";
    line("name", detail::quoted(test_names[tc]));
    line("tc", number(tc));
    auto const moves = tc != 2 && tc != 4;
    if (o.only_d2d)
      line("direction", "\"d2d\"");
    else if (!o.has_pairs() && moves && tc != 3 && tc != 5)
      line("direction", "[\"h2d\", \"d2h\"]");
    if (moves) line("size", detail::quoted(to_string(bytes{o.size})));
    if (moves && o.hdma_read == 1) line("issuer", "\"destination\"");
    if (moves && o.numa_node >= 0) line("affinity", "\"node:" + number(o.numa_node) + "\"");
    auto chiplet = [&](char const* key, int c) {
      if (c == affinity_off)
        line(key, "\"off\"");
      else if (c != 0)
        line(key, number(c));
    };
    chiplet("source_chiplet", o.source_chiplet);
    chiplet("destination_chiplet", o.destination_chiplet);
  };
  if (o.tc != 0)
    test(o.tc);
  else if (test(1); o.has_pairs() || o.only_d2d)
    test(2);
  return s;
}
}  // namespace lanemark::rbln
