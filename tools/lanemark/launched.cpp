// SPDX-License-Identifier: MIT
#include "launched.hpp"

#include <cstdlib>

#include <lanemark/backend/binding.hpp>

namespace lanemark::tool {
fabric::launch const& launched() {
  static auto const here = fabric::launch_of([](std::string_view name) -> std::optional<std::string> {
    auto const* value = std::getenv(std::string(name).c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  });
  return here;
}

std::vector<int> const& bound_cpus() {
  static auto const cpus = launched().binds ? drop_binding() : cpus_of_thread();
  return cpus;
}

inventory inventory_of(inventory here) {
  if (here.model.empty()) here.nodes = launched().ranks;
  return here;
}
}  // namespace lanemark::tool
