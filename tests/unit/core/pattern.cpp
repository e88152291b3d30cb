// SPDX-License-Identifier: MIT
#include <lanemark/core/pattern.hpp>

#include <array>
#include <set>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using buffer = std::vector<std::byte>;
buffer filled(std::size_t n, pattern const& p, std::uint64_t offset = 0) {
  buffer b(n);
  fill_pattern(b, p, offset);
  return b;
}
}  // namespace

static_assert(for_lane({.seed = 3}, 0).seed == 3 && for_lane({.seed = 3}, 1).seed != 3 &&
              for_lane({.seed = 3}, 1).seed != for_lane({.seed = 3}, 2).seed);
static_assert(pattern_word({.constant = 0x00}, 0) == 0 && pattern_word({.constant = 0xff}, 8) == ~std::uint64_t{0});

TEST_CASE("words differ by offset and by seed, and none is zero") {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    for (std::uint64_t offset = 0; offset < 8192; offset += 8) {
      auto const w = pattern_word({.seed = seed}, offset);
      CHECK(w != 0);
      seen.insert(w);
    }
  CHECK(seen.size() == 8 * 1024);
}

TEST_CASE("the pattern is fixed: a change would make old captures unreadable") {
  CHECK(pattern_word({.seed = 1}, 0) == 0xd6255c3a1f38d553U);
  CHECK(pattern_word({.seed = 1}, 8) == 0x78daff2dffcf839fU);
  CHECK(pattern_word({.seed = 42}, std::uint64_t{1} << 40) == 0x343c7545dceff77dU);
}

TEST_CASE("any length and any offset in words") {
  for (std::size_t const n : {0U, 1U, 7U, 8U, 9U, 63U, 64U, 4097U}) {
    auto const b = filled(n, {.seed = 5});
    CHECK_FALSE(check_pattern(b, {.seed = 5}));
    auto const whole = filled(n + 64, {.seed = 5});
    auto const later = filled(n, {.seed = 5}, 64);
    CHECK(std::equal(later.begin(), later.end(), whole.begin() + 64));
    CHECK_FALSE(check_pattern(later, {.seed = 5}, 64));
  }
}

TEST_CASE("poison is wrong in every byte, also of a constant") {
  for (auto const& p : {pattern{.seed = 9}, pattern{.seed = 1, .constant = std::uint8_t{0}},
                        pattern{.seed = 1, .constant = std::uint8_t{0x5a}}})
    for (std::size_t const n : {1U, 8U, 13U, 100U}) {
      buffer b(n);
      fill_poison(b, p, 16);
      auto const wrong = check_pattern(b, p, 16);
      REQUIRE(wrong);
      CHECK(wrong->kind == fault::corrupt);
      CHECK(wrong->text.find(std::to_string(n) + " of " + std::to_string(n) + " bytes differ") != std::string::npos);
    }
}

TEST_CASE("a difference is told with first offset, expected, found and count") {
  pattern const p{.seed = 1, .constant = std::uint8_t{0x5a}};
  auto b = filled(100, p);
  b[17] = std::byte{0xa0};
  b[99] = std::byte{0x00};
  auto const wrong = check_pattern(b, p, 4096);
  REQUIRE(wrong);
  CHECK(wrong->text == "data corrupt: first at offset 4113, expected 0x5a, found 0xa0, 2 of 100 bytes differ");
  for (std::size_t at = 0; at < 100; ++at) {  // no byte is overlooked
    auto one = filled(100, {.seed = 7});
    one[at] ^= std::byte{1};
    auto const found = check_pattern(one, {.seed = 7});
    REQUIRE(found);
    CHECK(found->text.starts_with("data corrupt: first at offset " + std::to_string(at) + ","));
    CHECK(found->text.ends_with("1 of 100 bytes differ"));
  }
}

TEST_CASE("the lanes of one cell cannot be taken for each other") {
  auto const own = filled(4096, for_lane({.seed = 1}, 0));
  for (std::size_t lane = 1; lane < 16; ++lane) CHECK(check_pattern(own, for_lane({.seed = 1}, lane)));
  CHECK(check_pattern(own, {.seed = 2}));
}
