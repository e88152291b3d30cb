// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include "answer.hpp"
#include "files.hpp"
#include "options.hpp"

namespace lanemark::tool {
/// Says something on standard error. Nobody can be told when that fails.
void say(std::string_view text);
/// `lanemark: error: text`, unless the text names a place in a file itself.
void say_problem(std::string const& text);

/// How wide a table may be on standard output; a usual width where it is no terminal.
std::size_t output_width(options const& o);

/// Tells the problems on standard error and writes the result where the options want it: text or JSON. Returns the exit
/// code: that of the answer, or 1 where the result could not be written.
int deliver(options const& o, answer const& a, text_producer text, text_producer json);
}  // namespace lanemark::tool
