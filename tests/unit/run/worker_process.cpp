// SPDX-License-Identifier: MIT
#include <lanemark/run/worker_process.hpp>

#include <csignal>
#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
std::string all_of(worker_process& w) {
  std::string text;
  while (w.read_some(text)) {}
  return text;
}
}  // namespace

TEST_CASE("what a worker writes arrives, and it ends well") {
  std::string const long_text(300'000, 'x');
  auto w = worker_process::start([&](int to, pulse& p) {
    p.enter(call::copying);
    (void)write_all(to, long_text);
  });
  REQUIRE(w);
  CHECK(all_of(*w) == long_text);
  CHECK(w->wait().empty());
  CHECK(w->ended());
  CHECK(w->beat().now.load() == call::copying);
}

TEST_CASE("how a worker ended is told") {
  auto exits = worker_process::start([](int, pulse&) { _exit(7); });
  REQUIRE(exits);
  CHECK(all_of(*exits).empty());
  CHECK(exits->wait() == "ended by itself with status 7");
  auto killed = worker_process::start([](int, pulse&) {
    for (;;) pause();
  });
  REQUIRE(killed);
  CHECK(!killed->ended());
  killed->end(SIGKILL);
  CHECK(killed->wait() == "was ended by SIGKILL (9)");
  CHECK(killed->wait() == "was ended by SIGKILL (9)");  // asked again, it is the same
}

TEST_CASE("a worker that does not end is left behind after a while") {
  auto w = worker_process::start([](int, pulse&) {
    for (;;) pause();
  });
  REQUIRE(w);
  auto const child = w->process();
  CHECK(w->wait(nanoseconds{5e6}) == "cannot be ended, not even by SIGKILL: it is left behind");
  kill(child, SIGKILL);  // this one could be
}

TEST_CASE("nobody reads: writing says so") {
  std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  close(ends[0]);
  CHECK(!write_all(ends[1], "x"));
  close(ends[1]);
  CHECK(write_all(-1, ""));
  CHECK(signal_text(9).find("(9)") != std::string::npos);
}
