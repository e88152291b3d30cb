// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstddef>
#include <string_view>

#include <lanemark/core/axis.hpp>

namespace lanemark {
/// What is measured. `per_second`: the figure is bytes per second, else nanoseconds.
namespace quantity {
struct bandwidth {
  static constexpr std::string_view name = "bandwidth";
};
struct latency {
  static constexpr std::string_view name = "latency";
};
struct sync {
  static constexpr std::string_view name = "sync";
};
}  // namespace quantity

template <class T> concept quantity_tag =
    std::same_as<T, quantity::bandwidth> || std::same_as<T, quantity::latency> || std::same_as<T, quantity::sync>;

/// An operation is a loop of n turns: all the machine code inside the timed region.
///
///   measures    a quantity
///   mechanism   by which loop: "memcpy", "rep", "two-lines", "copy-engine", ...
///   parties     threads (or queues) that take part in one lane; 2 for sync. Only party 0 of several is timed
///   moves       whether bytes arrive that can be verified
///   per_turn    share of one turn that is the result: 0.5 for half a round trip
///
/// and one of
///
///   static void run(track&, unsigned party, std::size_t n) noexcept      all n turns are done on return
///   static void submit(track&, std::size_t n) noexcept                   n turns are enqueued
template <class O> concept operation = requires {
  requires quantity_tag<typename O::measures>;
  { O::mechanism } -> std::convertible_to<std::string_view>;
  { O::parties } -> std::convertible_to<unsigned>;
  { O::moves } -> std::convertible_to<bool>;
  { O::per_turn } -> std::convertible_to<double>;
};

template <class O, class T> concept runs_on = operation<O> && requires(T& track, unsigned party, std::size_t n) {
  { O::run(track, party, n) } noexcept -> std::same_as<void>;
};
template <class O, class T> concept submits_to = operation<O> && requires(T& track, std::size_t n) {
  { O::submit(track, n) } noexcept -> std::same_as<void>;
};

/// Whether the caches hold the lines when a copy begins. An operation that says nothing is warm.
template <class O>
constexpr std::string_view cache_of() {
  if constexpr (requires {
                  { O::cache } -> std::convertible_to<std::string_view>;
                })
    return O::cache;
  else
    return "warm";
}
}  // namespace lanemark
