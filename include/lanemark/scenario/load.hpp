// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/sha256.hpp>
#include <lanemark/scenario/check.hpp>
#include <lanemark/scenario/overlay.hpp>

namespace lanemark {
/// Gives the bytes of a file, or says why not. A parameter, so that a test can keep its files in memory.
using file_reader = function_ref<result<std::string>(std::string const& path)>;

namespace detail {
/// Reads a file and all that it extends.
class file_loader {
  file_reader read;
  parse_function parse;
  findings& found;
  std::vector<std::string> chain{};
  std::size_t files = 0;

 public:
  bool unread = false;     ///< some file is missing or did not parse
  std::string contents{};  ///< every byte that was read, in the order of reading

  file_loader(file_reader r, parse_function p, findings& f) : read(r), parse(p), found(f) {}

  /// `said` is the place that extends this file; nullptr for the first.
  node load(std::string const& path, node const* said) {
    constexpr std::size_t most_files = 1000;
    node base;
    auto const text =
        ++files > most_files ? result<std::string>(problem{fault::invalid, "more than 1000 files"}) : read(path);
    if (!text) {
      unread = true;
      if (said)
        found.error(said->where, "cannot read \"" + path + "\", which this file extends: " + text.error().text);
      else
        found.error({.file = path}, "cannot read the scenario: " + text.error().text);
      return base;
    }
    contents += *text;
    auto own = parse(*text, path);
    unread = unread || !own.problems.empty();
    for (auto& p : own.problems) found.problems.push_back(std::move(p));
    if (own.root.is != node::type::table) return base;
    own.root.where = {path, 1, 1};
    check_version(own.root);
    check_twins(own.root);
    chain.push_back(path);
    if (auto const* head = own.root.find("scenario"))
      if (auto const* list = head->find("extends")) load_bases(path, *list, base);
    chain.pop_back();
    merge_files(base, own.root);
    return base;
  }

 private:
  void load_bases(std::string const& path, node const& list, node& base) {
    auto wrong = [&](node const& n) {
      found.error(n.where, std::string("extends in [scenario] must be a list of paths such as [\"base.toml\"], not ") +
                               type_text(n));
    };
    if (list.is != node::type::array) return wrong(list);
    for (auto const& n : list.items) {
      if (n.is != node::type::string || n.text.empty()) {
        wrong(n);
        continue;
      }
      auto const next = (std::filesystem::path(path).parent_path() / n.text).lexically_normal().generic_string();
      auto same = [&](std::string const& known) {
        return std::filesystem::path(known).lexically_normal().generic_string() == next;
      };
      if (auto const start = std::find_if(chain.begin(), chain.end(), same); start != chain.end()) {
        std::string way;
        for (auto i = start; i != chain.end(); ++i) way += *i + " -> ";
        found.error(n.where, "\"" + n.text + "\" extends itself: " + way + *start);
      } else
        merge_files(base, load(next, &n));
    }
  }

  void check_version(node const& root) {
    auto const* m = root.find_member("lanemark");
    if (!m)
      found.error(root.where, "missing key \"lanemark\"; the first line must be lanemark = 1");
    else if (m->value.is != node::type::integer || m->value.number != 1)
      found.error(m->value.where,
                  "lanemark = " + to_toml(m->value) + " is no format this version reads; it reads lanemark = 1");
    else if (&root.members.front() != m)
      found.error(m->where, "lanemark = 1 must be the first key of the file");
  }

