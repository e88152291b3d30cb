// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/scenario/node.hpp>

// Layers of a scenario, outer over inner: tables merge by key, [[test]] by name, [[limit]] append, other lists replace.

namespace lanemark {
namespace detail {
/// Exact counting and sampling until precise exclude each other: the layer that comes later decides.
inline void drop_rival(node& base, node const& over) {
  auto drop = [&](std::string_view said, std::string_view rival) {
    if (over.find(said) && !over.find(rival))
      std::erase_if(base.members, [&](member const& m) { return m.key == rival; });
  };
  drop("iterations", "samples");
  drop("samples", "iterations");
}

/// Tables merge by key, everything else is replaced.
inline void merge_tables(node& base, node const& over) {
  drop_rival(base, over);
  for (auto const& m : over.members) {
    auto* there = base.find(m.key);
    if (!there)
      base.members.push_back(m);
    else if (there->is == node::type::table && m.value.is == node::type::table)
      merge_tables(*there, m.value);
    else {
      auto const slot =
          std::find_if(base.members.begin(), base.members.end(), [&](member const& b) { return b.key == m.key; });
      *slot = m;
    }
  }
}

/// The test of this name among the items of `test`, or nullptr.
inline node* find_test(node& root, std::string_view name) {
  auto* tests = root.find("test");
  if (!tests) return nullptr;
  for (auto& t : tests->items)
    if (auto const* n = t.find("name"); n && n->is == node::type::string && n->text == name) return &t;
  return nullptr;
}

inline std::vector<std::string> test_names(node const& root) {
  std::vector<std::string> out;
  if (auto const* tests = root.find("test"))
    for (auto const& t : tests->items)
      if (auto const* n = t.find("name"); n && n->is == node::type::string)
        if (std::find(out.begin(), out.end(), n->text) == out.end()) out.push_back(n->text);
  return out;
}
}  // namespace detail

/// Lays one file over what it extends.
inline void merge_files(node& base, node const& over) {
  if (base.is == node::type::null) {
    base = over;
    return;
  }
  base.where = over.where;
  node rest = over;
  auto both_lists = [&](std::string_view key) {
    auto const *b = base.find(key), *o = over.find(key);
    return b && o && b->is == node::type::array && o->is == node::type::array;
  };
  auto take = [&](std::string_view key) { std::erase_if(rest.members, [&](member const& m) { return m.key == key; }); };
  if (both_lists("test")) {
    for (auto const& t : over.find("test")->items) {
      auto const* name = t.find("name");
      auto* same = name && name->is == node::type::string ? detail::find_test(base, name->text) : nullptr;
      if (same)
        detail::merge_tables(*same, t);
      else
        base.find("test")->items.push_back(t);
    }
    take("test");
  }
  if (both_lists("limit")) {
    auto& limits = base.find("limit")->items;
    for (auto const& l : over.find("limit")->items)  // a file that is reached twice says its limits once
      if (std::none_of(limits.begin(), limits.end(), [&](node const& known) { return known.where == l.where; }))
        limits.push_back(l);
    take("limit");
  }
  detail::merge_tables(base, rest);
}
}  // namespace lanemark
