// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/report/plan_text.hpp>
#include <lanemark/report/run_result.hpp>

#include "answer.hpp"

namespace lanemark::tool {
using text_sink = function_ref<void(std::string_view)>;

/// One report, the first run, for one scenario file; for several files a document that holds all reports.
void json_of_runs(std::span<run_result const> runs, bool several, answer const& a, text_sink const& out);
void json_of_plans(std::vector<report::plan_view> const& plans, answer const& a, text_sink const& out);

/// A scenario as `check` and `list tests` see it.
struct checked_file {
  std::string path{}, name{}, description{}, sha256{};
  std::vector<std::string> tests{}, notes{};
};
void json_of_checks(std::vector<checked_file> const& files, answer const& a, text_sink const& out);
void json_of_backends(std::vector<report::backend_line> const& backends, answer const& a, text_sink const& out);
void json_of_models(std::vector<report::model_line> const& models, answer const& a, text_sink const& out);
void json_of_machine(inventory const& machine, answer const& a, text_sink const& out);
void json_of_environment(environment const& e, std::vector<report::backend_line> const& backends, answer const& a,
                         text_sink const& out);
/// Any command that has nothing to show but how it ended, or a text such as its help.
void json_of_text(std::string_view text, answer const& a, text_sink const& out);
}  // namespace lanemark::tool
