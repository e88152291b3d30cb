// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lanemark/core/say.hpp>

namespace lanemark::report {
/// One code point at the front of `text`, and how many bytes it takes. A byte that is no UTF-8 counts as U+FFFD.
struct code_point {
  std::uint32_t value = 0xfffd;
  std::size_t length = 1;
};
[[gnu::cold]] constexpr code_point first_code_point(std::string_view text) {
  auto const lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1};
  std::size_t const length = lead >= 0xf0 && lead < 0xf5   ? 4
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                                                           : 0;
  if (length == 0 || text.size() < length) return {};
  std::uint32_t value = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    auto const next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0U) != 0x80) return {};
    value = value << 6 | (next & 0x3fU);
  }
  bool const overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  if (overlong || (value >= 0xd800 && value < 0xe000) || value > 0x10ffff) return {};
  return {value, length};
}

/// Columns of a terminal that a code point takes: 0 for combining marks, 2 for East Asian wide ones and emoji.
constexpr std::size_t columns_of(std::uint32_t c) {
  struct range {
    std::uint32_t first, last;
  };
  constexpr range none[] = {{0x300, 0x36f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
  constexpr range two[] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},  {0xf900, 0xfaff},
                           {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
                           {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
  for (auto const& r : none)
    if (c >= r.first && c <= r.last) return 0;
  for (auto const& r : two)
    if (c >= r.first && c <= r.last) return 2;
  return 1;
}

/// How wide a text is on a terminal: what alignment must count, not bytes.
[[gnu::cold]] constexpr std::size_t text_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    auto const c = first_code_point(text);
    width += columns_of(c.value);
    text.remove_prefix(c.length);
  }
  return width;
}
static_assert(text_width("host:1") == 6 && text_width("\xc3\xa9") == 1 && text_width("\xe5\x8d\xa1") == 2 &&
              text_width("\xff") == 1);

/// The text as it may be shown: valid UTF-8 and no control characters. Labels come from drivers and files, and an
/// escape sequence in one must not reach a terminal.
[[gnu::cold]] inline std::string shown(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    auto const c = first_code_point(text);
    if (c.value < 0x20 || (c.value >= 0x7f && c.value < 0xa0))
      out += c.value == '\t' || c.value == '\n' ? ' ' : '?';
    else if (c.value == 0xfffd)
      out += "\xef\xbf\xbd";
    else
      out += text.substr(0, c.length);
    text.remove_prefix(c.length);
  }
  return out;
}

[[gnu::cold]] inline std::string left(std::string_view text, std::size_t width) {
  std::string out(text);
  if (auto const have = text_width(text); width > have) out.append(width - have, ' ');
  return out;
}
[[gnu::cold]] inline std::string right(std::string_view text, std::size_t width) {
  auto const have = text_width(text);
  std::string out(width > have ? width - have : 0, ' ');
  return out += text;
}

/// `1 cell`, `3 cells`.
[[gnu::cold]] inline std::string counted(std::size_t n, std::string_view what) {
  return say({n, " ", what, n == 1 ? "" : "s"});
}
}  // namespace lanemark::report
