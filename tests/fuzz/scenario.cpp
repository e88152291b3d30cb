// SPDX-License-Identifier: MIT
// A scenario's text: read, merged with what it extends, checked and planned. A line `#file` begins the next file; the
// first is f0.toml, the others f1.toml and so on, which it may extend.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/planned.hpp"

using namespace lanemark;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  constexpr std::string_view next = "\n#file\n";
  std::vector<std::string_view> files;
  for (std::string_view rest(reinterpret_cast<char const*>(data), size);;) {
    auto const at = rest.find(next);
    files.push_back(rest.substr(0, at));
    if (at == rest.npos) break;
    rest = rest.substr(at + next.size());
  }
  auto const read = [&](std::string const& path) -> result<std::string> {
    for (std::size_t i = 0; i < files.size(); ++i)
      if (path == "f" + std::to_string(i) + ".toml") return std::string(files[i]);
    return problem{fault::failed, "no such file"};
  };
  auto const parse = [](std::string_view text, std::string const& file) { return parse_text(text, file); };

  // a value as the report quotes it reads back as what it was
  for (auto const& m : parse_text(files[0], "f0.toml").root.members) {
    auto const text = to_toml(m.value);
    auto const again = parse_text("v = " + text, "again");
    must(again.problems.empty() && again.root.members.size() == 1 && to_toml(again.root.members[0].value) == text,
         "quoted as " + text);
  }
  for (auto const* profile : {"", "smoke"}) {
    auto const l = load_scenario("f0.toml", {.profile = profile}, read, parse, all_features());
    must_be_answer(l);
    if (l.value) plan_everywhere(*l.value);
  }
  return 0;
}
