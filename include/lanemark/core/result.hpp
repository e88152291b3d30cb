// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lanemark {
/// What kind of trouble: decides whether a cell counts as skipped, failed or timed out.
enum class fault {
  unsupported,  ///< this backend or device cannot do it: skipped
  failed,       ///< it should work and did not
  late,         ///< not done by the deadline
  corrupt,      ///< the bytes that arrived are not those that were sent
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
template <class T>
class [[nodiscard]] result {
  std::variant<T, problem> content;

 public:
  result(T value) : content(std::in_place_index<0>, std::move(value)) {}
  result(problem p) : content(std::in_place_index<1>, std::move(p)) {}
  explicit operator bool() const noexcept { return content.index() == 0; }
  T& operator*() noexcept { return *std::get_if<0>(&content); }
  T const& operator*() const noexcept { return *std::get_if<0>(&content); }
  T* operator->() noexcept { return std::get_if<0>(&content); }
  T const* operator->() const noexcept { return std::get_if<0>(&content); }
  problem const& error() const noexcept { return *std::get_if<1>(&content); }
};
}  // namespace lanemark
