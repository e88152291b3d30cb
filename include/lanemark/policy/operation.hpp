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
///   parties     threads (or queues) that take part in one lane; 2 for a sync, or for a copy that one posts and the
///               other carries out. Only party 0 of several is timed
///   moves       whether bytes arrive that can be verified
///   per_turn    share of one turn that is the result: 0.5 for half a round trip
///
/// may say its `cache` and its `semantics`, below, and has one of
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

/// How a copy is carried: "load-store", by the issuing thread itself, or "queue", posted to an engine that completes
/// it. An operation that says nothing serves "any": its backend tells them apart by the request, or not at all.
template <class O>
constexpr std::string_view semantics_of() {
  if constexpr (requires {
                  { O::semantics } -> std::convertible_to<std::string_view>;
                })
    return O::semantics;
  else
    return "any";
}

/// Is what an operation offers what was asked for? "default" is whatever comes first.
constexpr bool serves_semantics(std::string_view offered, std::string_view wanted) {
  return offered == "any" || wanted == "default" || offered == wanted;
}
}  // namespace lanemark
