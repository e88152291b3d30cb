// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/scenario/load.hpp>

/// Defined in read.cpp, the only unit that compiles the TOML parser.
lanemark::parsed parse_text(std::string_view text, std::string const& file);

using memory = std::map<std::string, std::string>;

/// load_scenario on files in memory.
inline lanemark::loaded load(memory const& files, std::string const& path, lanemark::scenario_source const& source = {},
                             lanemark::build_features const& has = {}) {
  auto const read = [&](std::string const& name) -> lanemark::result<std::string> {
    auto const f = files.find(name);
    if (f == files.end()) return lanemark::problem{lanemark::fault::failed, "no such file"};
    return f->second;
  };
  auto const parse = [](std::string_view text, std::string const& file) { return parse_text(text, file); };
  return lanemark::load_scenario(path, source, read, parse, has);
}

/// All problems, then all notes, as a terminal shows them.
inline std::vector<std::string> said(lanemark::loaded const& l) {
  std::vector<std::string> lines;
  for (auto const& p : l.problems) lines.push_back(to_string(p));
  for (auto const& n : l.notes) lines.push_back(to_string(n, "note"));
  return lines;
}

/// Six lines that stand before what a case adds: its first line is line 7.
inline std::string const head =
    "lanemark = 1\n[scenario]\nname = \"s\"\n[[test]]\nname = \"t\"\ndirection = [\"h2d\", \"d2d\"]\n";

/// What is said of the file `f`: the head and this.
inline std::vector<std::string> said_of(std::string const& body, lanemark::build_features const& has = {}) {
  return said(load({{"f", head + body + "\n"}}, "f", {}, has));
}

/// The scenario of the head and this; fails the test when there is none.
inline lanemark::scenario scenario_of(std::string const& body, lanemark::build_features const& has = {},
                                      lanemark::scenario_source const& source = {}) {
  auto l = load({{"f", head + body + "\n"}}, "f", source, has);
  if (l.value) return *l.value;
  lanemark::scenario none;
  none.name = said(l).empty() ? "no scenario and no problem" : said(l)[0];
  none.tests.emplace_back();
  return none;
}

using lines = std::vector<std::string>;

/// A text that goes below the head, and all that is said of it.
struct expected {
  std::string body;
  lines says;
};
