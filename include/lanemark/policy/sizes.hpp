// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <limits>
#include <vector>

#include <lanemark/core/bytes.hpp>

namespace lanemark {
/// A set of sizes, as values for the loop: sizes never multiply instantiations.
template <class T> concept size_set = requires {
  { T::values() } -> std::same_as<std::vector<bytes>>;
};

namespace sizes {
/// From, 2 From, 4 From, ... up to To.
template <bytes From, bytes To>
struct doubling {
  static_assert(From.count > 0 && From <= To,
                "lanemark: sizes::doubling<From, To> goes upwards from at least one byte, for example "
                "sizes::doubling<4_KiB, 64_MiB>");
  static std::vector<bytes> values() {
    std::vector<bytes> all;
    for (auto n = From.count; n <= To.count; n *= 2) {
      all.push_back({n});
      if (n > std::numeric_limits<std::uint64_t>::max() / 2) break;
    }
    return all;
  }
};

/// Just these.
template <bytes... Each>
struct list {
  static_assert(sizeof...(Each) > 0 && ((Each.count > 0) && ...),
                "lanemark: sizes::list<...> needs sizes of at least one byte, for example sizes::list<512_B, 1_MiB>");
  static std::vector<bytes> values() { return {Each...}; }
};

/// Just this one.
template <bytes Only>
using one = list<Only>;
}  // namespace sizes
}  // namespace lanemark
