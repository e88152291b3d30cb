// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace lanemark::report {
/// Walks over JSON text and stops only where it is asked to: a year of nights is half a gigabyte, most of it samples
/// that nobody asked for. What is passed over is not checked beyond its brackets and quotes. `good` turns false at the
/// first thing that is not as expected; all that is returned from then on means nothing.
class json_cursor {
  char const *at, *end;

  static constexpr bool ends_a_word(char c) {
    return c <= ' ' || c == ',' || c == ':' || c == ']' || c == '}' || c == '[' || c == '{' || c == '"';
  }
  void blanks() {
    while (at != end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
  }
  void pass_string() {  // at the opening quote
    for (++at; at != end;) {
      auto const* quote = static_cast<char const*>(std::memchr(at, '"', static_cast<std::size_t>(end - at)));
      if (!quote) break;
      auto const* before = quote;
      while (before != at && before[-1] == '\\') --before;
      at = quote + 1;
      if ((quote - before) % 2 == 0) return;
    }
    good = false, at = end;
  }

 public:
  bool good = true;
  explicit json_cursor(std::string_view text) : at(text.data()), end(text.data() + text.size()) {}

  /// The next byte that is no blank; 0 at the end.
  char peek() {
    blanks();
    return at == end ? '\0' : *at;
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at;
    return true;
  }
  bool finished() { return good && peek() == '\0' && at == end; }

  /// Passes a value and returns its text.
  std::string_view raw() {
    blanks();
    auto const* const from = at;
    std::string open;  // brackets to be closed
    do {
      if (peek() == '\0') {
        good = false;
        return {};
      }
      if (*at == '"') {
        pass_string();
      } else if (*at == '{' || *at == '[') {
        open += *at++ == '{' ? '}' : ']';
      } else if (*at == '}' || *at == ']') {
        if (open.empty() || open.back() != *at) {
          good = false;
          return {};
        }
        open.pop_back(), ++at;
      } else if (*at == ',' || *at == ':') {
        if (open.empty()) good = false;
        ++at;
      } else {
        while (at != end && !ends_a_word(*at)) ++at;
      }
    } while (good && !open.empty());
    return {from, static_cast<std::size_t>(at - from)};
  }

  /// A text; empty for null. Escapes are left as they are, as `as_it_stands` tells.
  std::string_view text(bool& as_it_stands) {
    as_it_stands = true;
    if (peek() != '"') {
      good = good && raw() == "null";
      return {};
    }
    auto const* const from = at + 1;
    pass_string();
    if (!good) return {};
    std::string_view const inside(from, static_cast<std::size_t>(at - from) - 1);
    as_it_stands = inside.find('\\') == inside.npos;
    return inside;
  }
  /// A text without escapes: those that lanemark makes up have none.
  std::string_view plain_text() {
    bool plain = true;
    auto const t = text(plain);
    good = good && plain;
    return t;
  }
  /// A number; not one for null.
  double number() {
    auto const t = raw();
    double x = std::numeric_limits<double>::quiet_NaN();
    if (t == "null") return x;
    auto const got = std::from_chars(t.data(), t.data() + t.size(), x);
    good = good && got.ec == std::errc{} && got.ptr == t.data() + t.size();
    return x;
  }
  /// Calls `member(key)` for each member of an object; it must take or pass the value.
  template <class Member>
  void each_member(Member member) {
    if (!take('{')) good = false;
    for (bool first = true; good && !take('}'); first = false) {
      if (!first && !take(',')) good = false;
      bool plain = true;
      if (peek() != '"') good = false;
      auto const key = good ? text(plain) : std::string_view{};
      if (!take(':')) good = false;
      if (good) member(key);
    }
  }
  /// Calls `item()` for each value of a list; it must take or pass the value.
  template <class Item>
  void each_item(Item item) {
    if (!take('[')) good = false;
    for (bool first = true; good && !take(']'); first = false) {
      if (!first && !take(',')) good = false;
      if (good && peek() != '\0')
        item();
      else
        good = false;
    }
  }
};
}  // namespace lanemark::report
