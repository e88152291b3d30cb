// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/report/list_text.hpp>
#include <lanemark/scenario/model.hpp>

namespace lanemark::tool {
/// What this build can run.
build_features features();
/// Opens the machine that a scenario asks for; `auto` is the host, the only backend of this build.
result<std::unique_ptr<machine>> open_machine(target const& wanted);
/// Every backend there is, with what became of it here.
std::vector<report::backend_line> list_backends();
}  // namespace lanemark::tool
