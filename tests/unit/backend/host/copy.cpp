// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/copy.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark::on_host;

namespace {
std::vector<vector_width> widths_of_this_cpu() {
  std::vector<vector_width> all{vector_width::bytes16};
  if (widest_vector() != vector_width::bytes16) all.push_back(vector_width::bytes32);
  if (widest_vector() == vector_width::bytes64) all.push_back(vector_width::bytes64);
  return all;
}

/// Buffers whose destination is aligned as a pool's is, with bytes around that must stay.
class bench {
  static constexpr std::size_t margin = 256;
  std::size_t room;
  std::unique_ptr<std::byte, void (*)(void*)> to, from;

 public:
  explicit bench(std::size_t most)
      : room((most + 2 * margin + 64 + 63) / 64 * 64),
        to(static_cast<std::byte*>(std::aligned_alloc(64, room)), std::free),
        from(static_cast<std::byte*>(std::aligned_alloc(64, room)), std::free) {
    for (std::size_t i = 0; i < room; ++i) from.get()[i] = static_cast<std::byte>(i * 131 + (i >> 8) * 17 + 1);
  }
  template <class Kernel>
  bool copies(std::size_t n, std::size_t shift, vector_width width) {
    auto const around = [](std::byte b) { return b == std::byte{0xa5}; };
    auto *const begin = to.get() + margin, *const source = from.get() + margin + shift;
    std::fill(begin - margin, begin + n + margin, std::byte{0xa5});
    Kernel::copy(begin, source, n, width);
    return std::equal(begin, begin + n, source) && std::all_of(begin - margin, begin, around) &&
           std::all_of(begin + n, begin + n + margin, around);
  }
};
}  // namespace

#if defined(__x86_64__)
TEMPLATE_TEST_CASE("a kernel copies all bytes and no others", "", kernel::memcpy, kernel::rep, kernel::stream) {
#else
TEMPLATE_TEST_CASE("a kernel copies all bytes and no others", "", kernel::memcpy) {
#endif
  bench small(1100), large(3'000'001);
  for (auto const width : widths_of_this_cpu()) {
    CAPTURE(TestType::name, name_of(width));
    std::size_t wrong = 0;
    for (std::size_t n = 0; n <= 1100; ++n)
      for (std::size_t const shift : {0U, 1U, 63U}) wrong += !small.copies<TestType>(n, shift, width);
    CHECK(wrong == 0);
    for (std::size_t const n : {4095U, 4096U, 4097U, 65536U + 255U, 1'000'003U, 3'000'001U}) {
      CAPTURE(n);
      CHECK(large.copies<TestType>(n, 0, width));
      CHECK(large.copies<TestType>(n, 5, width));
    }
  }
}

TEST_CASE("the widths have names, and this CPU has one that is widest") {
  CHECK(name_of(vector_width::bytes16) == "sse2");
  CHECK(name_of(vector_width::bytes32) == "avx2");
  CHECK(name_of(vector_width::bytes64) == "avx512");
  CHECK(!widths_of_this_cpu().empty());
}
