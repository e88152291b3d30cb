// SPDX-License-Identifier: MIT
#include "scenario_file.hpp"

#include <lanemark/scenario/read.hpp>

#include "backends.hpp"
#include "files.hpp"

namespace lanemark::tool {
loaded load_file(std::string const& path, options const& o) {
  scenario_source const source{
      .set = o.set, .profile = o.profile, .backend = o.backend, .devices = o.devices, .model = o.model};
  auto const read = [](std::string const& file) { return read_file(file); };
  return load_scenario(path, source, read, features());
}

loaded load_text(std::string const& text, std::string const& called) {
  auto const read = [&](std::string const&) { return result<std::string>(text); };
  return load_scenario(called, {}, read, features());
}
}  // namespace lanemark::tool
