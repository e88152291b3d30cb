// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/policy/clock.hpp>
#include <lanemark/run/pulse.hpp>

namespace lanemark {
/// `SIGSEGV (11)`.
inline std::string signal_text(int number) {
  char const* name = nullptr;
#ifdef __GLIBC__
  name = sigabbrev_np(number);
#endif
  return name ? "SIG" + std::string(name) + " (" + std::to_string(number) + ")" : std::to_string(number);
}

/// Writes all of a text to a descriptor; false: nobody reads it, or there is no room.
inline bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    auto const n = write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// A child process that does one thing, says so through a pipe and ends. It shares a pulse with its parent and dies
/// with it. To be started while the parent has a single thread.
class worker_process {
  struct unmap {
    void operator()(pulse* p) const { munmap(p, sizeof *p); }
  };
  std::unique_ptr<pulse, unmap> shared{};
  pid_t pid = -1;
  int from = -1;
  int how = 0;  // it ended

 public:
  worker_process() = default;
  worker_process(worker_process&& other) noexcept
      : shared(std::move(other.shared)),
        pid(std::exchange(other.pid, -1)),
        from(std::exchange(other.from, -1)),
        how(other.how) {}
  worker_process& operator=(worker_process&&) = delete;
  /// Ends it, if it has not ended.
  ~worker_process() {
    if (pid > 0) end(SIGKILL), (void)wait();
    if (from >= 0) close(from);
  }

  /// Runs `body(descriptor to write to, pulse)` in a child, which then ends with 0.
  static result<worker_process> start(function_ref<void(int, pulse&)> body) {
    auto const cannot = [](char const* what) {
      return problem{fault::failed, std::string("cannot start a worker: ") + what + ": " + std::strerror(errno)};
    };
    worker_process w;
    auto* const page = mmap(nullptr, sizeof(pulse), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return cannot("mmap");
    w.shared.reset(new (page) pulse);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return cannot("pipe");
    w.from = ends[0];
    (void)fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);  // a parent that waits for a disk does not hold the worker up
    auto const parent = getpid();
    w.pid = fork();
    if (w.pid < 0) {
      auto const why = errno;
      close(ends[1]);
      errno = why;
      return cannot("fork");
    }
    if (w.pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);  // it died before that
      close(ends[0]);
      body(ends[1], *w.shared);
      _exit(0);
    }
    close(ends[1]);
    return w;
  }
  pulse const& beat() const noexcept { return *shared; }
  int descriptor() const noexcept { return from; }
  /// Its process id; -1: it has ended.
  pid_t process() const noexcept { return pid; }
  /// Appends what has come; false: nothing will come any more. Waits until something does.
  bool read_some(std::string& to) {
    char bytes[65536];
    auto const n = read(from, bytes, sizeof bytes);
    if (n > 0) to.append(bytes, static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && errno == EINTR);
  }
  void end(int signal) noexcept {
    if (pid > 0) kill(pid, signal);
  }
  /// Has it ended? Does not wait.
  bool ended() noexcept {
    if (pid > 0 && waitpid(pid, &how, WNOHANG) == pid) pid = -1;
    return pid < 0;
  }
  /// Waits for its end. How it ended: nothing for 0, else what follows "the worker". One that is stuck in the kernel
  /// does not even end when it is killed: after a while it is left behind.
  std::string wait(nanoseconds patience = nanoseconds{10e9}) {
    long nap = 20'000;  // ns, longer each time: most have ended already
    for (auto const end = steady_now() + patience; !ended(); nap = std::min(2 * nap, 10'000'000L)) {
      if (steady_now() > end) return pid = -1, how = SIGKILL, "cannot be ended, not even by SIGKILL: it is left behind";
      timespec const t{.tv_sec = 0, .tv_nsec = nap};
      nanosleep(&t, nullptr);
    }
    if (WIFSIGNALED(how)) return "was ended by " + signal_text(WTERMSIG(how));
    return WEXITSTATUS(how) == 0 ? std::string() : "ended by itself with status " + std::to_string(WEXITSTATUS(how));
  }
  /// The status of one that has ended by itself; -1: a signal ended it.
  int exit_code() const noexcept { return WIFEXITED(how) ? WEXITSTATUS(how) : -1; }
  /// The signal that ended it; 0: none.
  int end_signal() const noexcept { return WIFSIGNALED(how) ? WTERMSIG(how) : 0; }
};
}  // namespace lanemark
