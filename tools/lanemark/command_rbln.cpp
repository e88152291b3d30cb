// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/run/environment_read.hpp>
#include <lanemark/vendor/rbln/report_text.hpp>
#include <lanemark/vendor/rbln/scenario.hpp>
#include <lanemark/vendor/rbln/selection.hpp>
#include <lanemark/version.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "probe.hpp"
#include "rbln_options.hpp"
#include "report_files.hpp"
#include "run_prepared.hpp"
#include "scenario_file.hpp"

namespace lanemark::tool {
namespace {
/// A text and a way to end, without anything measured. `--json` gets a report that says so.
int end_with(options const& o, int code, std::string const& reason, std::string const& text,
             std::vector<std::string> problems = {}) {
  answer a{.command = "rbln", .exit = {code, reason}, .problems = std::move(problems)};
  if (!o.json_file.empty() && code != 0 && code != 2) {
    run_result nothing{.version = std::string(version), .command = o.command_line};
    nothing.exit = a.exit, nothing.problems = a.problems;
    for (auto const& wrong : write_report_files(o, {&nothing, 1}, false, a))
      a.exit = {1, wrong}, a.problems.push_back(wrong);
  }
  return deliver(
      o, a, [&](auto out) { out(text); }, [&](auto out) { json_of_text(text, a, out); });
}

rbln::host_text host_of(inventory const& inv) {
  if (!inv.host_cpu.empty()) return {inv.host_cpu, inv.host_vendor};
  auto const here = read_environment();
  return {here.cpu.model, here.cpu.vendor};
}

/// The scenario of a command line, ready to run.
preparation prepare(std::string const& text) {
  preparation p;
  auto got = load_text(text, "rblnBandwidthLatencyTest");
  for (auto const& wrong : got.problems) p.problems.push_back(wrong.text);
  if (got.value) p.all.push_back({.scenario = std::move(*got.value)});
  return p;
}
}  // namespace

int rbln_command(options const& given) {
  auto read = read_rbln_options(given.words);
  auto o = given;
  o.json = false;
  if (!read.show.empty()) return end_with(o, 0, "shown", read.show);
  if (!read.problems.empty()) return end_with(o, 2, read.problems.front(), "", read.problems);
  o.quiet = read.quiet;
  o.json_file = read.json_file;
  auto& want = read.value;
  if (want.test_list) return end_with(o, 0, "listed", rbln::test_list_text());
  for (auto const& note : read.notes) say("lanemark: warning: " + note + "\n");
  if (read.print_scenario) return end_with(o, 0, "printed", rbln::scenario_text(want));

  auto const opened = probe_machine({.backend = want.backend, .model = want.model, .group = want.group}, {}, false);
  if (!opened) {
    auto const code = opened.error().kind == fault::invalid ? 2 : 1;
    auto const more = want.backend == "rbln" ? "; choose --backend host, or --model NAME for a simulated machine" : "";
    return end_with(o, code, opened.error().text, "", {opened.error().text + more});
  }
  auto const inv = rbln::with_distances(in_group(opened->here, want.group));
  auto const host = host_of(inv);
  if (want.test_env_info && !read.tc_given)
    return end_with(
        o, inv.devices.empty() ? 4 : 0,
        inv.devices.empty() ? "no device in group " + std::to_string(want.group) : "shown",
        rbln::environment_text(inv, host, true) + (inv.devices.empty() ? "" : rbln::distance_text(inv, {})));
  if (inv.devices.empty())
    return end_with(o, 4, "no device in group " + std::to_string(want.group),
                    (want.skip_test_env_info ? "" : rbln::environment_text(inv, host, want.test_env_info)) +
                        std::string(rbln::no_device_text));
  for (auto const id : want.npus)
    if (std::none_of(inv.devices.begin(), inv.devices.end(), [&](auto const& d) { return d.id == id; }))
      return end_with(
          o, 2, "unknown device", "",
          {"--npu_id_list names device " + std::to_string(id) + ", and there are " +
           std::to_string(inv.devices.size()) + ": " + inv.devices.front().label + " to " + inv.devices.back().label});
  auto const heading = rbln::heading_text(want, inv, host);
  auto no = rbln::check_product(want, inv);
  if (!no) no = rbln::check_chiplets(want, inv);
  if (no) {
    auto const skipped = no->what == rbln::verdict::skip;
    return end_with(
        o, skipped ? 4 : 1, no->text,
        heading + "\n" + no->text + "\n\n" + rbln::banner(rbln::name_of(no->what), rbln::test_names[want.tc]),
        skipped ? std::vector<std::string>{} : std::vector{no->text});
  }
  want.one_device = rbln::chosen_devices(want, inv).size() == 1;
  if (inv.simulated)
    say("lanemark: note: simulated by " +
        (inv.model.empty() ? "the made-up driver " + inv.library : "the model " + inv.model) +
        "; no figure is of a real device\n");
  return run_prepared(o, prepare(rbln::scenario_text(want)), [&](run_result const& r) {
    auto const doubtful =
        std::count_if(r.records.begin(), r.records.end(), [](record const& one) { return !one.warnings.empty(); });
    if (doubtful != 0)  // the vendor's layout has no place for them
      say("lanemark: note: " + std::to_string(doubtful) + " of " + std::to_string(r.records.size()) +
          " cells carry warnings; --json FILE has them\n");
    return heading + rbln::results_text(want, inv, r.records);
  });
}
}  // namespace lanemark::tool
