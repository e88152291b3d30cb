// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>

#include <lanemark/scenario/check_axes.hpp>

namespace lanemark::detail {
inline bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  });
}

/// A name that may stand in a series id and in a file name.
inline std::string name_of_table(node const& n, table_check const& t) {
  if (n.is != node::type::string) {
    t.found.error(n.where, t.of("name") + " must be a string, not " + std::string(type_text(n)));
    return {};
  }
  if (!is_name(n.text))
    t.found.error(n.where, t.of("name") + " is " + in_quotes(n.text) +
                               "; it must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  return n.text;
}

/// What this build has is known, whether or not the format names it: a backend of somebody's own is.
inline void check_backend(node const& n, table_check const& t, target& out) {
  auto const& have = t.has.backends;
  auto const here = [&](std::string const& name) { return std::find(have.begin(), have.end(), name) != have.end(); };
  if (n.is == node::type::string && here(n.text)) {
    out.backend = n.text;
    return;
  }
  auto const word = word_of(n, *find_key("backend", in_target), t);
  if (!word) return;
  if (*word != "auto")
    t.found.error(n.where,
                  "backend \"" + *word + "\" is not available in this build (this build has: " + joined(have) + ")");
  out.backend = *word;
}

inline expectation read_expect(node const& table, table_check const& outer) {
  expectation out;
  if (!expect_table(table, "expect", outer)) return out;
  auto const t = outer.inner(in_expect, outer.of("expect"));
  check_keys(table, t);
  if (auto const* n = table.find("devices")) out.devices = whole_number_of(*n, *find_key("devices", in_expect), t);
  if (auto const* n = table.find("nodes")) out.nodes = whole_number_of(*n, *find_key("nodes", in_expect), t);
  if (auto const* n = table.find("product")) out.product = text_of(*n, "product", t);
  return out;
}

/// A path that a file says is relative to that file, as in `extends`; one from the command line, to where the user is.
/// The name of a shipped model is no path.
inline std::string beside(node const& said, std::string const& model) {
  bool const path = model.find('/') != model.npos || model.ends_with(".toml");
  auto const folder = said.where.file.rfind('/');
  if (!path || model.front() == '/' || said.where.line == 0 || folder == std::string::npos) return model;
  return said.where.file.substr(0, folder + 1) + model;
}

inline target check_target(node const& table, table_check const& t) {
  target out;
  check_keys(table, t);
  if (auto const* n = table.find("backend")) check_backend(*n, t, out);
  if (auto const* n = table.find("devices")) out.devices = read_devices(*n, t);
  if (auto const* n = table.find("model")) {
    if (auto const text = text_of(*n, "model", t)) out.model = beside(*n, *text);
    if (!t.has.models)
      unavailable(*n, "model", t);
    else if (auto const* backend = table.find("backend"); !backend || backend->text != "sim")
      t.found.error(n->where, t.of("model") + " needs backend = \"sim\"");
  }
  if (auto const* n = table.find("group")) {
    if (auto const group = whole_number_of(*n, *find_key("group", in_target), t)) out.group = static_cast<int>(*group);
    if (!t.has.groups && out.group != 0) unavailable(*n, "group", t);
  }
  if (auto const* n = table.find("product")) {
    if (auto const text = text_of(*n, "product", t)) out.product = *text;
    if (!t.has.groups && out.product != "any") unavailable(*n, "product", t);
  }
  if (auto const* n = table.find("granularity"))
    if (auto const word = word_of(*n, *find_key("granularity", in_target), t)) out.granularity = *word;
  if (auto const* n = table.find("expect")) out.expect = read_expect(*n, t);
  return out;
}
}  // namespace lanemark::detail
