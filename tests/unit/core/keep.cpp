// SPDX-License-Identifier: MIT
#include <lanemark/core/keep.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("values of every kind can be kept and stay what they are") {
  int const i = 3;
  double const d = 2.5;
  void const* const p = &i;
  std::string const s = "a string that is longer than a register";
  struct {
    std::uint64_t a[5];
  } const wide{{1, 2, 3, 4, 5}};
  keep(i), keep(d), keep(p), keep(s), keep(wide), keep(std::uint8_t{7});
  clobber();
  CHECK(i == 3);
  CHECK(d == 2.5);
  CHECK(s.size() == 39);
  CHECK(wide.a[4] == 5);
}

TEST_CASE("clobber makes every store happen, in order") {
  int cell = 0;
  int volatile* const seen = &cell;
  cell = 1;
  clobber();
  CHECK(*seen == 1);
  cell = 2;
  clobber();
  CHECK(*seen == 2);
}

TEST_CASE("fence keeps a store from passing a later load") {
  // Dekker's test: without the fence both may read 0
  std::atomic<int> x{0}, y{0}, ready{0}, done{0};
  int both_zero = 0, r1 = 0, r2 = 0;
  constexpr int rounds = 2000;
  std::thread other([&] {
    for (int round = 1; round <= rounds; ++round) {
      while (ready.load(std::memory_order_acquire) < round) {
        lanemark::pause();
        std::this_thread::yield();
      }
      y.store(1, std::memory_order_relaxed);
      fence();
      r2 = x.load(std::memory_order_relaxed);
      done.store(round, std::memory_order_release);
    }
  });
  for (int round = 1; round <= rounds; ++round) {
    x.store(0, std::memory_order_relaxed);
    y.store(0, std::memory_order_relaxed);
    ready.store(round, std::memory_order_release);
    x.store(1, std::memory_order_relaxed);
    fence();
    r1 = y.load(std::memory_order_relaxed);
    while (done.load(std::memory_order_acquire) < round) {
      lanemark::pause();
      std::this_thread::yield();
    }
    both_zero += r1 == 0 && r2 == 0;
  }
  other.join();
  CHECK(both_zero == 0);
}
