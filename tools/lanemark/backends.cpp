// SPDX-License-Identifier: MIT
#include "backends.hpp"

#include <algorithm>

#include <lanemark/core/names.hpp>

#include "accelerators.hpp"
#include "backend_host.hpp"
#include "backend_sim.hpp"
#include "probe.hpp"

namespace lanemark::tool {
namespace {

std::vector<std::string> backend_names() {
  std::vector<std::string> names{"host", "sim"};
  for (auto const& row : accelerators()) names.emplace_back(row.name);
  return names;
}
}  // namespace

std::string path_for(std::string_view backend, library_paths const& libraries) {
  for (auto const& l : libraries)
    if (l.starts_with(std::string(backend) + "=")) return l.substr(backend.size() + 1);
  return {};
}
bool accelerates(inventory const& here) {
  return std::any_of(here.devices.begin(), here.devices.end(), [](device_info const& d) { return !d.is_cpu; });
}

build_features features() {
  return {.backends = backend_names(),
          .test_cases = true,
          .nodes = true,
          .models = true,
          .groups = true,
          .relative_limits = true,
          .rounds = true};
}

status check_libraries(library_paths const& libraries) {
  std::vector<std::string> names;
  for (auto const& row : accelerators()) names.emplace_back(row.name);
  for (auto const& l : libraries) {
    auto const at = l.find('=');
    auto const name = l.substr(0, at);
    bool const known = std::find(names.begin(), names.end(), name) != names.end();
    if (at == l.npos || at + 1 == l.size() || !known)
      return problem{fault::invalid, "--library " + l + " must be BACKEND=PATH, such as --library " + names.front() +
                                         "=/opt/lib/libName.so; backends with a library are " + joined(names)};
  }
  return {};
}

result<std::unique_ptr<machine>> open_machine(target const& wanted, library_paths const& libraries) {
  if (wanted.backend == "host") return open_host_machine(wanted.granularity);
  if (wanted.backend == "sim") return open_sim_machine(wanted.model, wanted.group);
  for (auto const& row : accelerators()) {
    if (wanted.backend != "auto" && wanted.backend != row.name) continue;
    auto opened = row.open(path_for(row.name, libraries));
    if (opened && (wanted.backend == row.name || accelerates((*opened)->describe()))) return opened;
    if (!opened && wanted.backend == row.name)
      return problem{opened.error().kind, "backend " + wanted.backend + " cannot be used here: " + opened.error().text};
  }
  if (wanted.backend == "auto") return open_host_machine(wanted.granularity);
  return problem{fault::invalid, "backend " + wanted.backend + " is not available in this build; available are " +
                                     joined(backend_names())};
}

std::vector<report::backend_line> list_backends(library_paths const& libraries) {
  std::vector<report::backend_line> all;
  auto const here = open_host_machine("auto");
  if (here)
    all.push_back({"host", "ready", (*here)->describe().devices.size(), {}});
  else
    all.push_back({"host", "absent", 0, here.error().text});
  all.push_back({"sim", "ready", 0, "made-up devices of a model; `lanemark list models` names them"});
  std::vector<opener> openers;
  std::vector<std::string> names;
  for (auto const& row : accelerators()) {
    openers.emplace_back([&row, &libraries] { return row.open(path_for(row.name, libraries)); });
    names.emplace_back(row.name);
  }
  auto const none = [](inventory const&) { return false; };
  look_in_child(openers, none, [&](std::size_t i, result<inventory> const& found) {
    if (found)
      all.push_back(
          {names[i], "ready", found->devices.size(), found->library + (found->simulated ? " (a made-up driver)" : "")});
    else
      all.push_back({names[i], "absent", 0, found.error().text});
  });
  return all;
}
}  // namespace lanemark::tool
