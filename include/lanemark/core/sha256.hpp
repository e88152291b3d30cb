// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanemark {
namespace detail {
inline constexpr std::array<std::uint32_t, 64> sha256_rounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr void sha256_block(std::array<std::uint32_t, 8>& h, std::string_view block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 64; ++i) w[i / 4] = (w[i / 4] << 8U) | static_cast<unsigned char>(block[i]);
  for (std::size_t i = 16; i < 64; ++i) {
    auto const a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
    auto const b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  auto v = h;
  for (std::size_t i = 0; i < 64; ++i) {
    auto const s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
    auto const t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + sha256_rounds[i] + w[i];
    auto const s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
    auto const t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
  }
  for (std::size_t i = 0; i < 8; ++i) h[i] += v[i];
}
}  // namespace detail

/// SHA-256 (FIPS 180-4) of a text, in 64 hexadecimal digits: what `sha256sum` prints. Names a scenario's bytes in
/// reports; one hash does not justify a cryptographic library.
constexpr std::string sha256(std::string_view text) {
  std::array<std::uint32_t, 8> h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  auto rest = text;
  for (; rest.size() >= 64; rest.remove_prefix(64)) detail::sha256_block(h, rest);
  std::array<char, 128> tail{};  // what is left, a one bit, zeros, and the length in bits
  for (std::size_t i = 0; i < rest.size(); ++i) tail[i] = rest[i];
  tail[rest.size()] = static_cast<char>(0x80);
  std::size_t const blocks = rest.size() < 56 ? 64 : 128;
  for (std::size_t i = 0; i < 8; ++i)
    tail[blocks - 1 - i] = static_cast<char>((std::uint64_t{text.size()} * 8) >> (8 * i) & 0xffU);
  for (std::size_t i = 0; i < blocks; i += 64) detail::sha256_block(h, std::string_view(tail.data() + i, 64));
  std::string out;
  for (auto const word : h)
    for (int shift = 28; shift >= 0; shift -= 4)
      out += "0123456789abcdef"[(word >> static_cast<unsigned>(shift)) & 15U];
  return out;
}
}  // namespace lanemark
