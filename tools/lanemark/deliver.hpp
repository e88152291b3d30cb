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

/// Tells the problems on standard error and writes the result where the options want it: text or JSON. Where that file
/// cannot be written, the answer becomes a failure and the result goes to standard output: it may have taken hours.
/// Returns the exit code. The producers read the answer when they are called.
int deliver(options const& o, answer& a, text_producer text, text_producer json);
}  // namespace lanemark::tool
