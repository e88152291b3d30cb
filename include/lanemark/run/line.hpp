// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include <lanemark/core/hash.hpp>
#include <lanemark/run/wire.hpp>

// Values as a line of text: fields with tabs between, numbers as people write them, and a check sum as the last field.
// A line that a killed process or a full disk cut off is told from a whole one.

namespace lanemark::wire {
/// Appends values to a line, as `writer` does to bytes.
class line_writer {
  std::string all{};
  bool any = false;

  void begin_field() {
    if (any) all += '\t';
    any = true;
  }

 public:
  static constexpr bool reads = false;
  template <scalar T>
  void one(T const& value) {
    begin_field();
    if constexpr (std::is_enum_v<T>) {
      number(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char>) {
      number(static_cast<int>(value));
    } else {
      number(value);
    }
  }
  void one(std::string const& text) {
    begin_field();
    for (char const c : text) switch (c) {
        case '\t':
          all += "\\t";
          break;
        case '\n':
          all += "\\n";
          break;
        case '\r':
          all += "\\r";
          break;
        case '\\':
          all += "\\\\";
          break;
        default:
          all += c;
      }
  }
  std::size_t count(std::size_t n) {
    one(n);
    return n;
  }
  std::string&& text() && { return std::move(all); }

 private:
  template <class T>
  void number(T value) {
    char text[32];
    all.append(text, std::to_chars(text, text + sizeof text, value).ptr);
  }
};

/// Takes them out again, in the same order. A line that says something else leaves `broken`, and values as they were.
class line_reader {
  std::string_view left;
  bool bad = false, more = true;

  std::string_view field() {
    if (bad || !more) return bad = true, std::string_view{};
    auto const end = left.find('\t');
    auto const got = left.substr(0, end);
    more = end != left.npos;
    left.remove_prefix(more ? end + 1 : left.size());
    return got;
  }
  template <class T>
  bool number(T& value) {
    auto const text = field();
    T got{};
    auto const end = text.data() + text.size();
    auto const read = std::from_chars(text.data(), end, got);
    if (bad || read.ec != std::errc{} || read.ptr != end) return bad = true, false;
    value = got;
    return true;
  }

 public:
  static constexpr bool reads = true;
  explicit line_reader(std::string_view line) : left(line) {}
  template <scalar T>
  void one(T& value) {
    if constexpr (std::is_enum_v<T>) {
      auto n = static_cast<std::underlying_type_t<T>>(value);
      if (number(n) && !can_be(static_cast<T>(n))) bad = true;
      if (!bad) value = static_cast<T>(n);
    } else if constexpr (std::is_same_v<T, bool>) {
      int n = 0;
      if (number(n) && n != 0 && n != 1) bad = true;
      if (!bad) value = n == 1;
    } else {
      number(value);
    }
  }
  void one(std::string& text) {
    auto const from = field();
    std::string got;
    got.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] != '\\') {
        got += from[i];
        continue;
      }
      auto const at = ++i < from.size() ? std::string_view("tnr\\").find(from[i]) : std::string_view::npos;
      if (at == std::string_view::npos) {
        bad = true;
        return;
      }
      got += "\t\n\r\\"[at];
    }
    if (!bad) text = std::move(got);
  }
  /// How many elements follow: never more than there are characters left, so that a broken line allocates nothing.
  std::size_t count(std::size_t) {
    std::size_t n = 0;
    if (number(n) && n > left.size() + 1) bad = true;
    return bad ? 0 : n;
  }
  bool broken() const noexcept { return bad; }
  /// Nothing was missing and nothing is left over.
  bool whole() const noexcept { return !bad && !more; }
};

inline std::string check_sum(std::string_view text) {
  auto const sum = fnv1a(text);
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[sum >> shift & 0xf];
  return digits;
}
/// A whole line: the values behind the word that says what they are, a check sum, a line feed.
template <class... Ts>
std::string to_line(std::string const& kind, Ts... values) {
  line_writer w;
  w.one(kind);
  pass_all(w, values...);
  auto text = std::move(w).text();
  auto const sum = check_sum(text);
  return text + '\t' + sum + '\n';
}
/// What a line without its line feed says, if it is whole: what stands before the check sum.
inline std::optional<std::string_view> checked(std::string_view line) {
  auto const at = line.rfind('\t');
  if (at == line.npos || line.substr(at + 1) != check_sum(line.substr(0, at))) return {};
  return line.substr(0, at);
}
/// The word that a line begins with.
inline std::string_view kind_of(std::string_view line) { return line.substr(0, line.find('\t')); }
/// The values of a checked line behind its word; false: it says something else.
template <class... Ts>
bool from_line(std::string_view line, Ts&... values) {
  line_reader r(line);
  std::string kind;
  r.one(kind);
  pass_all(r, values...);
  return r.whole();
}
}  // namespace lanemark::wire
