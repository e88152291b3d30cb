// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <lanemark/core/bytes.hpp>
#include <lanemark/core/duration.hpp>
#include <lanemark/core/result.hpp>

// How people write sizes, durations, rates and shares, in scenario files and on command lines. One rule for all: the
// whole text must match, nothing is guessed, and a refusal names the text and shows a right one. Independent of the
// locale.

namespace lanemark {
/// A text for the middle of a sentence: in quotes, control characters as `\x0a`, cut after 60 bytes.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 60;
  bool const cut = text.size() > most;
  if (cut) {
    auto end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;  // never inside a code point
    text = text.substr(0, end);
  }
  std::string out = "\"";
  for (char const c : text) {
    auto const u = static_cast<unsigned char>(c);
    if (u < 0x20 || u == 0x7f)
      out += {'\\', 'x', "0123456789abcdef"[u >> 4U], "0123456789abcdef"[u & 15U]};
    else if (c == '"' || c == '\\')
      out += {'\\', c};
    else
      out += c;
  }
  return out + (cut ? "...\"" : "\"");
}

namespace detail {
/// `12.5 us` taken apart: digits, digits after the dot, and what follows.
struct spelled {
  std::string_view whole{}, fraction{}, unit{};
  bool blank = false;     ///< one blank stood before the unit
  char const* flaw = {};  ///< why this is no number with a unit at all
  std::string_view number(std::string_view text) const {
    return text.substr(0, whole.size() + (fraction.empty() ? 0 : 1 + fraction.size()));
  }
};

constexpr std::size_t digits_at(std::string_view text, std::size_t from) {
  auto end = from;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end - from;
}

constexpr spelled take_apart(std::string_view text) {
  spelled s;
  auto flawed = [&](char const* why) {
    s.flaw = why;
    return s;
  };
  if (text.empty()) return flawed("it is empty");
  if (text.front() == ' ' || text.back() == ' ' || text.front() == '\t' || text.back() == '\t')
    return flawed("there are blanks around it");
  if (text.front() == '-') return flawed("it is negative");
  auto const n = digits_at(text, 0);
  if (n == 0) return flawed("it must begin with a digit");
  s.whole = text.substr(0, n);
  auto at = n;
  if (at < text.size() && text[at] == '.') {
    auto const m = digits_at(text, at + 1);
    if (m == 0) return flawed("a digit must follow the dot");
    s.fraction = text.substr(at + 1, m);
    at += 1 + m;
  }
  if (at < text.size() && text[at] == ' ') s.blank = true, ++at;
  s.unit = text.substr(at);
  bool const exponent = s.unit.size() > 1 && (s.unit[0] == 'e' || s.unit[0] == 'E') &&
                        (digits_at(s.unit, 1) > 0 || s.unit[1] == '+' || s.unit[1] == '-');
  if (exponent) return flawed("exponents are not taken");
  if (s.whole == "0" && s.unit.size() > 1 && (s.unit[0] == 'x' || s.unit[0] == 'X'))
    return flawed("hexadecimal is not taken");
  if (s.unit.find(',') != s.unit.npos) return flawed("a comma is not taken, neither as a point nor between digits");
  if (s.unit.find('_') != s.unit.npos) return flawed("underscores are not taken");
  if (s.unit.find(' ') != s.unit.npos) return flawed("one number and one unit are taken");
  return s;
}

inline problem misspelt(std::string_view text, char const* kind, std::string const& why, char const* right) {
  return {fault::invalid, in_quotes(text) + " is not a " + kind + ": " + why + "; write for example " + right};
}

/// whole.fraction * factor^power, exactly and in whole units, or why not. `factor` is 1024 or 1000.
inline char const* exact_product(spelled const& s, unsigned factor, int power, std::uint64_t& out) {
  std::uint64_t n = 0;
  constexpr std::uint64_t most = ~std::uint64_t{0};
  constexpr char const* large = "it is above 18446744073709551615 bytes";
  for (char const c : s.whole) {
    auto const digit = static_cast<unsigned>(c - '0');
    if (n > (most - digit) / 10) return large;
    n = n * 10 + digit;
  }
  std::string rest{s.fraction};
  for (int i = 0; i < power; ++i) {  // schoolbook: what the fraction carries over the dot joins the whole
    unsigned carry = 0;
    for (auto d = rest.rbegin(); d != rest.rend(); ++d) {
      auto const v = static_cast<unsigned>(*d - '0') * factor + carry;
      *d = static_cast<char>('0' + v % 10);
      carry = v / 10;
    }
    if (n > (most - carry) / factor) return large;
    n = n * factor + carry;
  }
  if (rest.find_first_not_of('0') != rest.npos) return "it is no whole number of bytes";
  out = n;
  return nullptr;
}

/// number * 10^exponent, rounded once. from_chars knows no locale.
inline bool decimal(std::string_view number, int exponent, double& out) {
  auto const text = std::string(number) + "e" + std::to_string(exponent);
  auto const got = std::from_chars(text.data(), text.data() + text.size(), out);
  return got.ec == std::errc{} && got.ptr == text.data() + text.size();
}
}  // namespace detail

