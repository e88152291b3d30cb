// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/machine.hpp>

namespace lanemark::tool {
/// This machine's memory domains as devices. `granularity`: auto, numa, l3, core.
result<std::unique_ptr<machine>> open_host_machine(std::string const& granularity);
}  // namespace lanemark::tool
