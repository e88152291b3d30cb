// SPDX-License-Identifier: MIT
// What a command line lays over a scenario: each line is one --set, or `--profile NAME`, `--backend NAME`, `--devices
// LIST`, `--model NAME`.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/planned.hpp"

using namespace lanemark;

namespace {
constexpr char const* file = R"(lanemark = 1
[scenario]
name = "s"
[target]
backend = "auto"
[defaults]
samples = { min = 10, max = 40, precision = "1%", time = "200ms" }
[[test]]
name = "pairs"
measure = ["bandwidth", "latency"]
direction = ["h2d", "d2d"]
size = ["4KiB", "1MiB"]
exclude = [{ direction = "h2d", size = "1MiB" }]
override = [{ match = { size = ">=1MiB" }, set = { iterations = 5 } }]
add = [{ measure = "latency", direction = "d2d", size = "512B", lanes = "0>1" }]
[[test]]
name = "a.b"
measure = "sync"
direction = "d2d"
[[limit]]
match = { measure = "bandwidth" }
min = "20 GB/s"
[profile.smoke]
tests = ["pairs"]
test.pairs = { size = "4KiB" }
)";
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  scenario_source source;
  for (std::string_view rest(reinterpret_cast<char const*>(data), size); !rest.empty();) {
    auto const line = std::string(rest.substr(0, rest.find('\n')));
    rest = rest.substr(std::min(line.size() + 1, rest.size()));
    auto const takes = [&](std::string_view option, std::string& to) {
      if (!line.starts_with(option)) return false;
      to = line.substr(option.size());
      return true;
    };
    if (!takes("--profile ", source.profile) && !takes("--backend ", source.backend) &&
        !takes("--devices ", source.devices) && !takes("--model ", source.model))
      source.set.push_back(line);
  }
  auto const read = [](std::string const&) { return result<std::string>(file); };
  auto const parse = [](std::string_view text, std::string const& name) { return parse_text(text, name); };
  auto const l = load_scenario("f", source, read, parse, all_features());
  must_be_answer(l);
  if (l.value) plan_everywhere(*l.value);
  return 0;
}
