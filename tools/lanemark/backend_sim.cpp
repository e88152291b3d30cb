// SPDX-License-Identifier: MIT
#include "backend_sim.hpp"

#include <algorithm>
#include <utility>

#include <lanemark/backend/sim/sim.hpp>
#include <lanemark/core/names.hpp>
#include <lanemark/plan/machine_of.hpp>
#include <lanemark/scenario/model_file.hpp>
#include <lanemark/scenario/read.hpp>

#include "files.hpp"
#include "shipped_models.hpp"

namespace lanemark::tool {
namespace {
loaded_model parsed_model(std::string_view text, std::string const& path) {
  return load_model(text, path, [](std::string_view t, std::string const& file) { return read_toml(t, file); });
}
}  // namespace

result<std::unique_ptr<machine>> open_sim_machine(std::string const& model, int group) {
  std::vector<std::string> names;
  for (auto const& m : shipped_models()) names.push_back(m.name);
  if (model.empty())
    return problem{fault::invalid,
                   "backend sim needs a model: a shipped one (" + joined(names) + ") or the path of one"};
  std::string text, path = model;
  auto const all = shipped_models();
  auto const shipped = std::find_if(all.begin(), all.end(), [&](auto const& m) { return m.name == model; });
  if (shipped != all.end()) {
    text = shipped->text;
    path = "models/" + model + ".toml";
  } else if (model.find('/') == model.npos && !model.ends_with(".toml")) {
    auto const near = nearest_name(model, names);
    return problem{fault::invalid, "no shipped model \"" + model + "\"" +
                                       (near ? "; did you mean \"" + *near + "\"?" : "; there are: " + joined(names)) +
                                       " (the path of a model ends in .toml)"};
  } else {
    auto read = read_file(model);
    if (!read) return problem{fault::invalid, "cannot read the model " + model + ": " + read.error().text};
    text = std::move(*read);
  }
  auto loaded = parsed_model(text, path);
  if (!loaded.value) {
    std::string wrong;
    for (auto const& p : loaded.problems) wrong += (wrong.empty() ? "" : "\n") + to_string(p);
    return problem{fault::invalid, wrong};
  }
  return std::unique_ptr<machine>(std::make_unique<machine_of<sim>>(sim(std::move(*loaded.value), group)));
}

std::vector<report::model_line> list_models() {
  std::vector<report::model_line> lines;
  for (auto const& m : shipped_models()) {
    auto const loaded = parsed_model(m.text, m.name);
    if (!loaded.value) {
      lines.push_back({m.name, 0, "", "broken: " + to_string(loaded.problems.front())});
      continue;
    }
    auto const& devices = loaded.value->devices;
    lines.push_back({m.name, devices.size(), devices.empty() ? "" : devices.front().product, loaded.value->source});
  }
  return lines;
}
}  // namespace lanemark::tool