/// A size in bytes: `4096`, `512B`, `4K` = `4KiB` = `4k` (powers of 1024 in any case), `1.5K`. `4KB` is refused: 1000
/// or 1024?
inline result<bytes> read_bytes(std::string_view text) {
  constexpr auto right = "512B, 4K, 4KiB, 1.5G or 65536";
  auto const s = detail::take_apart(text);
  auto wrong = [&](std::string const& why) { return detail::misspelt(text, "size", why, right); };
  if (s.flaw) return wrong(s.flaw);
  if (s.blank) return wrong("there is a blank in it");
  auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  std::string unit;
  for (char const c : s.unit) unit += upper(c);
  auto const letter = unit.empty() ? std::string_view::npos : std::string_view("KMGT").find(unit[0]);
  int const power = letter == std::string_view::npos ? 0 : static_cast<int>(letter) + 1;
  std::uint64_t n = 0;
  if (power > 0 && unit.size() == 2 && unit[1] == 'B') {
    std::uint64_t binary = 0;
    std::string ways;
    if (!detail::exact_product(s, 1024, power, binary))
      ways = '"' + std::string(s.number(text)) + unit[0] + "iB\" for powers of 1024";
    if (!detail::exact_product(s, 1000, power, n))
      ways += (ways.empty() ? "" : ", or ") + std::to_string(n) + " for powers of 1000";
    return problem{fault::invalid,
                   in_quotes(text) + " is ambiguous, 1000 or 1024? write " + (ways.empty() ? "whole bytes" : ways)};
  }
  bool const known = unit.empty() || unit == "B" ||
                     (power > 0 && (unit.size() == 1 || unit.substr(1) == "I" || unit.substr(1) == "IB"));
  if (!known) return wrong("unknown unit " + in_quotes(s.unit));
  if (auto const why = detail::exact_product(s, 1024, power, n)) return wrong(why);
  return bytes{n};
}

/// A duration: a number and `ns us ms s min h` (`µs` is `us`). Without a unit it is refused, and so is `m`, which reads
/// as minutes to some and as milli to others.
inline result<nanoseconds> read_duration(std::string_view text) {
  constexpr auto right = "500ns, 30us, 2ms, 1.5s, 5min or 1h";
  auto const s = detail::take_apart(text);
  auto wrong = [&](std::string const& why) { return detail::misspelt(text, "duration", why, right); };
  if (s.flaw) return wrong(s.flaw);
  struct scale {
    std::string_view unit;
    int exponent;
    double factor;
  };
  constexpr scale scales[] = {{"ns", 0, 1}, {"us", 3, 1}, {"\u00b5s", 3, 1}, {"\u03bcs", 3, 1},
                              {"ms", 6, 1}, {"s", 9, 1},  {"min", 9, 60},    {"h", 9, 3600}};
  if (s.unit.empty()) return wrong("it has no unit");
  if (s.unit == "m") return wrong("\"m\" could be minutes or milliseconds, say min or ms");
  for (auto const& k : scales) {
    if (s.unit != k.unit) continue;
    double x = 0;
    if (!detail::decimal(s.number(text), k.exponent, x) || !(x * k.factor <= 1e300)) return wrong("it is too large");
    return nanoseconds{x * k.factor};
  }
  return wrong("unknown unit " + in_quotes(s.unit));
}

