// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstddef>
#include <vector>

#include <lanemark/core/axis.hpp>
#include <lanemark/core/duration.hpp>
#include <lanemark/core/pattern.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/policy/progress.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark {
/// A lane opened by a backend. It owns, or shares, all that a copy needs (buffers, queue, marks, driver table), so that
/// it stays valid when its thread or queue has to be abandoned.
template <class T> concept track = std::movable<T> && requires(T& t, pattern const& p) {
  { t.fill(p) } -> std::same_as<status>;   // the pattern at the source, its complement at the destination
  { t.check(p) } -> std::same_as<status>;  // has every byte arrived?
  {
    t.trouble()
  } -> std::same_as<status>;  // the first driver error since last asked; set in the timed region, read after
  { t.placement() } -> std::same_as<obtained>;  // what was really got
};

/// Work is finished when the call returns: one thread per party issues it and a clock is read around it.
template <class T> concept blocking_track = track<T> && requires(T& t, unsigned party) {
  { t.enter(party) } -> std::same_as<status>;  // once on each issuing thread: pin, make the device current
};

template <class T>
using submit_function = void (*)(T&, std::size_t) noexcept;

/// Work is enqueued between two marks behind the backend's gate and finishes later.
template <class T> concept queued_track =
    track<T> && requires(T& t, submit_function<T> submit, std::size_t n, nanoseconds deadline) {
      { t.arm(submit, n) } noexcept;                              // wait for the gate, mark, submit n turns, mark
      { t.settle(deadline) } noexcept -> std::same_as<progress>;  // never blocks past it; after `late` nothing is freed
      { t.lasted() } noexcept -> std::same_as<nanoseconds>;       // between its own two marks
    };

/// How bytes move on one kind of machine.
///
///   operations   axis<...> of what it can do, preferred first
///   timers       axis<...> of what may time it, preferred first
///   track        a lane opened
template <class B> concept backend = named<B> && requires(B& b, B const& c, request const& r) {
  typename B::operations;
  typename B::timers;
  requires track<typename B::track>;
  { B::domain } -> std::convertible_to<time_domain>;
  { c.devices() } -> std::same_as<std::vector<device_info>>;
  { c.supports(r) } -> std::same_as<status>;  // nothing, or the check that failed and the device
  { b.open(r) } -> std::same_as<result<typename B::track>>;
  { c.now() } noexcept -> std::same_as<nanoseconds>;  // the clock of budgets and deadlines: steady, or virtual
};

template <class B> concept blocking_backend = backend<B> && blocking_track<typename B::track>;

template <class B> concept marking_backend =
    backend<B> && queued_track<typename B::track> && requires(B& b, B const& c) {
      { b.hold() } noexcept -> std::same_as<bool>;  // close the start gate; false: there is none, starts are staggered
      { b.release() } noexcept;                     // open it
      { B::queue_room } -> std::convertible_to<std::size_t>;    // more turns than this behind a closed gate never start
      { c.mark_step() } noexcept -> std::same_as<nanoseconds>;  // smallest step of its marks
    };

/// A backend that looks at all lanes of a cell before the first is opened: who issues on which CPU.
template <class B> concept arranging_backend =
    backend<B> && requires(B& b, std::vector<request>& lanes, unsigned parties) {
      { b.arrange(lanes, parties) } -> std::same_as<status>;
    };
}  // namespace lanemark
