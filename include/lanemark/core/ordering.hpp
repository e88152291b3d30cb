// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

// What a harness needs of <algorithm>, which would cost it a tenth of what <string>, <thread> and <vector> cost
// together. (std::min and std::max come with <vector>.)
namespace lanemark {
template <class T>
[[gnu::cold]] constexpr bool contains(std::vector<T> const& all, T const& wanted) {
  for (auto const& x : all)
    if (x == wanted) return true;
  return false;
}

/// Sorts a few values, or many that are nearly sorted: by insertion.
template <class T>
[[gnu::cold]] constexpr void sort_few(std::vector<T>& values) {
  for (std::size_t i = 1; i < values.size(); ++i)
    for (auto at = i; at > 0 && values[at] < values[at - 1]; --at) std::swap(values[at], values[at - 1]);
}

/// Sorts any number of samples: by a heap.
[[gnu::cold]] inline void sort_samples(std::vector<double>& values) {
  auto* const v = values.data();
  auto sift = [v](std::size_t root, std::size_t end) {
    auto const moved = v[root];
    for (auto child = 2 * root + 1; child < end; root = child, child = 2 * root + 1) {
      if (child + 1 < end && v[child] < v[child + 1]) ++child;
      if (!(moved < v[child])) break;
      v[root] = v[child];
    }
    v[root] = moved;
  };
  for (auto i = values.size() / 2; i-- != 0;) sift(i, values.size());
  for (auto end = values.size(); end-- > 1;) {
    std::swap(v[0], v[end]);
    sift(0, end);
  }
}

/// The least and the most of some values; `values` must not be empty.
[[gnu::cold]] inline std::pair<double, double> extremes_of(std::vector<double> const& values) {
  std::pair<double, double> found{values[0], values[0]};
  for (auto const x : values) {
    if (x < found.first) found.first = x;
    if (found.second < x) found.second = x;
  }
  return found;
}
}  // namespace lanemark
