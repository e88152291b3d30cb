// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <new>
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

/// A value, or the problem that kept it away. Debian 12's compilers have no std::expected; std::optional and <variant>
/// would cost every type that is held some thirty functions to compile.
template <class T>
class [[nodiscard]] result {
  union {
    T value;  // lives if `there`
  };
  bool there = false;
  problem trouble{};

 public:
  result(T v) : value(std::move(v)), there(true) {}
  result(problem p) : trouble(std::move(p)) {}
  result(result&& other) : there(other.there), trouble(std::move(other.trouble)) {
    if (there) new (static_cast<void*>(std::addressof(value))) T(std::move(other.value));
  }
  result& operator=(result&&) = delete;
  ~result() {
    if (there) value.~T();
  }
  explicit operator bool() const noexcept { return there; }
  T& operator*() noexcept { return value; }
  T const& operator*() const noexcept { return value; }
  T* operator->() noexcept { return std::addressof(value); }
  T const* operator->() const noexcept { return std::addressof(value); }
  /// Only meaningful when there is no value.
  problem const& error() const noexcept { return trouble; }
};
}  // namespace lanemark
