// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <lanemark/scenario/model.hpp>

#include "options.hpp"

namespace lanemark::tool {
/// Reads and checks a scenario file with what the command line lays over it; `-` is standard input.
loaded load_file(std::string const& path, options const& o);
}  // namespace lanemark::tool
