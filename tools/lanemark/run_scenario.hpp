// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>

#include "session.hpp"

namespace lanemark::tool {
/// A run that is about to begin: what is known of it before anything is measured.
run_result begin_run(options const& o, prepared const& p, std::string const& started);
/// The machine of a scenario, opened in this process.
result<machine*> machine_of(prepared& p, options const& o);
/// Measures the n-th scenario and judges it by its limits.
void measure_scenario(session& s, std::size_t n, prepared& p, run_result& r);
/// Judges it by the runs of a folder, where one was named; what looks worse is measured once more, if that can be.
void judge_scenario(session& s, std::size_t n, prepared& p, run_result& r, bool can_measure = true);
}  // namespace lanemark::tool
