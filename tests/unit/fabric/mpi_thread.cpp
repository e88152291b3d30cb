// SPDX-License-Identifier: MIT
#include <lanemark/fabric/mpi_thread.hpp>

#include <atomic>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::fabric;

TEST_CASE("jobs run one after the other on one thread") {
  mpi_thread t;
  std::thread::id first, second;
  CHECK(t.run([&] { first = std::this_thread::get_id(); }, steady_now() + nanoseconds{60e9}) == progress::done);
  CHECK(t.run([&] { second = std::this_thread::get_id(); }, steady_now() + nanoseconds{60e9}) == progress::done);
  CHECK(first == second);
  CHECK(first != std::this_thread::get_id());
  CHECK(!t.lost());
}

TEST_CASE("a job that does not come back loses the thread, and nobody waits twice") {
  auto const go_on = std::make_shared<std::atomic<bool>>(false);
  auto const ended = std::make_shared<std::atomic<bool>>(false);
  {
    mpi_thread t;
    auto const hang = [go_on, ended] {
      while (!*go_on) std::this_thread::yield();
      *ended = true;
    };
    CHECK(t.run(hang, steady_now() + nanoseconds{1e6}) == progress::late);
    CHECK(t.lost());
    std::atomic<bool> ran{false};
    CHECK(t.run([&] { ran = true; }, steady_now() + nanoseconds{60e9}) == progress::late);
    CHECK(!ran);
  }  // leaves it behind
  CHECK(!*ended);
  *go_on = true;
  while (!*ended) std::this_thread::yield();
}

TEST_CASE("a deadline that has passed is late") {
  mpi_thread t;
  CHECK(t.run([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }, steady_now()) == progress::late);
}
