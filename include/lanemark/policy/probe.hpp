// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <type_traits>

#include <lanemark/policy/direction.hpp>
#include <lanemark/policy/operation.hpp>
#include <lanemark/policy/place.hpp>
#include <lanemark/policy/sizes.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
namespace detail {
template <class T>
struct is_direction : std::bool_constant<direction<T>> {};
template <class T>
struct is_quantity : std::bool_constant<quantity_tag<T>> {};
template <class T>
struct is_size_set : std::bool_constant<size_set<T>> {};
template <class T>
struct is_affinity : std::bool_constant<affinity<T>> {};
template <class T>
struct is_timer : std::bool_constant<timer<T>> {};

template <template <class> class Is, class... Ps>
inline constexpr std::size_t count_of = (std::size_t{0} + ... + std::size_t{Is<Ps>::value});
template <class P>
inline constexpr bool has_one_role = is_direction<P>::value + is_quantity<P>::value + is_size_set<P>::value +
                                         is_affinity<P>::value + is_timer<P>::value ==
                                     1;

/// The first of Ps that has the role, or the default.
template <template <class> class Is, class Default, class... Ps>
struct first_of : std::type_identity<Default> {};
template <template <class> class Is, class Default, class P, class... Ps>
struct first_of<Is, Default, P, Ps...>
    : std::conditional_t<Is<P>::value, std::type_identity<P>, first_of<Is, Default, Ps...>> {};

/// The first operation of B that measures Q and that T can time; void if there is none.
template <class B, class Q, class T, class Operations>
struct choose_operation : std::type_identity<void> {};
template <class B, class Q, class T, class O, class... Os>
struct choose_operation<B, Q, T, axis<O, Os...>>
    : std::conditional_t<std::is_same_v<typename O::measures, Q> && times_operation<T, B, O>, std::type_identity<O>,
                         choose_operation<B, Q, T, axis<Os...>>> {};

template <class Axis>
struct front_of;
template <class T, class... Ts>
struct front_of<axis<T, Ts...>> : std::type_identity<T> {};

/// What follows from a direction, with fall-backs so that a missing one costs one error and not five.
template <class D>
struct direction_facts {
  using default_timer = void;
  static constexpr bool has_backend = true;
  template <class T>
  static constexpr bool same_time = true;
  template <class T>
  static constexpr bool can_time = true;
  template <class Q, class T>
  using operation = int;
};
template <direction D>
requires(!backend<typename D::backend_type>) struct direction_facts<D> : direction_facts<void> {
  static constexpr bool has_backend = false;
};
template <direction D>
requires backend<typename D::backend_type> struct direction_facts<D> {
  static constexpr bool has_backend = true;
  using backend_type = typename D::backend_type;
  using default_timer = typename front_of<typename backend_type::timers>::type;
  template <class T>
  static constexpr bool same_time = T::domain == backend_type::domain;
  template <class T>
  static constexpr bool can_time = times<T, backend_type>;
  template <class Q, class T>
  using operation = typename choose_operation<backend_type, Q, T, typename backend_type::operations>::type;
};

template <class Q>
struct default_sizes : std::type_identity<sizes::one<bytes{512ULL << 20}>> {};
template <>
struct default_sizes<quantity::latency> : std::type_identity<sizes::one<bytes{512}>> {};
}  // namespace detail

/// What to measure, composed of policies in any order. Each is found by the concept that it satisfies:
///
///   a direction   host_to_device<B>, device_to_host<B>, device_to_device<B>   needed
///   a quantity    quantity::bandwidth (default), latency, sync
///   sizes         sizes::doubling, list, one; default 512 MiB for bandwidth, 512 B for latency
///   a place       place::near_device (default), far_device, numa<N>, anywhere
///   a timer       timing::steady, tsc, device_events, virtual_time; default: the backend's preferred one
template <class... Ps>
struct probe {
  static_assert((detail::has_one_role<Ps> && ...),
                "lanemark: every argument of probe<> must be one of: a direction (host_to_device<cuda>), a quantity "
                "(quantity::latency), sizes (sizes::doubling<4_KiB, 1_MiB>), a place (place::near_device), a timer "
                "(timing::steady)");
  static_assert(!(detail::has_one_role<Ps> && ...) || detail::count_of<detail::is_direction, Ps...> == 1,
                "lanemark: probe<> needs exactly one direction, for example host_to_device<cuda>");
  static_assert(detail::count_of<detail::is_quantity, Ps...> <= 1,
                "lanemark: probe<> takes one quantity at most, for example quantity::latency");
  static_assert(detail::count_of<detail::is_size_set, Ps...> <= 1,
                "lanemark: probe<> takes one set of sizes at most, for example sizes::doubling<4_KiB, 1_MiB>");
  static_assert(detail::count_of<detail::is_affinity, Ps...> <= 1,
                "lanemark: probe<> takes one place at most, for example place::near_device");
  static_assert(detail::count_of<detail::is_timer, Ps...> <= 1,
                "lanemark: probe<> takes one timer at most, for example timing::steady");

  using direction_type = typename detail::first_of<detail::is_direction, void, Ps...>::type;
  using quantity_type = typename detail::first_of<detail::is_quantity, quantity::bandwidth, Ps...>::type;
  using sizes_type =
      typename detail::first_of<detail::is_size_set, typename detail::default_sizes<quantity_type>::type, Ps...>::type;
  using affinity_type = typename detail::first_of<detail::is_affinity, place::near_device, Ps...>::type;

 private:
  using facts = detail::direction_facts<direction_type>;

 public:
  static_assert(facts::has_backend,
                "lanemark: host_to_device<B>, device_to_host<B> and device_to_device<B> need a backend: a struct with "
                "name, domain, operations, timers, track, devices(), supports(), open() and now(), for example "
                "host_to_device<host>; docs/own_backend.md walks through one");
  using timer_type = typename detail::first_of<detail::is_timer, typename facts::default_timer, Ps...>::type;

 private:
  static constexpr bool same_time = facts::template same_time<timer_type>;
  static constexpr bool can_time = facts::template can_time<timer_type>;

 public:
  static_assert(same_time,
                "lanemark: this timer ticks in real time and this backend is simulated, or the other way round; time a "
                "simulator with timing::virtual_time, and hardware with timing::steady, timing::tsc or "
                "timing::device_events");
  static_assert(!same_time || can_time,
                "lanemark: this timer cannot time this backend: timing::device_events needs queues that carry marks, "
                "clocks need copies that block; leave the timer out, or use timing::steady");
  using operation_type = typename facts::template operation<quantity_type, timer_type>;
  static_assert(!std::is_void_v<operation_type> || !can_time,
                "lanemark: this backend has no operation for this quantity with this timer; quantity::bandwidth is "
                "what every backend has");
};
}  // namespace lanemark
