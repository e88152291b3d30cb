// SPDX-License-Identifier: MIT
#include "backend_host.hpp"

#include <utility>

#include <lanemark/backend/host/host.hpp>
#include <lanemark/plan/machine_of.hpp>

namespace lanemark::tool {
result<std::unique_ptr<machine>> open_host_machine(std::string const& granularity) {
  auto wanted = on_host::granularity::automatic;
  for (auto const g : {on_host::granularity::numa, on_host::granularity::l3, on_host::granularity::core})
    if (on_host::name_of(g) == granularity) wanted = g;
  auto opened = host::open_all(wanted);
  if (!opened) return opened.error();
  return std::unique_ptr<machine>(std::make_unique<machine_of<host>>(std::move(*opened)));
}
}  // namespace lanemark::tool
