// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <lanemark/core/result.hpp>
#include <lanemark/report/json_read.hpp>

namespace lanemark::tool {
/// Reads the runs that a file holds; `-` is standard input. The problem is of kind `fault::unsupported` where lanemark
/// wrote the file and this version cannot read it.
result<report::report_document> load_results(std::string const& path);
}  // namespace lanemark::tool
