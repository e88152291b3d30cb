// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include <lanemark/policy/backend.hpp>

namespace lanemark {
/// A direction names a backend and the kinds of its two ends. It holds no code: for a driver the copy is the same.
/// `between(first, second)` is the lane for device numbers; a host end ignores its number. Whether it names a backend
/// indeed, `probe` asserts: as a constraint it would say no more than "constraints not satisfied".
template <class D> concept direction = named<D> && requires {
  typename D::backend_type;
  { D::between(0, 1) } -> std::same_as<lane>;
};

template <class B>
struct host_to_device {
  using backend_type = B;
  static constexpr std::string_view name = "h2d";
  static constexpr lane between(int first, int) { return {host_end(), device_end(first)}; }
};
template <class B>
struct device_to_host {
  using backend_type = B;
  static constexpr std::string_view name = "d2h";
  static constexpr lane between(int first, int) { return {device_end(first), host_end()}; }
};
template <class B>
struct device_to_device {
  using backend_type = B;
  static constexpr std::string_view name = "d2d";
  static constexpr lane between(int first, int second) { return {device_end(first), device_end(second)}; }
};
}  // namespace lanemark
