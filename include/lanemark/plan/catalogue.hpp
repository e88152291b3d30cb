// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>

#include <lanemark/measure/entry.hpp>

namespace lanemark {
namespace detail {
template <class B, class O, class... Ts>
consteval std::size_t count_row(axis<Ts...>) {
  return (std::size_t{0} + ... + std::size_t{times_operation<Ts, B, O>});
}
template <class B, class... Os>
consteval std::size_t count_entries(axis<Os...>) {
  return (std::size_t{0} + ... + count_row<B, Os>(typename B::timers{}));
}
template <class B, class O, class T, std::size_t N>
constexpr void add_entry(std::array<entry<B>, N>& all, std::size_t& n) {
  if constexpr (times_operation<T, B, O>) all[n++] = make_entry<B, O, T>();
}
template <class B, class O, std::size_t N, class... Ts>
constexpr void add_row(std::array<entry<B>, N>& all, std::size_t& n, axis<Ts...>) {
  (add_entry<B, O, Ts>(all, n), ...);
}
template <class B, class... Os>
consteval auto make_catalogue(axis<Os...> operations) {
  std::array<entry<B>, count_entries<B>(operations)> all{};
  std::size_t n = 0;
  (add_row<B, Os>(all, n, typename B::timers{}), ...);
  return all;
}
}  // namespace detail

/// Instantiations a backend may have. Sizes, lanes, directions and places never count.
inline constexpr std::size_t instantiation_budget = 32;

/// All that a scenario may name on a backend: operations x timers, without the pairs that cannot work.
template <backend B>
inline constexpr auto catalogue = detail::make_catalogue<B>(typename B::operations{});
}  // namespace lanemark
