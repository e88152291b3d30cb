// SPDX-License-Identifier: MIT
#include <lanemark/report/environment_text.hpp>
#include <lanemark/run/cpu_times.hpp>
#include <lanemark/run/environment_read.hpp>

#include "backends.hpp"
#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "signals.hpp"

namespace lanemark::tool {
int env_command(options const& o) {
  auto const before = read_cpu_times();
  wait_for_signal(200);  // how busy the CPUs are without us
  auto const e = read_environment({.before = before});
  auto const backends = list_backends(o.libraries);
  answer a{.command = "env", .exit = {0, "captured"}};
  return deliver(
      o, a, [&](auto out) { out(report::environment_text(e) + "\nBackends\n" + report::backends_text(backends)); },
      [&](auto out) { json_of_environment(e, backends, a, out); });
}
}  // namespace lanemark::tool
