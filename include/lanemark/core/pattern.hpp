// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark {
/// What a source buffer holds. Without a value every word derives from seed and offset; a constant payload runs up to
/// 3 times faster on some CPUs (zero lines need no write-back), so it is only used when asked for, and then warned of.
struct pattern {
  std::uint64_t seed = 1;
  std::optional<std::uint8_t> constant{};
};

/// The 64-bit word at a byte offset (a multiple of 8): splitmix64 of seed and offset, never zero.
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
constexpr std::uint64_t pattern_word(pattern const& p, std::uint64_t offset) {
  if (p.constant) return 0x0101010101010101U * *p.constant;
  std::uint64_t z = p.seed * 0xd1342543de82ef95U + (offset + 8) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return (z ^ (z >> 31)) | 1U;
}
static_assert(pattern_word({.seed = 1}, 0) != pattern_word({.seed = 2}, 0));
static_assert(pattern_word({.seed = 1}, 0) != pattern_word({.seed = 1}, 8));
static_assert(pattern_word({.seed = 1, .constant = 0x5a}, 64) == 0x5a5a5a5a5a5a5a5aU);

/// The pattern of another lane of the same cell: differs in every word, so that crossed lanes show.
constexpr pattern for_lane(pattern p, std::size_t lane) {
  p.seed += lane * 0x632be59bd9b4e019U;
  return p;
}

namespace detail {
/// Whole words first: a copy of a fixed 8 bytes is one instruction, of a counted number a call.
inline void fill_words(std::span<std::byte> to, pattern const& p, std::uint64_t first_offset, std::uint64_t flip) {
  std::size_t i = 0;
  for (; i + 8 <= to.size(); i += 8) {
    auto const word = pattern_word(p, first_offset + i) ^ flip;
    std::memcpy(to.data() + i, &word, 8);
  }
  if (i < to.size()) {
    auto const word = pattern_word(p, first_offset + i) ^ flip;
    std::memcpy(to.data() + i, &word, to.size() - i);
  }
}
}  // namespace detail

inline void fill_pattern(std::span<std::byte> to, pattern const& p, std::uint64_t first_offset = 0) {
  detail::fill_words(to, p, first_offset, 0);
}

/// What a destination holds before the copy: the complement of what must arrive, so that no byte is right by chance.
inline void fill_poison(std::span<std::byte> to, pattern const& p, std::uint64_t first_offset = 0) {
  detail::fill_words(to, p, first_offset, ~std::uint64_t{0});
}

/// Compares every byte. The problem names the first wrong offset, what was expected there and found, and how many
/// bytes.
inline status check_pattern(std::span<std::byte const> in, pattern const& p, std::uint64_t first_offset = 0) {
  std::size_t wrong = 0, first = 0;
  unsigned expected = 0, found = 0;
  auto const count = [&](std::size_t at, std::uint64_t word, std::size_t n) {
    std::byte want[8];
    std::memcpy(want, &word, 8);
    for (std::size_t k = 0; k < n; ++k) {
      if (in[at + k] == want[k]) continue;
      if (wrong++ == 0) first = at + k, expected = unsigned(want[k]), found = unsigned(in[at + k]);
    }
  };
  std::size_t i = 0;
  for (; i + 8 <= in.size(); i += 8) {
    auto const word = pattern_word(p, first_offset + i);
    std::uint64_t there = 0;
    std::memcpy(&there, in.data() + i, 8);
    if (there != word) [[unlikely]]
      count(i, word, 8);
  }
  if (i < in.size()) count(i, pattern_word(p, first_offset + i), in.size() - i);
  if (wrong == 0) return {};
  auto hex = [](unsigned byte) {
    return std::string{'0', 'x', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
  };
  return problem{fault::corrupt,
                 say({"data corrupt: first at offset ", first_offset + first, ", expected ", hex(expected), ", found ",
                      hex(found), ", ", wrong, " of ", in.size(), " bytes differ"})};
}
}  // namespace lanemark
