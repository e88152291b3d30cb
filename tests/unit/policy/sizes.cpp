// SPDX-License-Identifier: MIT
#include <lanemark/policy/sizes.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::literals;

namespace {
struct empty {};
struct bare_numbers {
  static std::vector<int> values() { return {1}; }
};
/// A user's own: sizes around a power of two, where alignment shows.
struct around_4k {
  static std::vector<bytes> values() { return {{4095}, {4096}, {4097}}; }
};
}  // namespace

static_assert(size_set<sizes::doubling<4_KiB, 1_MiB>> && size_set<sizes::list<1_B>> && size_set<sizes::one<1_GiB>> &&
              size_set<around_4k>);
static_assert(!size_set<int> && !size_set<bytes> && !size_set<empty> && !size_set<bare_numbers>);
static_assert(std::same_as<sizes::one<4_KiB>, sizes::list<4_KiB>>);

TEST_CASE("doubling goes from the first size to the last that does not exceed the end") {
  CHECK(sizes::doubling<4_KiB, 16_KiB>::values() == std::vector<bytes>{{4096}, {8192}, {16384}});
  CHECK(sizes::doubling<3_B, 13_B>::values() == std::vector<bytes>{{3}, {6}, {12}});
  CHECK(sizes::doubling<4_KiB, 4_KiB>::values() == std::vector<bytes>{{4096}});
  CHECK(sizes::doubling<1_B, 1_TiB>::values().size() == 41);
}

TEST_CASE("doubling ends where doubling would overflow") {
  constexpr bytes half{std::uint64_t{1} << 63}, all{~std::uint64_t{0}};
  CHECK(sizes::doubling<half, all>::values() == std::vector<bytes>{half});
  CHECK(sizes::doubling<bytes{(std::uint64_t{1} << 62) + 1}, all>::values().size() == 2);
}

TEST_CASE("a list is what it says, in its order") {
  CHECK(sizes::list<512_B, 1_B, 1_MiB>::values() == std::vector<bytes>{{512}, {1}, {1 << 20}});
  CHECK(sizes::one<7_B>::values() == std::vector<bytes>{{7}});
}
