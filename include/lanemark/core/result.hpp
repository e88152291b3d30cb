// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <utility>

namespace lanemark {
/// What kind of trouble: decides whether a cell counts as skipped, failed or timed out.
enum class fault {
  unsupported,  ///< this backend or device cannot do it: skipped
  failed,       ///< it should work and did not
  late,         ///< not done by the deadline
  corrupt,      ///< the bytes that arrived are not those that were sent
  crashed,      ///< what did the work is gone
  invalid,      ///< the request itself makes no sense
};

/// One thing that went wrong, in a sentence that says what, where and what to do.
struct problem {
  fault kind = fault::failed;
  std::string text{};
};

/// Nothing: all is well. Reads `if (auto trouble = ...) return *trouble;`.
using status = std::optional<problem>;

/// A value, or the problem that kept it away. Debian 12's compilers have no std::expected.
/// (optional and problem side by side: <variant> would double what an instantiation costs to compile.)
template <class T>
class [[nodiscard]] result {
  std::optional<T> value;
  problem trouble{};

 public:
  result(T v) : value(std::move(v)) {}
  result(problem p) : trouble(std::move(p)) {}
  explicit operator bool() const noexcept { return value.has_value(); }
  T& operator*() noexcept { return *value; }
  T const& operator*() const noexcept { return *value; }
  T* operator->() noexcept { return &*value; }
  T const* operator->() const noexcept { return &*value; }
  /// Only meaningful when there is no value.
  problem const& error() const noexcept { return trouble; }
};
}  // namespace lanemark
