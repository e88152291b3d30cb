// SPDX-License-Identifier: MIT
#pragma once
#include "options.hpp"

namespace lanemark::tool {
// Each carries out one command and returns the exit code. What goes wrong inside is told, not thrown.
int run_command(options const& o);
int plan_command(options const& o);
int check_command(options const& o);
int list_command(options const& o);
int env_command(options const& o);
int report_command(options const& o);
int schema_command(options const& o);
int compare_command(options const& o);
int trend_command(options const& o);
int rbln_command(options const& o);
int ascend_command(options const& o);
}  // namespace lanemark::tool
