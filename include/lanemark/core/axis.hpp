// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstddef>
#include <string_view>

namespace lanemark {
/// A type that says its own name, as reports and scenario files spell it.
template <class T> concept named = requires {
  { T::name } -> std::convertible_to<std::string_view>;
};

/// A list of types: the operations of a backend, the timers that may read it.
template <class... Ts>
struct axis {
  static constexpr std::size_t size = sizeof...(Ts);
};
static_assert(axis<int, char>::size == 2 && axis<>::size == 0);
}  // namespace lanemark
