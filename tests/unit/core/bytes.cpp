// SPDX-License-Identifier: MIT
#include <lanemark/core/bytes.hpp>

#include <limits>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::literals;

static_assert((1_KiB).count == 1024 && (4_KiB).count == 4096);
static_assert((1_MiB).count == 1024 * 1024 && (512_MiB).count == 536870912);
static_assert((4_GiB).count == 4294967296U && (2_TiB).count == 2199023255552U);
static_assert((0_B).count == 0 && 512_B == bytes{512});
static_assert(1_KiB < 1_MiB && 1024_KiB == 1_MiB && bytes{} < 1_B);

TEST_CASE("sizes are spelt with the largest unit that leaves whole numbers") {
  struct row {
    std::uint64_t count;
    char const* text;
  };
  for (auto const& r :
       {row{0, "0B"}, row{1, "1B"}, row{512, "512B"}, row{1023, "1023B"}, row{1024, "1KiB"}, row{1536, "1536B"},
        row{65536, "64KiB"}, row{1048576, "1MiB"}, row{1048577, "1048577B"}, row{1049600, "1025KiB"},
        row{536870912, "512MiB"}, row{4294967296, "4GiB"}, row{6442450944, "6GiB"}, row{std::uint64_t{1} << 40, "1TiB"},
        row{std::uint64_t{1} << 50, "1024TiB"}, row{std::uint64_t{1} << 63, "8388608TiB"},
        row{std::numeric_limits<std::uint64_t>::max(), "18446744073709551615B"}})
    CHECK(to_string(bytes{r.count}) == r.text);
}
