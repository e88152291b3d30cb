// SPDX-License-Identifier: MIT
#include "signals.hpp"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace lanemark::tool {
namespace {
// A signal handler can reach nothing but globals; these are the only ones of the program.
std::atomic<bool> stop{false};
std::atomic<int> first{0};
std::atomic<bool> patient{false};
int wake_pipe[2] = {-1, -1};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void on_signal(int number) {
  int none = 0;
  if (!first.compare_exchange_strong(none, number) && !patient) _exit(128 + number);
  stop.store(true);
  wake();
}
}  // namespace

void wake() noexcept {
  auto const before = errno;
  if (wake_pipe[1] >= 0) {
    [[maybe_unused]] auto const written = write(wake_pipe[1], "x", 1);  // full: somebody is about to wake anyway
  }
  errno = before;
}

void catch_signals() {
  if (pipe(wake_pipe) == 0)
    for (int const end : wake_pipe) {
      fcntl(end, F_SETFL, O_NONBLOCK);
      fcntl(end, F_SETFD, FD_CLOEXEC);
    }
  struct sigaction action {};
  action.sa_handler = on_signal;  // no SA_RESTART: a blocking read ends
  sigemptyset(&action.sa_mask);
  for (int const number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);  // nohup and background jobs ignore some
  }
  action.sa_handler = SIG_IGN;
  for (int const number : {SIGPIPE, SIGXFSZ}) sigaction(number, &action, nullptr);
}
void catch_signals_as_worker() {
  patient = true;
  for (int& end : wake_pipe) {  // the supervisor waits on these
    if (end >= 0) close(end);
    end = -1;
  }
  catch_signals();
}
int caught_signal() noexcept { return first.load(); }
std::atomic<bool> const& stop_flag() noexcept { return stop; }

void wait_for_signal(int milliseconds) {
  pollfd one{wake_pipe[0], POLLIN, 0};
  if (poll(&one, 1, milliseconds) <= 0) return;
  char bytes[64];
  while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
}
}  // namespace lanemark::tool
