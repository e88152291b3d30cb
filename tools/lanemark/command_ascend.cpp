// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <lanemark/vendor/ascend/report_text.hpp>
#include <lanemark/vendor/ascend/scenario.hpp>

#include "ascend_options.hpp"
#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "launched.hpp"
#include "probe.hpp"
#include "run_prepared.hpp"
#include "scenario_file.hpp"

namespace lanemark::tool {
namespace {
int end_with(options const& o, int code, std::string const& reason, std::string const& text) {
  answer a{.command = "ascend", .exit = {code, reason}};
  return deliver(
      o, a, [&](auto out) { out(text); }, [&](auto out) { json_of_text(text, a, out); });
}
/// The vendor's error, on standard output as its tool prints it, and never with exit code 0.
int refuse(options const& o, bool json, std::vector<ascend::error> const& wrong, int code = 2) {
  std::string text;
  if (json)
    text = ascend::error_json(wrong.front());
  else
    for (auto const& e : wrong) text += ascend::error_text(e);
  return end_with(o, code, wrong.front().text, text);
}
/// The question that the vendor's tool asks. Without a terminal nobody can answer, and -q is not needed.
bool go_on() {
  if (isatty(0) == 0) return true;
  for (;;) {
    say("This test will affect the business on this server. To ensure the correctness and accuracy of the test, "
        "perform the "
        "operation separately.Do you want to continue?(Y/N)");
    std::string line;
    for (int c = 0; (c = std::getchar()) != '\n';) {
      if (c == EOF) return false;
      line += static_cast<char>(c);
    }
    if (line == "Y" || line == "y") return true;
    if (line == "N" || line == "n") return false;
  }
}
}  // namespace

int ascend_command(options const& given) {
  auto const read = read_ascend_options(given.words);
  auto o = given;
  o.json = false;
  o.json_file = read.json_file;
  auto const& want = read.value;
  if (!read.show.empty()) return end_with(o, 0, "shown", read.show);
  if (!read.problems.empty()) return refuse(o, want.json, read.problems);

  auto const opened = probe_machine({.backend = want.backend, .model = want.model}, {}, false);
  if (!opened) {
    auto const more =
        want.backend == "ascend" ? "; choose --backend host, or --model NAME for a simulated machine" : "";
    return refuse(o, want.json, {{ascend::code::device, opened.error().text + more}},
                  opened.error().kind == fault::invalid ? 2 : 1);
  }
  auto const inv = inventory_of(opened->here);
  if (auto const wrong = ascend::check(want, inv); !wrong.empty()) return refuse(o, want.json, wrong);
  auto const text = ascend::scenario_text(want, ascend::product_of(inv).is_950);
  if (read.print_scenario) return end_with(o, 0, "printed", text);
  if (auto const size = ascend::rounded_size(want.size); size != want.size)
    say("lanemark: note: -s " + std::to_string(want.size) + " is rounded up to " + std::to_string(size) +
        " bytes, 512 * 2^k\n");
  if (!want.quiet && !go_on())
    return end_with(o, 4, "not confirmed, so nothing was measured", "Nothing was measured.\n");

  preparation p;
  auto got = load_text(text, "ascend-dmi");
  for (auto const& wrong : got.problems) p.problems.push_back(wrong.text);
  if (got.value) p.all.push_back({.scenario = std::move(*got.value)});
  o.quiet = true;
  for (auto& one : p.all)
    for (auto& test : one.scenario.tests) test.axes.size_requested = want.size;
  return run_prepared(o, std::move(p), [&](run_result const& r) {
    return want.json ? ascend::results_json(r.records) : ascend::results_text(want, inv, r.records);
  });
}
}  // namespace lanemark::tool
