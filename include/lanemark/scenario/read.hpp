// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <toml++/toml.h>

#include <lanemark/scenario/load.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark {
namespace detail {
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

/// What the parser must not be given: bytes that are no text, and keys so deep that taking the tree down would overflow
/// the stack (its own nesting limit covers brackets, not dots).
inline status unfit_text(std::string_view text, position& where) {
  constexpr std::size_t most_bytes = 16U << 20U;
  constexpr int most_dots = 64;
  where.line = where.column = 1;
  if (text.size() > most_bytes)
    return problem{fault::invalid, "the file has " + std::to_string(text.size()) + " bytes; at most 16 MiB are read"};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return problem{fault::invalid, "the file is UTF-16; save it as UTF-8"};
  std::string_view open;  // the quotes of the string that we are in
  bool comment = false;
  int dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    auto const step = code_point_at(text, i);
    if (step == 0) return problem{fault::invalid, "this byte is not UTF-8; save the file as UTF-8"};
    char const c = text[i];
    if (c == '\0') return problem{fault::invalid, "there is a NUL byte here; the file is no text"};
    auto taken = step;
    if (c == '\n') {
      comment = false, dots = 0;
      if (open.size() == 1) open = {};
    } else if (comment) {
    } else if (!open.empty()) {
      if (c == '\\' && open[0] == '"' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\'))
        taken = 2;
      else if (text.substr(i).starts_with(open))
        taken = open.size(), open = {};
    } else if (c == '"' || c == '\'') {
      auto const run = text.substr(i, 3);
      open = run == "\"\"\"" || run == "'''" ? run : run.substr(0, 1);
      taken = open.size();
    } else if (c == '#')
      comment = true;
    else if (c == '.') {
      if (++dots > most_dots)
        return problem{fault::invalid, "this key has more than 64 dots; nothing in a scenario is that deep"};
    } else if (c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}')
      dots = 0;
    if (c == '\n')
      ++where.line, where.column = 1;
    else
      where.column += static_cast<unsigned>(taken == step ? 1 : taken);
    i += taken;
  }
  return {};
}

inline position position_of(toml::source_region const& source, std::string const& file) {
  return {file, static_cast<unsigned>(source.begin.line), static_cast<unsigned>(source.begin.column)};
}

inline node to_node(toml::node const& from, std::string const& file, std::vector<located>& problems) {
  node to{.where = position_of(from.source(), file)};
  if (auto const* t = from.as_table()) {
    to.is = node::type::table;
    to.members.reserve(t->size());
    for (auto&& [key, value] : *t)
      to.members.push_back({std::string(key.str()), position_of(key.source(), file), to_node(value, file, problems)});
    // toml++ iterates by the bytes of the keys; a scenario means the order in which they were written
    std::stable_sort(to.members.begin(), to.members.end(), [](member const& a, member const& b) {
      return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
    });
  } else if (auto const* a = from.as_array()) {
    to.is = node::type::array;
    to.items.reserve(a->size());
    for (auto const& i : *a) to.items.push_back(to_node(i, file, problems));
  } else if (auto const* s = from.as_string())
    to.is = node::type::string, to.text = s->get();
  else if (auto const* i = from.as_integer())
    to.is = node::type::integer, to.number = i->get();
  else if (auto const* d = from.as_floating_point())
    to.is = node::type::real, to.real = d->get();
  else if (auto const* b = from.as_boolean())
    to.is = node::type::boolean, to.flag = b->get();
  else
    problems.push_back(located_at(to.where, "dates and times have no use in a scenario; write a string in quotes"));
  return to;
}
}  // namespace detail

/// Reads TOML 1.0. Every key and value of the tree knows where it stands. Text that does not parse gives one problem,
/// there where the parser stopped.
inline parsed read_toml(std::string_view text, std::string const& file) {
  parsed out;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark says nothing in UTF-8
  position where{file, 1, 1};
  if (auto const unfit = detail::unfit_text(text, where)) {
    out.problems.push_back(located_at(where, unfit->text));
    return out;
  }
  auto refuse = [&](toml::parse_error const& e) {
    std::string why{e.description()};
    if (auto const cut = why.find('\n'); cut != why.npos) why.resize(cut);
    out.problems.push_back(located_at(detail::position_of(e.source(), file), "not TOML: " + why));
  };
#if TOML_EXCEPTIONS
  try {
    out.root = detail::to_node(toml::parse(text), file, out.problems);
  } catch (toml::parse_error const& e) {
    refuse(e);
  }
#else
  auto const got = toml::parse(text);
  if (got)
    out.root = detail::to_node(got.table(), file, out.problems);
  else
    refuse(got.error());
#endif
  return out;
}

/// load_scenario with the parser put in: what a driver calls. Others include load.hpp, which compiles in a fraction of
/// the time.
inline loaded load_scenario(std::string const& path, scenario_source const& source, file_reader read,
                            build_features const& has) {
  auto const parse = [](std::string_view text, std::string const& file) { return read_toml(text, file); };
  return load_scenario(path, source, read, parse, has);
}
}  // namespace lanemark
