// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/sync.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_host;

static_assert(two_lines::parties == 2 && two_lines::per_turn == 0.5 && !two_lines::moves);
static_assert(compare_and_swap::parties == 2 && compare_and_swap::per_turn == 0.5 && !compare_and_swap::moves);
static_assert(two_lines::mechanism == "two-lines" && compare_and_swap::mechanism == "compare-and-swap");
static_assert(runs_on<two_lines, track> && runs_on<compare_and_swap, track>);
// neither side's flag shares a line, nor the pair of lines a prefetcher takes together, with the other's
static_assert(alignof(wires) >= 128 && sizeof(wires) >= 3 * 128);

TEMPLATE_TEST_CASE("both sides count every round trip, run after run", "", two_lines, compare_and_swap) {
  track t;
  t.line = std::make_shared<wires>();
  for (std::size_t const n : {1U, 0U, 100U, 1U}) {
    std::thread other([&] { TestType::run(t, 1, n); });
    TestType::run(t, 0, n);
    other.join();
    CHECK(t.turns[0] == t.turns[1]);
    CHECK(!t.trouble());
  }
  CHECK(t.turns[0] == (std::same_as<TestType, two_lines> ? 102 : 204));
}

TEST_CASE("a flag that already holds the value is not waited for") {
  std::atomic<std::uint32_t> flag{5};
  CHECK(wait_for(flag, 5));
}

TEST_CASE("a line's travel between CPUs, none where there is no such CPU") {
  CHECK(line_travel_ns(60000, 60001) == 0);
  CHECK(line_travel_ns(0, 60001) == 0);
}
