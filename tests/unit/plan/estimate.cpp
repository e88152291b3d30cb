// SPDX-License-Identifier: MIT
#include <lanemark/plan/estimate.hpp>

#include <limits>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
cell of_size(std::uint64_t size, std::size_t lanes = 1) {
  cell c{.direction = "h2d"};
  c.size = {size};
  for (std::size_t i = 0; i < lanes; ++i) c.lanes.push_back({host_end(), device_end(static_cast<int>(i))});
  return c;
}
estimate_rates const simple{.bytes_per_second = 1e9,
                            .seconds_per_copy = 0,
                            .setup_seconds = 0,
                            .fill_per_second = 1e9,
                            .least_sample = 0,
                            .usual_samples = 40};
}  // namespace

TEST_CASE("bytes and memory count every lane, memory both ends") {
  auto const e = estimate_of(of_size(1U << 20U, 3));
  CHECK(e.bytes_per_turn == 3U << 20U);
  CHECK(e.memory == 6U << 20U);
}

TEST_CASE("time: exactly so many samples, or until precise within the budget") {
  auto c = of_size(1'000'000'000);  // one copy: 1 s
  c.how = {.iterations = 4, .warmup = 2, .verify = false};
  CHECK(estimate_of(c, simple).seconds == Approx(2 + 2 + 4));
  c.how.verify = true;
  CHECK(estimate_of(c, simple).seconds == Approx(5 + 2 + 4));
  c.how = {.samples = 160, .min_samples = 10, .warmup = 0, .time = nanoseconds{15e9}, .verify = false};
  CHECK(estimate_of(c, simple).seconds == Approx(2 + 15));
  c.how.time = nanoseconds{1e9};  // the least number of samples is taken first
  CHECK(estimate_of(c, simple).seconds == Approx(2 + 10));
  c.how.samples = 3, c.how.time = nanoseconds{100e9};
  CHECK(estimate_of(c, simple).seconds == Approx(2 + 3));
  c.how.timeout = nanoseconds{1e9};
  CHECK(estimate_of(c, simple).seconds == Approx(1));
}

TEST_CASE("a plan adds times and bytes; the largest cell decides the memory; what is impossible costs nothing") {
  auto impossible = of_size(1U << 30U);
  impossible.impossible = "no such device";
  std::vector<cell> const cells{of_size(1000), of_size(3000, 2), impossible};
  auto const e = estimate_of(cells);
  CHECK(e.bytes_per_turn == 7000);
  CHECK(e.memory == 12000);
  CHECK(e.seconds == Approx(estimate_of(cells[0]).seconds + estimate_of(cells[1]).seconds));
  CHECK(estimate_of(impossible).seconds == 0);
  CHECK(estimate_of(std::vector<cell>{}).seconds == 0);
}

TEST_CASE("bytes beyond 64 bits saturate") {
  auto const most = std::numeric_limits<std::uint64_t>::max();
  CHECK(estimate_of(of_size(most / 2, 3)).bytes_per_turn == most);
  CHECK(estimate_of(of_size(most / 2 + 1)).memory == most);
  CHECK(estimate_of(std::vector<cell>{of_size(most / 2 + 1), of_size(most / 2 + 1)}).bytes_per_turn == most);
}

TEST_CASE("sync moves nothing and still takes its time") {
  cell c{.measure = "sync", .direction = "d2d", .lanes = {{device_end(0), device_end(1)}}};
  auto const e = estimate_of(c);
  CHECK(e.bytes_per_turn == 0);
  CHECK(e.memory == 0);
  CHECK(e.seconds > 0);
}
