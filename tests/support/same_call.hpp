// SPDX-License-Identifier: MIT
#pragma once
#include <type_traits>

// Is a prototype of our own called like a vendor's? Arguments are alike that travel alike: numbers (enumerations too)
// of one size, addresses, floating point of one size. Names of types may differ.
template <class T>
inline constexpr int travels_as = std::is_pointer_v<T>          ? 1
                                  : std::is_floating_point_v<T> ? 2
                                                                : 0;
template <class A, class B>
inline constexpr bool alike = sizeof(A) == sizeof(B) && travels_as<A> == travels_as<B>;
template <class Ours, class Theirs>
inline constexpr bool same_call = false;
template <class R, class... A, class S, class... B>
requires(sizeof...(A) == sizeof...(B))
inline constexpr bool same_call<R (*)(A...), S (*)(B...)> = alike<R, S> && (alike<A, B> && ...);
