// SPDX-License-Identifier: MIT
#include <lanemark/report/list_text.hpp>

#include "backend_sim.hpp"
#include "backends.hpp"
#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "probe.hpp"

namespace lanemark::tool {
int list_tests(options const& o);  // with `plan` and `check`, which read scenarios too

int list_command(options const& o) {
  if (o.list == "tests") return list_tests(o);
  answer a{.command = "list", .exit = {0, "listed"}};
  if (auto const no = check_libraries(o.libraries)) {
    a.exit = {2, no->text};
    a.problems.push_back(no->text);
    return deliver(
        o, a, [](auto) {}, [&](auto out) { json_of_text("", a, out); });
  }
  if (o.list == "backends") {
    auto const all = list_backends(o.libraries);
    return deliver(
        o, a, [&](auto out) { out(report::backends_text(all)); }, [&](auto out) { json_of_backends(all, a, out); });
  }
  if (o.list == "models") {
    auto const all = list_models();
    return deliver(
        o, a, [&](auto out) { out(report::models_text(all)); }, [&](auto out) { json_of_models(all, a, out); });
  }
  target wanted;
  if (!o.backend.empty()) wanted.backend = o.backend;
  if (!o.model.empty()) wanted.backend = "sim", wanted.model = o.model;
  auto const opened = probe_machine(wanted, o.libraries, false);
  inventory here;
  if (opened) {
    here = opened->here;
  } else {
    a.exit = {opened.error().kind == fault::invalid ? 2 : 1, opened.error().text};
    a.problems.push_back(opened.error().text);
  }
  auto const text = [&](auto out) {
    if (!opened) return;
    if (o.list == "devices") out(report::devices_text(here));
    if (o.list == "timers") out(report::offers_text(here, &offer::timer, "timer"));
    if (o.list == "copies") out(report::offers_text(here, &offer::mechanism, "copy"));
  };
  return deliver(o, a, text, [&](auto out) { json_of_machine(here, a, out); });
}
}  // namespace lanemark::tool
