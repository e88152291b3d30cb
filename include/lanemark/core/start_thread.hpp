// SPDX-License-Identifier: MIT
#pragma once
#include <thread>

#include <lanemark/core/function_ref.hpp>

namespace lanemark {
/// Starts a thread on borrowed work, which must live until it ends. The one place that makes a std::thread: each type
/// of callable that it is given costs a harness some thirty functions.
[[gnu::cold, gnu::noinline]] inline std::thread start_thread(function_ref<void()> work) { return std::thread(work); }
}  // namespace lanemark
