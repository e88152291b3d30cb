// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/ring.hpp>

#include <cstddef>
#include <thread>

#include <lanemark_catch2.hpp>

using namespace lanemark::on_host;

static_assert(sizeof(work_request) == 64 && alignof(work_request) == 64);
static_assert(ring::depth > 1 && (ring::depth & (ring::depth - 1)) == 0);
// the two indices, the slots and the rest share no line, nor the pair of lines a prefetcher takes together
static_assert(alignof(ring) >= 128 && sizeof(ring) >= ring::depth * 64 + 3 * 128);

TEST_CASE("an index that has moved is taken, also past its wrap; one that stands still is given up") {
  std::atomic<std::uint32_t> index{5};
  std::uint32_t seen = 3;
  CHECK(moved_on(index, seen, 1));
  CHECK(seen == 5);
  CHECK(!moved_on(index, seen, 1000));
  CHECK(seen == 5);
  seen = 0xffffffff, index = 0;
  CHECK(moved_on(index, seen, 1));
  CHECK(seen == 0);
  CHECK(!moved_on(index, seen, 0));
}

TEST_CASE("a partner that comes late is waited for") {
  std::atomic<std::uint32_t> index{0};
  std::uint32_t seen = 0;
  std::thread late([&] { index.store(1); });
  CHECK(moved_on(index, seen, ring{}.patience));
  late.join();
  CHECK(seen == 1);
}
