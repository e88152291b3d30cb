// SPDX-License-Identifier: MIT
#include <lanemark/core/start_thread.hpp>

#include <thread>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("work runs once, on another thread, and is borrowed") {
  int runs = 0;
  std::thread::id there;
  auto work = [&] {
    ++runs;
    there = std::this_thread::get_id();
  };
  start_thread(work).join();
  CHECK(runs == 1);
  CHECK(there != std::this_thread::get_id());
  start_thread(work).join();
  CHECK(runs == 2);
}
