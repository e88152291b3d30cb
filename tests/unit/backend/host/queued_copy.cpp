// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/queued_copy.hpp>

#include <thread>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_host;

namespace {
using bandwidth = queued_copy<quantity::bandwidth, kernel::memcpy>;
using latency = queued_copy<quantity::latency, kernel::memcpy>;

/// Counts its copies, and notes the most that were posted and not completed when one began.
struct watching {
  [[maybe_unused]] static constexpr std::string_view name = "watching";
  static inline std::size_t copies = 0, size = 0;
  static inline std::uint32_t most = 0;
  static inline ring* watched = nullptr;
  static void copy(std::byte*, std::byte const*, std::size_t n, vector_width) noexcept {
    ++copies, size = n;
    most = std::max(most, watched->posted.load() - watched->completed.load());
  }
};

/// A track over ordinary memory.
struct bench {
  std::vector<std::byte> to, from;
  track t{};
  explicit bench(std::size_t size) : to(size), from(size) {
    t.shares = shares_of(to.data(), from.data(), size, 1);
    t.queue = std::make_shared<ring>();
  }
  template <class Operation>
  void run(std::size_t n) {
    std::thread engine([&] { Operation::run(t, 1, n); });
    Operation::run(t, 0, n);
    engine.join();
  }
};
}  // namespace

static_assert(operation<bandwidth> && runs_on<bandwidth, track> && runs_on<latency, track>);
static_assert(bandwidth::parties == 2 && bandwidth::moves && bandwidth::per_turn == 1);
static_assert(bandwidth::mechanism == "engine");
static_assert(semantics_of<bandwidth>() == "queue" && cache_of<bandwidth>() == "warm");
static_assert(latency::window == 1 && bandwidth::window == ring::depth);

TEMPLATE_TEST_CASE("the bytes arrive, round after round, no turns and more turns than slots", "", bandwidth, latency) {
  for (std::size_t const size : {1U, 63U, 4097U}) {
    bench b(size);
    std::uint32_t all = 0;
    for (std::size_t const n : {1U, 0U, 63U, 64U, 65U, 1000U}) {
      CAPTURE(size, n);
      pattern const p{.seed = n + 7};
      REQUIRE(!b.t.fill(p));
      b.run<TestType>(n);
      all += static_cast<std::uint32_t>(n);
      CHECK(!b.t.trouble());
      CHECK(b.t.check(p).has_value() == (n == 0));  // no turn moves no byte
      CHECK((b.t.turns[0] == all && b.t.turns[1] == all));
      CHECK((b.t.queue->posted == all && b.t.queue->completed == all));
    }
  }
}

TEST_CASE("indices wrap at 2^32 without a slot skipped") {
  bench b(100);
  auto const before = std::uint32_t{0} - 100;
  b.t.turns[0] = b.t.turns[1] = before;
  b.t.queue->posted = b.t.queue->completed = before;
  REQUIRE(!b.t.fill({.seed = 5}));
  b.run<bandwidth>(300);
  CHECK(!b.t.trouble());
  CHECK(!b.t.check({.seed = 5}));
  CHECK(b.t.queue->completed == 200);
}

TEST_CASE("the engine carries out what each slot says, in order, from where it stopped") {
  std::vector<std::byte> to(3), from{std::byte{1}, std::byte{2}, std::byte{3}};
  track t;
  t.queue = std::make_shared<ring>();
  auto& q = *t.queue;
  auto const first = ring::depth - 1;  // the last slot, then the first two
  t.turns[1] = first, q.completed = first, q.posted = first + 3;
  for (std::uint32_t i = 0; i < 3; ++i)
    q.slots[(first + i) % ring::depth] = {.to = &to[i], .from = &from[i], .size = 1};
  bandwidth::run(t, 1, 2);
  CHECK(to == std::vector<std::byte>{std::byte{1}, std::byte{2}, std::byte{0}});
  CHECK(q.completed == first + 2);
  bandwidth::run(t, 1, 1);
  CHECK(to == from);
  CHECK(!t.trouble());
}

TEST_CASE("a full ring for bandwidth, one request under way for latency, and each is copied once") {
  bench b(256);
  watching::watched = b.t.queue.get();
  auto const most = [&](auto run) {
    watching::copies = watching::most = 0;
    run();
    CHECK(watching::copies == 500);
    CHECK(watching::size == 256);
    return watching::most;
  };
  CHECK(most([&] { b.run<queued_copy<quantity::latency, watching>>(500); }) == 1);
  auto const many = most([&] { b.run<queued_copy<quantity::bandwidth, watching>>(500); });
  CHECK((many >= 1 && many <= ring::depth));
}

TEMPLATE_TEST_CASE("the issuer fills what may be under way before it waits", "", bandwidth, latency) {
  bench b(8);
  b.t.queue->patience = 100;
  TestType::run(b.t, 0, ring::depth + 1);  // no engine
  CHECK(b.t.queue->posted == TestType::window);
}

TEMPLATE_TEST_CASE("a partner that never answers is trouble, told once, and no hang", "", bandwidth, latency) {
  bench b(8);
  b.t.queue->patience = 1000;
  SECTION("no engine, its last completion awaited") { TestType::run(b.t, 0, 1); }
  SECTION("no engine, and more turns than slots") { TestType::run(b.t, 0, 1000); }
  SECTION("no issuer") { TestType::run(b.t, 1, 3); }
  auto const no = b.t.trouble();
  REQUIRE(no);
  CHECK(no->kind == fault::failed);
  CHECK(no->text == "queue: the issuer or its engine did not answer for seconds");
  CHECK(!b.t.trouble());
}
