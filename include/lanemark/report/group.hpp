// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/say.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/report/label.hpp>
#include <lanemark/report/numbering.hpp>

namespace lanemark::report {
/// Some of the records, in their order: those of one table are alike in all but lanes and size.
using group = std::vector<record const*>;

/// What a series id says by name: `timer=tsc`, `affinity=far`. Size and timer are looked at apart.
struct id_axes {
  std::string timer{};
  std::string others{};
};
[[gnu::cold]] inline id_axes axes_of_id(std::string_view id) {
  id_axes out;
  while (!id.empty()) {
    auto const part = id.substr(0, id.find('/'));
    id.remove_prefix(std::min(id.size(), part.size() + 1));
    if (part.starts_with("timer="))
      out.timer = part.substr(6);
    else if (part.find('=') != part.npos && !part.starts_with("size="))
      say_to(out.others, {part, "/"});
  }
  return out;
}

/// What the records of one table have in common. A record without an id (a harness may leave it out) is known by its
/// fields.
[[gnu::cold]] inline std::string table_key(record const& r) {
  auto key = say({r.test, "\n", r.measure, "\n", r.direction, "\n", r.mode, "\n"});
  if (r.id.empty())
    say_to(key, {r.affinity, "\n", r.issuer, "\n", r.cache, "\n", r.semantics, "\n", r.threads});
  else
    say_to(key, {axes_of_id(r.id).others});
  return key;
}

/// A group for each different text of its records, in the order in which the texts came. A record without a text stays
/// with the first.
using record_text = std::string (*)(record const&);
[[gnu::cold]] inline std::vector<group> split_by(record_text text_of, group const& records) {
  numbering texts;
  std::vector<group> parts;
  for (auto const* r : records) {
    auto const text = text_of(*r);
    auto const at = text.empty() ? 0 : texts.of(text);
    if (at >= parts.size()) parts.resize(at + 1);
    parts[at].push_back(r);
  }
  return parts;
}

/// Records in tables, in the order in which the first of each came; one table a timer, when there are several. A cell
/// that was never opened has no timer: it stays with the first. A record without lanes (this machine cannot have such)
/// has no place in a table; its reason is told below.
[[gnu::cold]] inline std::vector<group> grouped(std::span<record const> records) {
  group shown;
  for (auto const& r : records)
    if (!r.lanes.empty()) shown.push_back(&r);
  std::vector<group> out;
  for (auto const& alike : split_by(table_key, shown))
    for (auto& part : split_by([](record const& r) { return axes_of_id(r.id).timer; }, alike))
      out.push_back(std::move(part));
  return out;
}

/// The different values of a field over a group, `memcpy/stream`; empty ones do not count.
[[gnu::cold]] inline std::string different(group const& g, record_text field) {
  numbering seen;
  std::string text;
  for (auto const* r : g) {
    auto const value = field(*r);
    auto const before = seen.size();
    if (!value.empty() && seen.of(value) == before) say_to(text, {before == 0 ? "" : "/", value});
  }
  return text;
}

/// `pairs: bandwidth d2d, single, 64MiB`, for the line above a table. `size` empty: the table shows it, or there is
/// none.
[[gnu::cold]] inline std::string title_of(record const& r, std::string_view size) {
  return shown(say({r.test, r.test.empty() ? "" : ": ", r.measure, r.direction.empty() ? "" : " ", r.direction,
                    r.mode.empty() ? "" : ", ", r.mode, size.empty() ? "" : ", ", size}));
}

/// How it was measured: `loop stream, timer tsc, threads 1, affinity near, issuer source, pages huge`. What was
/// obtained where that is known, what was asked for where nothing was measured.
[[gnu::cold]] inline std::string method_of(group const& g) {
  struct field {
    char const* name;
    record_text text;
  };
  static constexpr field fields[] = {
      {"loop", [](record const& r) { return r.mechanism; }},
      {"timer", [](record const& r) { return r.timer.name; }},
      {"threads", [](record const& r) { return r.threads == 0 ? std::string("all") : say({r.threads}); }},
      {"affinity", [](record const& r) { return r.affinity; }},
      {"issuer",
       [](record const& r) {
         for (auto const& l : r.lanes)
           if (l.obtained.issuer != side::automatic) return std::string(name_of(l.obtained.issuer));
         return r.issuer == "auto" ? std::string{} : r.issuer;
       }},
      {"pages", [](record const& r) { return r.pages; }},
      {"cache", [](record const& r) { return r.cache; }},
      {"semantics", [](record const& r) { return r.semantics == "default" ? std::string{} : r.semantics; }}};
  std::string text;
  for (auto const& f : fields)
    if (auto const value = different(g, f.text); !value.empty())
      say_to(text, {text.empty() ? "" : ", ", f.name, " ", value});
  return shown(text);
}
}  // namespace lanemark::report
