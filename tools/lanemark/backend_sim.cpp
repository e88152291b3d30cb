// SPDX-License-Identifier: MIT
#include "backend_sim.hpp"

#include <algorithm>
#include <utility>

#include <lanemark/backend/sim/sim.hpp>
#include <lanemark/core/names.hpp>
#include <lanemark/plan/machine_of.hpp>
#include <lanemark/scenario/model_file.hpp>
#include <lanemark/scenario/read.hpp>
#include <lanemark/scenario/super_pod.hpp>

#include "files.hpp"
#include "shipped_models.hpp"

namespace lanemark::tool {
namespace {
constexpr auto parse = [](std::string_view text, std::string const& file) { return read_toml(text, file); };
std::string shipped_path(std::string const& name) { return "models/" + name + ".toml"; }

/// The model of a name that is no path: a shipped one, or a super-pod made from the shipped rules.
result<loaded_model> named_model(std::string const& name) {
  auto const all = shipped_models();
  auto text_of = [&](std::string_view wanted) {
    auto const at = std::find_if(all.begin(), all.end(), [&](auto const& m) { return m.name == wanted; });
    return at == all.end() ? std::string_view{} : at->text;
  };
  if (auto const text = text_of(name); !text.empty() && name != super_pod_template)
    return load_model(text, shipped_path(name), parse);
  auto const size = super_pod_named(name);
  if (!size) return size.error();
  if (*size)
    return load_super_pod(text_of(super_pod_template), shipped_path(std::string(super_pod_template)), parse, **size);
  std::vector<std::string> names;
  for (auto const& m : all) names.push_back(m.name);
  if (name.empty())
    return problem{fault::invalid,
                   "backend sim needs a model: a shipped one (" + joined(names) + ") or the path of one"};
  auto const near = nearest_name(name, names);
  return problem{fault::invalid, "no shipped model \"" + name + "\"" +
                                     (near ? "; did you mean \"" + *near + "\"?" : "; there are: " + joined(names)) +
                                     " (the path of a model ends in .toml)"};
}
result<loaded_model> model_at(std::string const& path) {
  auto const text = read_file(path);
  if (!text) return problem{fault::invalid, "cannot read the model " + path + ": " + text.error().text};
  return load_model(*text, path, parse);
}
}  // namespace

result<std::unique_ptr<machine>> open_sim_machine(std::string const& model, int group) {
  bool const path = model.find('/') != model.npos || model.ends_with(".toml");
  auto read = path ? model_at(model) : named_model(model);
  if (!read) return read.error();
  auto& loaded = *read;
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
    auto const loaded = load_model(m.text, m.name, parse);
    if (!loaded.value) {
      lines.push_back({m.name, 1, 0, "", "broken: " + to_string(loaded.problems.front())});
      continue;
    }
    auto const& devices = loaded.value->devices;
    bool const any = m.name == super_pod_template;
    lines.push_back({m.name, any ? 0 : loaded.value->nodes, any ? 0 : devices.size(),
                     devices.empty() ? "" : devices.front().product, loaded.value->source});
  }
  return lines;
}
}  // namespace lanemark::tool
