// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <lanemark/scenario/node.hpp>

namespace lanemark::detail {
/// Steps over one code point of valid or broken UTF-8; 0 says that it is broken. RFC 3629: no surrogates, no overlong
/// forms.
inline std::size_t code_point_at(std::string_view text, std::size_t i) {
  auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  auto more = [&](std::size_t k) { return (byte(k) & 0xc0U) == 0x80U; };
  auto const a = byte(i), b = byte(i + 1);
  if (a < 0x80) return 1;
  if (a >= 0xc2 && a <= 0xdf && more(i + 1)) return 2;
  if ((a & 0xf0U) == 0xe0 && more(i + 1) && more(i + 2) && !(a == 0xe0 && b < 0xa0) && !(a == 0xed && b > 0x9f))
    return 3;
  if (a >= 0xf0 && a <= 0xf4 && more(i + 1) && more(i + 2) && more(i + 3) && !(a == 0xf0 && b < 0x90) &&
      !(a == 0xf4 && b > 0x8f))
    return 4;
  return 0;
}

/// One pass over text that is to be parsed as TOML, for what the parser must not be given: bytes that are no text; keys
/// so deep that taking the tree down would overflow the stack (its own nesting limit covers brackets, not dots); and
/// what it only asserts, or assumes, not to meet: tables whose names begin like no key, brackets that close others, and
/// what is not ASCII outside of strings and comments. Where a string begins and ends is known as long as its quotes
/// stand where a string may, so others are refused too. All else is left to the parser.
class toml_text {
  std::string_view text;
  std::size_t i = 0;
  std::string_view open{};  // the quotes of the string that we are in
  char before = '\n';       // the last character that is neither blank nor comment; '\n': none in this line
  bool comment = false;     // to the end of the line
  bool header = false;      // the line names a table
  bool valued = false;      // behind a =, or in brackets that stand behind one
  bool goes_on = false;     // behind the \ that ends a line of a string
  int dots = 0;             // in this key
  std::string inside{};     // the brackets that are open behind a =

  static constexpr std::size_t most_bytes = 16U << 20U;
  static constexpr int most_dots = 64;

  bool one_of(char c, std::string_view these) const { return these.find(c) != these.npos; }
  static problem invalid(std::string text) { return {fault::invalid, std::move(text)}; }

  /// Where the name of a table begins that no key may begin with; npos: it may, or there is none.
  std::size_t wrong_name() const {
    auto at = i + 1;
    bool const list = text.substr(at).starts_with("[");
    if (list) ++at;
    while (at < text.size() && one_of(text[at], " \t")) ++at;
    if (at >= text.size()) return text.npos;
    auto const c = text[at];
    auto const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || one_of(c, list ? "_-\"']" : "_-\"'][") ? text.npos : at;
  }

  /// Takes what is in a string: `taken` bytes at i.
  status in_string(std::size_t& taken) {
    char const c = text[i];
    bool const basic = open[0] == '"', lines = open.size() == 3;
    if (goes_on && taken > 1)
      return invalid(in_quotes(text.substr(i, taken)) +
                     " stands where a line goes on after a \\; begin that line with an ASCII character");
    if (!one_of(c, " \t\r\n")) goes_on = false;
    if (c == '\n' && !lines) {
      open = {};  // the parser says that it does not end
    } else if (c == '\\' && basic) {
      auto const next = i + 1 < text.size() ? code_point_at(text, i + 1) : 0;
      if (next > 1) return invalid("\\ before " + in_quotes(text.substr(i + 1, next)) + " is no escape; write \\\\");
      goes_on = lines && next == 1 && one_of(text[i + 1], " \t\r\n");
      if (next == 1 && one_of(text[i + 1], "\"\\")) taken = 2;
    } else if (text.substr(i).starts_with(open)) {
      taken = open.size();
      // two quotes more may stand at the end of the text itself
      for (int more = 0; lines && more < 2 && i + taken < text.size() && text[i + taken] == c; ++more) ++taken;
      before = c, open = {};
    }
    return {};
  }

  /// What is neither in a string nor in a comment.
  status outside(std::size_t& taken) {
    char const c = text[i];
    if (taken > 1)  // the parser's tables of blanks are undefined for some of these
      return invalid(in_quotes(text.substr(i, taken)) +
                     " stands outside of quotes; a key or a string with it needs them");
    if (c == '#') comment = true;
    if (one_of(c, " \t\r#")) return {};
    if (c == '\n') {
      if (inside.empty()) before = '\n', header = valued = false;
      return {};
    }
    auto const was = std::exchange(before, c);
    if (c == '"' || c == '\'') {
      if (!one_of(was, valued ? "=,[" : "\n=,[{."))
        return invalid(say({"this quote stands where no string may begin: behind ", in_quotes({&was, 1}),
                            ". A string has quotes at both of its ends"}));
      auto const run = text.substr(i, 3);
      open = run == "\"\"\"" || run == "'''" ? run : run.substr(0, 1);
      taken = open.size();
    } else if (c == '.') {
      if (++dots > most_dots) return invalid("this key has more than 64 dots; nothing in a scenario is that deep");
      return {};
    } else if (c == '=') {
      if (valued) return invalid("a second = in one value: a string needs quotes, and the next key a line or a comma");
      valued = true;
    } else if (c == '[' && was == '\n' && inside.empty()) {
      header = true;
    } else if ((c == '[' || c == '{') && !header) {
      if (!one_of(was, "\n=,[{"))
        return invalid(say({"this ", text.substr(i, 1), " stands behind ", in_quotes({&was, 1}),
                            ", where nothing may begin; a string needs quotes"}));
      inside += c;
      valued = c == '[';
    } else if ((c == ']' || c == '}') && !inside.empty()) {
      if ((c == ']') != (inside.back() == '['))
        return invalid(
            say({"this ", text.substr(i, 1), " closes nothing: a ", inside.substr(inside.size() - 1), " is open"}));
      inside.pop_back();
      valued = true;
    } else if (c == ',' && !inside.empty()) {
      valued = inside.back() == '[';
    }
    if (one_of(c, "=,[]{}")) dots = 0;
    return {};
  }

 public:
  explicit toml_text(std::string_view all) : text(all) {}

  /// Nothing, or what is wrong and where: `where` has its line and column. Errors: fault::invalid.
  status unfit(position& where) {
    where.line = where.column = 1;
    if (text.size() > most_bytes)
      return invalid("the file has " + std::to_string(text.size()) + " bytes; at most 16 MiB are read");
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
      return invalid("the file is UTF-16; save it as UTF-8");
    while (i < text.size()) {
      auto const step = code_point_at(text, i);
      if (step == 0) return invalid("this byte is not UTF-8; save the file as UTF-8");
      char const c = text[i];
      if (c == '\0') return invalid("there is a NUL byte here; the file is no text");
      auto taken = step;
      if (c == '\n') comment = false, dots = 0;
      if (c == '[' && !comment && open.empty() && before == '\n' && inside.empty())
        if (auto const at = wrong_name(); at != text.npos) {
          where.column += static_cast<unsigned>(at - i);
          return invalid("a table's name begins with a letter, a digit, _, - or a quote, not with this");
        }
      if (!comment)
        if (auto wrong = open.empty() ? outside(taken) : in_string(taken)) return wrong;
      if (c == '\n')
        ++where.line, where.column = 1;
      else
        where.column += static_cast<unsigned>(taken == step ? 1 : taken);
      i += taken;
    }
    return {};
  }
};
}  // namespace lanemark::detail
