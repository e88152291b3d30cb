// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

namespace lanemark::tool {
/// The JSON Schema of reports: docs/report.schema.json, put into the program when it is built.
std::string_view report_schema_text();
}  // namespace lanemark::tool
