// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>

namespace lanemark::tool {
/// SIGINT, SIGTERM and SIGHUP, turned into a flag and a file descriptor. The first asks the run to end after its batch
/// and to report what it has; a second one ends the program at once. SIGPIPE and SIGXFSZ are ignored: writes then fail
/// and say so.
void catch_signals();
/// In a worker, after the fork: a signal asks, and a second one asks again; the supervisor ends what does not listen.
void catch_signals_as_worker();
/// The first signal that came; 0: none.
int caught_signal() noexcept;
/// Set once a signal came.
std::atomic<bool> const& stop_flag() noexcept;
/// Waits until a signal came or `wake()` was called, at most this long; -1: for ever.
void wait_for_signal(int milliseconds);
/// Ends a wait_for_signal of another thread. Safe to call from any thread.
void wake() noexcept;
}  // namespace lanemark::tool
