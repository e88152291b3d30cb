// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>

#include <lanemark/report/run_result.hpp>

#include "prepare.hpp"

namespace lanemark::tool {
/// A finished run as text for people.
using run_renderer = std::function<std::string(run_result const&)>;

/// Plans, measures, judges and delivers scenarios that were loaded, and returns the exit code: the one way to run, for
/// scenario files and for the vendors' command lines alike.
int run_prepared(options const& o, preparation p, run_renderer const& render);
}  // namespace lanemark::tool
