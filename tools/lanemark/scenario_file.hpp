// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include <lanemark/scenario/model.hpp>

#include "options.hpp"

namespace lanemark::tool {
/// Reads and checks a scenario file with what the command line lays over it; `-` is standard input.
loaded load_file(std::string const& path, options const& o);
/// Checks a scenario that is no file: the one a vendor's command line stands for.
loaded load_text(std::string const& text, std::string const& called);
}  // namespace lanemark::tool
