// SPDX-License-Identifier: MIT
#include <lanemark/fabric/operations.hpp>

#include <thread>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::fabric;

namespace {
/// The two sides of one lane over memory that both have, without MPI.
struct both_sides {
  std::vector<std::byte> from, to, there, back;
  flags signal{};
  share source{}, destination{};
  explicit both_sides(std::size_t size) : from(size), to(size), there(size), back(size) {
    fill_pattern(from, {.seed = 3});
    fill_pattern(there, {.seed = 4});
    source.size = destination.size = size;
    source.ends.push_back({.out = true, .data = from.data(), .back = back.data(), .far = to.data(), .signal = &signal});
    destination.ends.push_back(
        {.out = false, .data = to.data(), .back = there.data(), .far = back.data(), .signal = &signal});
  }
  template <class Operation>
  void run(std::size_t n) {
    std::thread other([&] { Operation::run(destination, 0, n); });
    Operation::run(source, 0, n);
    other.join();
  }
};
}  // namespace

TEST_CASE("a sample fills the way: a window of messages or 4 MiB, and not more than 16 MiB") {
  CHECK(least_turns(0) == 1024);
  CHECK(least_turns(1) == 1024);
  CHECK(least_turns(4 << 10) == 1024);
  CHECK(least_turns(16 << 10) == 256);
  CHECK(least_turns(64 << 10) == 64);
  CHECK(least_turns(256 << 10) == 64);
  CHECK(least_turns(1 << 20) == 16);
  CHECK(least_turns(16 << 20) == 1);
  CHECK(least_turns(std::size_t{1} << 40) == 1);
  CHECK(lead_in_turns(0) > 0);
  CHECK(lead_in_turns(64 << 10) == 32);
  CHECK(lead_in_turns(8 << 20) == 1);
  CHECK(lead_in_turns(64 << 20) == 0);
}

TEST_CASE("shared: bytes arrive, and the answers as well") {
  for (std::size_t const size : {1U, 7U, 4096U, 100'000U}) {
    both_sides b(size);
    b.run<shared_ping<quantity::latency>>(3);
    CHECK(b.to == b.from);
    CHECK(b.back == b.there);
    CHECK(b.source.turn == 3);
    CHECK(b.destination.turn == 3);
    b.run<shared_stream>(5);
    CHECK(b.signal.back == 4);
  }
}

TEST_CASE("shared: a sample of no turns moves nothing and ends") {
  both_sides b(64);
  b.run<shared_ping<quantity::latency>>(0);
  CHECK(b.to != b.from);
  b.run<shared_stream>(0);
  CHECK(b.to != b.from);
  CHECK(b.signal.there == 1);
}
