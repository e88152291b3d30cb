// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <lanemark/core/spelling.hpp>

namespace lanemark::report {
/// A value of a document that was read. Its keys are sorted: one of a million keys is found as fast as one of ten.
using parsed = nlohmann::json;

/// What is wrong with a document: `series[3].unit`, `is missing`. Thrown while one is read, and caught there.
struct misread {
  std::string where{}, why{};
};

/// A value of a document, and where it stands. Borrows the document and the fields above: only ever an argument.
class json_field {
  parsed const* value = nullptr;  // none: the document has no such key
  json_field const* above = nullptr;
  std::string_view key{};
  std::optional<std::size_t> index{};

  json_field(parsed const* v, json_field const* a, std::string_view k, std::optional<std::size_t> i)
      : value(v), above(a), key(k), index(i) {}

 public:
  explicit json_field(parsed const& v, std::string_view called = {}) : value(&v), key(called) {}

  std::string where() const {
    auto text = above ? above->where() : std::string();
    if (index) return text + "[" + std::to_string(*index) + "]";
    return text + (text.empty() || key.empty() ? "" : ".") + std::string(key);
  }
  [[noreturn]] void refuse(std::string const& why) const { throw misread{where(), why}; }
  [[noreturn]] void refuse_type(std::string const& wanted) const {
    if (!value) refuse("is missing; it must be " + wanted);
    auto const have = value->is_null()      ? std::string("null")
                      : value->is_boolean() ? "true or false"
                      : value->is_number()  ? value->dump()
                      : value->is_string()  ? "a text"
                      : value->is_array()   ? "a list"
                                            : "an object";
    refuse("is " + have + "; it must be " + wanted);
  }

  bool missing() const { return !value; }
  /// Missing, or null: nothing is known.
  bool empty() const { return !value || value->is_null(); }

  bool is(std::string_view text) const {
    return value && value->is_string() && value->get_ref<std::string const&>() == text;
  }

  /// The value of a key; this must be an object.
  json_field operator[](std::string_view name) const {
    if (!value || !value->is_object()) refuse_type("an object");
    auto const at = value->find(name);
    return {at == value->end() ? nullptr : &*at, this, name, {}};
  }
  /// A text; empty where nothing is known.
  std::string text() const {
    if (empty()) return {};
    if (!value->is_string()) refuse_type("a text");
    return value->get_ref<std::string const&>();
  }
  /// A text that must be there.
  std::string needed() const {
    if (empty()) refuse_type("a text");
    return text();
  }
  bool truth(bool otherwise) const {
    if (!value) return otherwise;
    if (!value->is_boolean()) refuse_type("true or false");
    return value->get<bool>();
  }
  /// A number: not one where it is null, which is how reports write what is not finite.
  double figure(double otherwise = std::numeric_limits<double>::quiet_NaN()) const {
    if (!value) return otherwise;
    if (value->is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (!value->is_number()) refuse_type("a number or null");
    return value->get<double>();
  }
  std::optional<double> maybe_figure() const { return empty() ? std::nullopt : std::optional(figure()); }

  /// A whole number: as a text of digits, too, which is how reports write those that a double would round.
  template <std::integral T>
  T whole(std::type_identity_t<T> otherwise = 0) const {
    if (empty()) return otherwise;
    auto fits = [](auto n) { return std::in_range<T>(n); };
    if (value->is_number_unsigned() && fits(value->get<std::uint64_t>()))
      return static_cast<T>(value->get<std::uint64_t>());
    if (value->is_number_integer() && !value->is_number_unsigned() && fits(value->get<std::int64_t>()))
      return static_cast<T>(value->get<std::int64_t>());
    if (value->is_string())
      if (auto const n = read_count(value->get_ref<std::string const&>()); n && fits(*n)) return static_cast<T>(*n);
    refuse_type("a whole number of " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                std::to_string(std::numeric_limits<T>::max()));
  }
  template <std::integral T>
  std::optional<T> maybe_whole() const {
    return empty() ? std::nullopt : std::optional(whole<T>());
  }
  std::optional<bool> maybe_truth() const { return empty() ? std::nullopt : std::optional(truth(false)); }

  /// Hands over each value of a list; nothing is an empty one.
  template <class Take>
  void each(Take take) const {
    if (empty()) return;
    if (!value->is_array()) refuse_type("a list");
    for (std::size_t i = 0; i < value->size(); ++i) take(json_field(&(*value)[i], this, {}, i));
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    each([&](json_field const& f) { all.push_back(f.needed()); });
    return all;
  }
  std::vector<int> numbers() const {
    std::vector<int> all;
    each(
        [&](json_field const& f) { all.push_back(f.empty() ? (f.refuse_type("a whole number"), 0) : f.whole<int>()); });
    return all;
  }
};

/// The value of an enumeration by its name, of `count` values from 0 on.
template <class Enum>
Enum read_name(json_field const& f, int count) {
  auto const text = f.needed();
  for (int i = 0; i < count; ++i)
    if (name_of(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  f.refuse("is " + in_quotes(text) + ", a word that this version does not know");
}
}  // namespace lanemark::report
