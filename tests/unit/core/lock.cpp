// SPDX-License-Identifier: MIT
#include <lanemark/core/lock.hpp>

#include <thread>
#include <type_traits>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("what is done under a lock is done by one thread at a time") {
  lock guard;
  long count = 0;  // no atomic: additions get lost unless the lock holds
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 20000; ++i) {
        lock::hold const held(guard);
        count = count + 1;
      }
    });
  for (auto& t : threads) t.join();
  CHECK(count == 80000);
}

TEST_CASE("a lock is free again when its holder is gone") {
  lock guard;
  { lock::hold const held(guard); }
  lock::hold const again(guard);
  SUCCEED();
}

static_assert(!std::is_copy_constructible_v<lock::hold> && !std::is_move_constructible_v<lock::hold>);
