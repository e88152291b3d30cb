// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace lanemark {
/// A part of a sentence: a text, or a whole number in decimal digits. Borrows its text: only ever an argument.
class phrase {
  char const* text = nullptr;    // null: a number
  unsigned long long value = 0;  // the length of a text, or a number
  bool negative = false;
  constexpr phrase(unsigned long long n, bool below_zero) : value(n), negative(below_zero) {}
  static constexpr phrase of(long long n) {
    return {n < 0 ? 0 - static_cast<unsigned long long>(n) : static_cast<unsigned long long>(n), n < 0};
  }

 public:
  constexpr phrase(std::string_view t) : text(t.empty() ? "" : t.data()), value(t.size()) {}
  constexpr phrase(char const* t) : phrase(std::string_view(t)) {}
  phrase(std::string const& t) : phrase(std::string_view(t)) {}
  constexpr phrase(int n) : phrase(of(n)) {}
  constexpr phrase(long n) : phrase(of(n)) {}
  constexpr phrase(long long n) : phrase(of(n)) {}
  constexpr phrase(unsigned n) : phrase(n, false) {}
  constexpr phrase(unsigned long n) : phrase(n, false) {}
  constexpr phrase(unsigned long long n) : phrase(n, false) {}
  phrase(bool) = delete;  // neither is a number to read
  phrase(char) = delete;

  void append_to(std::string& all) const {
    if (text) {
      all.append(text, static_cast<std::size_t>(value));
      return;
    }
    char digits[20];
    if (negative) all += '-';
    all.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
};

/// Appends phrases, with nothing in between.
[[gnu::cold, gnu::noinline]] inline void say_to(std::string& all, std::initializer_list<phrase> words) {
  for (auto const& w : words) w.append_to(all);
}

/// Phrases joined, with nothing in between: `say({"NUMA node ", node, " has no memory"})`. One call where a sum of
/// strings would be a chain of template instances, each inlined into its caller: that was a third of what a harness
/// compiled.
[[gnu::cold, gnu::noinline]] inline std::string say(std::initializer_list<phrase> words) {
  std::string all;
  say_to(all, words);
  return all;
}
}  // namespace lanemark