  /// Tests of one name in one file would silently merge.
  void check_twins(node const& root) {
    auto const* tests = root.find("test");
    if (!tests) return;
    for (std::size_t i = 0; i < tests->items.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        auto const *a = tests->items[k].find("name"), *b = tests->items[i].find("name");
        if (!a || !b || a->is != node::type::string || b->is != node::type::string || a->text != b->text) continue;
        found.error(b->where, "test name " + in_quotes(b->text) + " is taken, at " + to_string(a->where));
        break;
      }
  }
};

/// By file in the order in which they first come up, then by line and column.
inline void sort_by_place(std::vector<located>& list) {
  std::vector<std::string> files;
  for (auto const& l : list)
    if (std::find(files.begin(), files.end(), l.file) == files.end()) files.push_back(l.file);
  auto place = [&](located const& l) {
    return std::tuple(std::find(files.begin(), files.end(), l.file) - files.begin(), l.line, l.column);
  };
  std::stable_sort(list.begin(), list.end(), [&](located const& a, located const& b) { return place(a) < place(b); });
}

inline void collect_places(node const& n, std::set<std::tuple<std::string, unsigned, unsigned>>& out) {
  out.emplace(n.where.file, n.where.line, n.where.column);
  for (auto const& i : n.items) collect_places(i, out);
  for (auto const& m : n.members) {
    out.emplace(m.where.file, m.where.line, m.where.column);
    collect_places(m.value, out);
  }
}

/// Checks the profiles that were not chosen: what is wrong inside them is wrong today, not on the night they are used.
inline void check_other_profiles(node const& base, std::string const& chosen, build_features const& has,
                                 findings& found) {
  auto const* profiles = base.find("profile");
  if (!profiles || !expect_table(*profiles, "profile", {in_root, "the file", has, found})) return;
  for (auto const& m : profiles->members) {
    if (m.key == chosen) continue;
    findings own;
    node tree = base;
    (void)lay_profile(tree, m.key, has, own);
    (void)check_scenario(tree, has, own);
    std::set<std::tuple<std::string, unsigned, unsigned>> places;
    collect_places(m.value, places);
    places.emplace(m.where.file, m.where.line, m.where.column);
    for (auto const& p : own.problems)
      if (places.contains({p.file, p.line, p.column})) found.error({p.file, p.line, p.column}, p.text);
  }
}
}  // namespace detail

/// Reads, merges and checks a scenario: the file and what it extends, then the profile, then the options, then every
/// --set. All problems come at once; where there is one, there is no scenario.
inline loaded load_scenario(std::string const& path, scenario_source const& source, file_reader read,
                            parse_function parse, build_features const& has) {
  findings found;
  detail::file_loader loader(read, parse, found);
  node const base = loader.load(path, nullptr);
  loaded out;
  auto finish = [&]() -> loaded& {
    detail::sort_by_place(found.problems);
    out.problems = std::move(found.problems), out.notes = std::move(found.notes);
    if (!out.problems.empty()) out.value.reset();
    return out;
  };
  if (base.is != node::type::table || loader.unread) return finish();  // the rest would be guesswork

  node tree = base;
  std::vector<std::string> only;
  if (!source.profile.empty()) {
    auto const* profiles = base.find("profile");
    std::vector<std::string> names;
    if (profiles)
      for (auto const& m : profiles->members) names.push_back(m.key);
    if (std::find(names.begin(), names.end(), source.profile) == names.end())
      found.error({.file = "--profile " + source.profile},
                  names.empty() ? path + " has no profiles"
                                : "unknown profile " + in_quotes(source.profile) + "; known are " + joined(names));
    else
      only = lay_profile(tree, source.profile, has, found);
  }
  lay_options(tree, source, found);
  for (auto const& s : source.set) lay_set(tree, s, parse, found);

  auto value = check_scenario(tree, has, found);
  bool const layered = !source.profile.empty() || !source.set.empty();
  if (layered) {
    // What a profile or --set narrows may leave an exclude with nothing to do; the file itself must be right without
    // them.
    findings own;
    (void)check_scenario(base, has, own);
    for (auto const& h : found.hopeless) found.note({h.file, h.line, h.column}, h.text);
    found.hopeless = own.hopeless;
  }
  for (auto const& h : found.hopeless) found.error({h.file, h.line, h.column}, h.text);
  detail::check_other_profiles(base, source.profile, has, found);
  if (!only.empty())
    std::erase_if(value.tests,
                  [&](choices const& t) { return std::find(only.begin(), only.end(), t.name) == only.end(); });
  value.path = path;
  value.sha256 = sha256(loader.contents);
  out.value = std::move(value);
  return finish();
}
}  // namespace lanemark
