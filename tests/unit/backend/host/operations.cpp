// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/operations.hpp>

#include <cstdlib>
#include <set>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_host;

namespace {
using warm = warm_copy<quantity::bandwidth, kernel::memcpy>;
using cold = cold_copy<quantity::bandwidth, kernel::memcpy>;

/// Records where it was told to copy.
struct noting {
  [[maybe_unused]] static constexpr std::string_view name = "noting";
  static inline std::vector<std::pair<std::byte*, std::size_t>> seen{};
  static void copy(std::byte* to, std::byte const*, std::size_t n, vector_width) noexcept { seen.emplace_back(to, n); }
};
}  // namespace

static_assert(operation<warm> && runs_on<warm, track> && !submits_to<warm, track>);
static_assert(cache_of<warm>() == "warm" && cache_of<cold>() == "cold");
static_assert(semantics_of<warm>() == "load-store" && semantics_of<cold>() == "load-store");
static_assert(warm::mechanism == "memcpy" && warm::parties == 1 && warm::moves && warm::per_turn == 1);
static_assert(runs_on<warm_copy<quantity::latency, kernel::memcpy>, track>);

TEST_CASE("a warm copy is made n times at one place, each party its own share") {
  std::vector<std::byte> to(1000), from(1000);
  track t;
  t.shares = shares_of(to.data(), from.data(), 1000, 2);
  noting::seen.clear();
  warm_copy<quantity::latency, noting>::run(t, 1, 3);
  REQUIRE(noting::seen.size() == 3);
  for (auto const& [at, n] : noting::seen) {
    CHECK(at == t.shares[1].to);
    CHECK(n == t.shares[1].size);
  }
  warm_copy<quantity::latency, noting>::run(t, 0, 0);
  CHECK(noting::seen.size() == 3);
}

TEST_CASE("cold copies visit every slot once before any again, and go on where the last run ended") {
  constexpr std::size_t slots = 64, stride = 4096;
  std::vector<std::byte> to(slots * stride), from(slots * stride);
  track t;
  t.shares = shares_of(to.data(), from.data(), 4000, 1);
  t.shares[0].stride = stride, t.shares[0].slots = slots;
  noting::seen.clear();
  using visits = cold_copy<quantity::bandwidth, noting>;
  for (std::size_t const n : {1U, 20U, 43U}) visits::run(t, 0, n);
  REQUIRE(noting::seen.size() == slots);
  std::set<std::byte*> places;
  for (auto const& [at, n] : noting::seen) {
    places.insert(at);
    CHECK(n == 4000);
    CHECK((at - to.data()) % static_cast<long>(stride) == 0);
  }
  CHECK(places.size() == slots);
  CHECK(t.shares[0].visited == slots);
  CHECK(t.shares[0].next == 0);
}

TEST_CASE("what was copied verifies, warm and cold, several threads and odd sizes") {
  constexpr std::size_t slots = 8;
  for (std::size_t const size : {1U, 63U, 4097U, 9000U})
    for (unsigned const threads : {1U, 3U})
      for (bool const is_cold : {false, true}) {
        CAPTURE(size, threads, is_cold);
        auto const stride = (size + 4095) / 4096 * 4096, room = is_cold ? slots * stride : size;
        std::vector<std::byte> to(room), from(room);
        track t;
        t.shares = shares_of(to.data(), from.data(), size, threads);
        for (auto& s : t.shares) s.stride = stride, s.slots = is_cold ? slots : 1;
        for (std::size_t const turns : {1U, 5U, 20U}) {
          REQUIRE(!t.fill({.seed = turns}));
          for (unsigned p = 0; p < threads; ++p) is_cold ? cold::run(t, p, turns) : warm::run(t, p, turns);
          CHECK(!t.check({.seed = turns}));
        }
      }
}
