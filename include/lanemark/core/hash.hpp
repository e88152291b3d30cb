// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>

namespace lanemark {
/// 64-bit FNV-1a (Fowler, Noll, Vo): the same on every machine and in every version, unlike std::hash.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (char const c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return h;
}
static_assert(fnv1a("") == 0xcbf29ce484222325U && fnv1a("a") == 0xaf63dc4c8601ec8cU);  // the authors' test vectors
}  // namespace lanemark
