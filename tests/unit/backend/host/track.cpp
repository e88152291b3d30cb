// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/track.hpp>

#include <set>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_host;

TEST_CASE("shares cover every byte once, and begin on lines or pages") {
  std::vector<std::byte> to(1 << 16), from(1 << 16);
  for (std::size_t const size :
       {1U, 2U, 7U, 63U, 64U, 65U, 127U, 128U, 191U, 192U, 4095U, 4096U, 4097U, 8191U, 12288U, 12289U, 65535U})
    for (unsigned const threads : {1U, 2U, 3U, 4U, 5U, 7U, 16U, 63U, 200U}) {
      CAPTURE(size, threads);
      auto const all = shares_of(to.data(), from.data(), size, threads);
      REQUIRE(all.size() == threads);
      std::size_t at = 0;
      for (auto const& s : all) {
        REQUIRE(s.to == to.data() + at);
        REQUIRE(s.from == from.data() + at);
        CHECK((s.size == 0 || at % (size / threads >= 4096 ? 4096 : 64) == 0));
        at += s.size;
      }
      CHECK(at == size);
    }
}

TEST_CASE("shares of large lanes are nearly equal") {
  std::byte begin{};
  for (auto const& s : shares_of(&begin, &begin, std::size_t{64} << 20, 3)) {
    CHECK(s.size > (std::size_t{21} << 20));
    CHECK(s.size < (std::size_t{22} << 20));
  }
}

TEST_CASE("a cold arena is 4 times the cache, in a power of two of whole pages") {
  CHECK(cold_slots(4096, 32 << 20) == 32768);  // 128 MiB
  CHECK(cold_slots(1, 32 << 20) == 32768);
  CHECK(cold_slots(4097, 32 << 20) == 16384);
  CHECK(cold_slots(32 << 20, 32 << 20) == 4);
  CHECK(cold_slots(100 << 20, 32 << 20) == 2);
  CHECK(cold_slots(std::size_t{1} << 30, 32 << 20) == 1);
  CHECK(cold_slots(4096, 0) == 1);
  for (std::size_t const size : {1U, 4096U, 5000U, 1U << 20U})
    for (std::size_t const cache : {1U << 20U, 33U << 20U}) {
      auto const slots = cold_slots(size, cache);
      CHECK(std::has_single_bit(slots));
      CHECK(slots * ((size + 4095) / 4096 * 4096) >= 4 * cache);
    }
}

TEST_CASE("the walk through a cold arena meets every slot before any again") {
  for (std::size_t const slots : {1U, 2U, 8U, 1024U, 32768U}) {
    std::set<std::size_t> seen;
    std::size_t slot = 0;
    for (std::size_t i = 0; i < slots; ++i) {
      seen.insert(slot);
      slot = (slot + share::step) & (slots - 1);
    }
    CHECK(seen.size() == slots);
    CHECK(slot == 0);
  }
}

namespace {
/// A track over ordinary memory, with guard bytes behind.
struct bench {
  static constexpr std::size_t guard = 4096;
  std::vector<std::byte> to, from;
  track t{};
  std::size_t room;

  bench(std::size_t size, unsigned threads, std::size_t slots = 1) {
    auto const stride = (size + 4095) / 4096 * 4096;
    room = slots == 1 ? size : slots * stride;
    to.assign(room + guard, std::byte{0x77});
    from.assign(room + guard, std::byte{0x77});
    t.shares = shares_of(to.data(), from.data(), size, threads);
    for (auto& s : t.shares) s.stride = stride, s.slots = slots;
  }
  bool guards_hold() const {
    for (auto const* v : {&to, &from})
      for (std::size_t i = room; i < v->size(); ++i)
        if ((*v)[i] != std::byte{0x77}) return false;
    return true;
  }
  void copy(std::size_t at, std::size_t n) { std::copy_n(from.begin() + long(at), n, to.begin() + long(at)); }
};
}  // namespace

TEST_CASE("filling and checking see every byte of every share") {
  for (std::size_t const size : {1U, 63U, 64U, 4097U, 20000U})
    for (unsigned const threads : {1U, 3U}) {
      CAPTURE(size, threads);
      bench b(size, threads);
      pattern const p{.seed = 9};
      REQUIRE(!b.t.fill(p));
      CHECK(b.guards_hold());
      CHECK(b.t.check(p));  // nothing was copied
      b.copy(0, size);
      CHECK(!b.t.check(p));
      CHECK(b.t.check({.seed = 10}));
      for (std::size_t const at : {std::size_t{0}, size / 2, size - 1}) {
        b.to[at] ^= std::byte{1};
        auto const wrong = b.t.check(p);
        REQUIRE(wrong);
        CHECK(wrong->kind == fault::corrupt);
        CHECK(wrong->text.find("offset " + std::to_string(at) + ",") != std::string::npos);
        b.to[at] ^= std::byte{1};
      }
    }
}

TEST_CASE("a cold arena is filled to its end and no further, whatever the threads") {
  for (unsigned const threads : {1U, 2U, 3U}) {
    CAPTURE(threads);
    bench b(10000, threads, 8);
    REQUIRE(!b.t.fill({.seed = 3}));
    CHECK(b.guards_hold());
    std::vector<std::byte> expected(b.room);
    fill_pattern(expected, {.seed = 3});
    CHECK(std::equal(expected.begin(), expected.end(), b.from.begin()));
  }
}

TEST_CASE("of a cold arena the slots that were visited are checked, no others") {
  bench b(5000, 1, 8);
  pattern const p{.seed = 3};
  REQUIRE(!b.t.fill(p));
  CHECK(!b.t.check(p));  // no copy was made, none can be wrong
  b.t.shares[0].visited = 3;
  CHECK(b.t.check(p));
  for (std::size_t i = 0; i < 3; ++i) b.copy((i * share::step & 7) * 8192, 5000);
  CHECK(!b.t.check(p));
  b.t.shares[0].visited = 1000;  // more turns than slots
  CHECK(b.t.check(p));
  for (std::size_t i = 0; i < 8; ++i) b.copy(i * 8192, 5000);
  CHECK(!b.t.check(p));
  b.to[(2 * share::step & 7) * 8192 + 4999] ^= std::byte{1};
  CHECK(b.t.check(p));
  REQUIRE(!b.t.fill(p));
  CHECK(b.t.shares[0].visited == 0);
}

TEST_CASE("a partner that went silent is told once") {
  track t;
  CHECK(!t.trouble());
  t.line = std::make_shared<wires>();
  CHECK(!t.trouble());
  t.line->broken = true;
  REQUIRE(t.trouble());
  CHECK(!t.trouble());
}

TEST_CASE("a thread is pinned by its number, and not at all where none is given") {
  track t;
  CHECK(!t.enter(0));
  t.cpus = {60000};
  CHECK(t.enter(0));
  CHECK(!t.enter(1));
}
