// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <toml++/toml.h>

#include <lanemark/scenario/load.hpp>
#include <lanemark/scenario/node.hpp>
#include <lanemark/scenario/toml_text.hpp>

namespace lanemark {
namespace detail {
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
  if (auto const unfit = detail::toml_text(text).unfit(where)) {
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
