// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstdint>

#include <lanemark/policy/backend.hpp>
#include <lanemark/policy/operation.hpp>

namespace lanemark {
/// A way to time. It says in which kind of time it ticks.
template <class T> concept timer = named<T> && requires {
  { T::domain } -> std::convertible_to<time_domain>;
};

/// A clock that the issuing thread reads around the work.
template <class T> concept clock_timer = timer<T> && requires {
  { T::ticks() } noexcept -> std::same_as<std::uint64_t>;  // all that runs inside the timed region beside the work
  { T::ns_per_tick() } -> std::same_as<double>;            // calibrated outside it
  { T::available() } -> std::same_as<status>;              // why this machine cannot be timed by it
};

/// Marks that the backend's own queues carry. No vendor in it: the backend knows what its marks are.
template <class T> concept mark_timer = timer<T> && requires { requires T::reads_marks; };

/// Can T time B at all?
template <class T, class B> concept times =
    backend<B> && timer<T> && T::domain == B::domain &&
    ((clock_timer<T> && blocking_backend<B>) || (mark_timer<T> && marking_backend<B>));

/// Can T time operation O on B? Pairs for which this is false are never instantiated.
template <class T, class B, class O> concept times_operation =
    times<T, B> && ((clock_timer<T> && blocking_backend<B> && runs_on<O, typename B::track>) ||
                    (mark_timer<T> && marking_backend<B> && submits_to<O, typename B::track>));
}  // namespace lanemark
