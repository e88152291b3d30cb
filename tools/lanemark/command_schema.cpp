// SPDX-License-Identifier: MIT
#include <lanemark/scenario/schema.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "shipped_schemas.hpp"

namespace lanemark::tool {
int schema_command(options const& o) {
  auto const write = [&](auto out) {
    for (auto const& s : shipped_schemas())
      if (s.name == o.list) return out(s.text);
    out(scenario_schema());
  };
  answer a{.command = "schema", .exit = {0, "written"}};
  return deliver(o, a, write, write);
}
}  // namespace lanemark::tool
