// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include <lanemark/core/result.hpp>
#include <lanemark/report/json_read.hpp>
#include <lanemark/run/journal.hpp>

namespace lanemark::tool {
/// The reports of the runs that a journal is of, finished or not: verdicts and exit codes are made again from the
/// records. Problems as of `read_document`.
result<report::report_document> results_of_journal(journal const& j, std::string const& name);
/// The same of its text.
result<report::report_document> results_of_journal(std::string_view text, std::string const& name);
}  // namespace lanemark::tool
