// SPDX-License-Identifier: MIT
// A device model's text: read, and if it is one, planned and measured on: nobody may be able to write a model that
// hangs or fells the program, however odd the machine.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/sim/sim.hpp>
#include <lanemark/plan/expand.hpp>
#include <lanemark/plan/machine_of.hpp>
#include <lanemark/scenario/model_file.hpp>

#include "support/parse.hpp"

using namespace lanemark;

namespace {
choices test_of(char const* measure, std::vector<std::string> directions, std::vector<std::string> modes) {
  choices c{.name = "t"};
  c.axes.measure = {measure};
  c.axes.direction = std::move(directions);
  c.axes.mode = std::move(modes);
  c.axes.size = {512, 1U << 20U};
  c.axes.lanes.keyword = "first";
  return c;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const parse = [](std::string_view text, std::string const& name) { return parse_text(text, name); };
  auto l = load_model({reinterpret_cast<char const*>(data), size}, "f", parse);
  must_be_answer(l);
  if (!l.value) return 0;
  bool const real = l.value->real_pace;
  machine_of<sim> machine{sim(std::move(*l.value))};
  auto const here = machine.describe();
  std::vector<choices> tests{test_of("bandwidth", {"h2d", "d2h", "d2d", "node"}, {"single", "bidirectional"}),
                             test_of("latency", {"h2d", "d2d"}, {"single", "parallel"}),
                             test_of("sync", {"d2d"}, {"single"})};
  auto const plan = expand("s", tests, here, {.max_cells = 300});
  std::size_t opened = 0;
  for (auto const& c : plan.cells) {
    if (!c.impossible.empty() || c.lanes.size() > 200) continue;
    if (real || ++opened > 20) break;  // cells of a model with clock = "real" take wall time, or hang as it says
    auto stage = machine.open(c);
    must(stage ? *stage != nullptr : !stage.error().text.empty(), "neither a stage nor a reason");
    if (!stage) continue;
    std::vector<lap> laps;
    auto& s = **stage;
    auto const done = s.play(2, 3, nanoseconds{s.now().count() + 1e9}, laps);
    must(done == progress::late || done == progress::failed || laps.size() == 2, "samples that are missing");
    for (auto const& one : laps) must(one.wall_ns >= 0, "a time below zero");
    (void)s.trouble();
  }
  return 0;
}
