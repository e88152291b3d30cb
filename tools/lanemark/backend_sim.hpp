// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/report/list_text.hpp>

namespace lanemark::tool {
/// A made-up machine from a shipped model or from the file of one. All that is wrong with the file is in the problem.
result<std::unique_ptr<machine>> open_sim_machine(std::string const& model, int group);
/// The shipped models.
std::vector<report::model_line> list_models();
}  // namespace lanemark::tool
