// SPDX-License-Identifier: MIT
#include <lanemark/measure/parking.hpp>

#include <thread>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("nobody parks on a word that holds something else") {
  std::atomic<std::uint32_t> word{1};
  park(word, 0, steady_now() + nanoseconds{3600e9});  // an hour, if it did
  CHECK(word == 1);
}

TEST_CASE("parking ends at the deadline, also at one that has passed or cannot be") {
  std::atomic<std::uint32_t> word{0};
  auto const deadline = steady_now() + nanoseconds{2e6};
  while (steady_now() < deadline) park(word, 0, deadline);
  CHECK(steady_now() >= deadline);
  park(word, 0, nanoseconds{0});
  park(word, 0, nanoseconds{-5});
}

TEST_CASE("all who are parked are woken by a change") {
  std::atomic<std::uint32_t> word{0}, woken{0};
  std::thread threads[3];
  for (auto& t : threads)
    t = std::thread([&] {
      while (word.load() == 0) park(word, 0, nanoseconds{9e18});
      ++woken;
    });
  word = 1;
  unpark_all(word);
  for (auto& t : threads) t.join();
  CHECK(woken == 3);
}
