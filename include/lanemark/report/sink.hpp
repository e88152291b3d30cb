// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include <lanemark/core/function_ref.hpp>

namespace lanemark::report {
/// Takes the next piece of a document. A report of a million series is never whole in memory.
using text_sink = function_ref<void(std::string_view)>;
}  // namespace lanemark::report
