// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>

#include <lanemark/core/axis.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark {
/// Where the host end lies: a pure description, resolved once against the topology.
template <class T> concept affinity = named<T> && requires {
  { T::wanted() } -> std::same_as<placement>;
};

namespace place {
/// Wherever the system puts it.
struct anywhere {
  static constexpr std::string_view name = "none";
  static constexpr placement wanted() { return {placement::wish::none}; }
};
/// The NUMA node nearest to the device.
struct near_device {
  static constexpr std::string_view name = "near";
  static constexpr placement wanted() { return {placement::wish::near}; }
};
/// The NUMA node farthest from the device, the lowest of several.
struct far_device {
  static constexpr std::string_view name = "far";
  static constexpr placement wanted() { return {placement::wish::far}; }
};
/// One NUMA node, by number.
template <int Node>
struct numa {
  static_assert(Node >= 0, "lanemark: place::numa<N> needs the number of a NUMA node, 0 or more");
  static constexpr std::string_view name = "node";
  static constexpr placement wanted() { return {placement::wish::node, Node}; }
};
}  // namespace place
}  // namespace lanemark