/// A rate in bytes per second: `GB/s` is 1e9 bytes, `GiB/s` 2^30, `Gb/s` 1e9 bits; likewise K, M and T. Case matters.
inline result<double> read_rate(std::string_view text) {
  constexpr auto right = "\"20 GB/s\", \"18.6 GiB/s\" or \"200 Gb/s\"";
  auto const s = detail::take_apart(text);
  auto wrong = [&](std::string const& why) { return detail::misspelt(text, "rate", why, right); };
  if (s.flaw) return wrong(s.flaw);
  struct scale {
    std::string_view unit;
    int exponent;
    double factor;
  };
  constexpr scale scales[] = {{"B/s", 0, 1},
                              {"KB/s", 3, 1},
                              {"kB/s", 3, 1},
                              {"MB/s", 6, 1},
                              {"GB/s", 9, 1},
                              {"TB/s", 12, 1},
                              {"KiB/s", 0, 1024},
                              {"MiB/s", 0, 1048576},
                              {"GiB/s", 0, 1073741824},
                              {"TiB/s", 0, 1099511627776},
                              {"b/s", 0, 0.125},
                              {"kb/s", 3, 0.125},
                              {"Kb/s", 3, 0.125},
                              {"Mb/s", 6, 0.125},
                              {"Gb/s", 9, 0.125},
                              {"Tb/s", 12, 0.125}};
  if (s.unit.empty()) return wrong("it has no unit");
  for (auto const& k : scales) {
    if (s.unit != k.unit) continue;
    double x = 0;
    if (!detail::decimal(s.number(text), k.exponent, x) || !(x * k.factor <= 1e300)) return wrong("it is too large");
    return x * k.factor;
  }
  return wrong("unknown unit " + in_quotes(s.unit) + ", case matters (GB/s bytes, Gb/s bits)");
}

/// A share: `1%` is 0.01. A bare number is refused, since 0.5 could mean a half or half a percent.
inline result<double> read_ratio(std::string_view text) {
  auto const s = detail::take_apart(text);
  auto wrong = [&](std::string const& why) { return detail::misspelt(text, "percentage", why, "\"1%\" or \"0.5%\""); };
  if (s.flaw) return wrong(s.flaw);
  if (s.unit.empty()) return wrong("it has no percent sign");
  if (s.unit != "%") return wrong("unknown unit " + in_quotes(s.unit));
  double x = 0;
  if (!detail::decimal(s.number(text), -2, x)) return wrong("it is too large or too small");
  return x;
}

/// A plain count, digits only: `160`.
inline result<std::uint64_t> read_count(std::string_view text) {
  auto const s = detail::take_apart(text);
  auto wrong = [&](std::string const& why) { return detail::misspelt(text, "whole number", why, "20"); };
  if (s.flaw) return wrong(s.flaw);
  if (s.blank || !s.unit.empty() || !s.fraction.empty()) return wrong("only digits are taken");
  std::uint64_t n = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), n).ec != std::errc{})
    return wrong("it is above 18446744073709551615");
  return n;
}

/// A word of bits: decimal digits, or `0x` and hexadecimal ones.
inline result<std::uint64_t> read_word(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return read_count(text);
  auto wrong = [&](char const* why) { return detail::misspelt(text, "whole number", why, "20 or 0x14"); };
  auto const digits = text.substr(2);
  std::uint64_t n = 0;
  auto const got = std::from_chars(digits.data(), digits.data() + digits.size(), n, 16);
  if (got.ec == std::errc::result_out_of_range) return wrong("it is above 0xffffffffffffffff");
  if (digits.empty() || got.ptr != digits.data() + digits.size() || got.ec != std::errc{})
    return wrong("0x must be followed by hexadecimal digits only");
  return n;
}
}  // namespace lanemark
