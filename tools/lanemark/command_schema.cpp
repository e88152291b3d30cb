// SPDX-License-Identifier: MIT
#include <lanemark/scenario/schema.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "report_schema.hpp"

namespace lanemark::tool {
int schema_command(options const& o) {
  auto const write = [&](auto out) {
    if (o.list == "report")
      out(report_schema_text());
    else
      out(scenario_schema());
  };
  answer a{.command = "schema", .exit = {0, "written"}};
  return deliver(o, a, write, write);
}
}  // namespace lanemark::tool
