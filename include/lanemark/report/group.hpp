// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/measure/record.hpp>
#include <lanemark/report/label.hpp>

namespace lanemark::report {
/// The records of one table: alike in all but lanes and size.
struct group {
  std::vector<record const*> records{};
  record const& front() const { return *records.front(); }
};

/// What a series id says by name: `timer=tsc`, `affinity=far`. Size and timer are looked at apart.
struct id_axes {
  std::string timer{};
  std::string others{};
};
inline id_axes axes_of_id(std::string_view id) {
  id_axes out;
  while (!id.empty()) {
    auto const part = id.substr(0, id.find('/'));
    id.remove_prefix(std::min(id.size(), part.size() + 1));
    if (part.starts_with("timer="))
      out.timer = part.substr(6);
    else if (part.find('=') != part.npos && !part.starts_with("size="))
      (out.others += part) += '/';
  }
  return out;
}

/// What the records of one table have in common. A record without an id (a harness may leave it out) is known by its
/// fields.
inline std::string table_key(record const& r) {
  std::string key;
  for (auto const* part : {&r.test, &r.measure, &r.direction, &r.mode}) (key += *part) += '\n';
  if (!r.id.empty()) return key + axes_of_id(r.id).others;
  for (auto const* part : {&r.affinity, &r.issuer, &r.cache, &r.semantics}) (key += *part) += '\n';
  return key + std::to_string(r.threads);
}

/// One table a timer, when a group has several. A cell that was never opened has no timer: it stays with the first.
inline std::vector<group> by_timer(group const& g) {
  std::vector<std::string> timers;
  std::vector<group> out(1);
  for (auto const* r : g.records) {
    auto const timer = axes_of_id(r->id).timer;
    auto at = static_cast<std::size_t>(std::find(timers.begin(), timers.end(), timer) - timers.begin());
    if (timer.empty())
      at = 0;
    else if (at == timers.size())
      timers.push_back(timer);
    if (at >= out.size()) out.resize(at + 1);
    out[at].records.push_back(r);
  }
  return out;
}

/// Records in tables, in the order in which the first of each came. A record without lanes (this machine cannot have
/// such) has no place in a table; its reason is told below.
inline std::vector<group> grouped(std::span<record const> records) {
  std::vector<std::string> keys;
  std::vector<group> groups;
  std::size_t last = 0;
  for (auto const& r : records) {
    if (r.lanes.empty()) continue;
    auto key = table_key(r);
    if (last >= keys.size() || keys[last] != key)
      last = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
    if (last == keys.size()) keys.push_back(std::move(key)), groups.emplace_back();
    groups[last].records.push_back(&r);
  }
  std::vector<group> out;
  for (auto const& g : groups)
    for (auto& part : by_timer(g)) out.push_back(std::move(part));
  return out;
}

/// The different values of a field over a group, `memcpy/stream`; empty ones do not count.
template <class Field>
std::string different(group const& g, Field field) {
  std::vector<std::string> seen;
  for (auto const* r : g.records)
    if (std::string value(field(*r)); !value.empty() && std::find(seen.begin(), seen.end(), value) == seen.end())
      seen.push_back(value);
  std::string text;
  for (auto const& s : seen) (text += text.empty() ? "" : "/") += s;
  return text;
}

/// `pairs: bandwidth d2d, single, 64MiB`, for the line above a table. `size` empty: the table shows it, or there is
/// none.
inline std::string title_of(record const& r, std::string_view size) {
  std::string text = r.test.empty() ? "" : r.test + ": ";
  text += r.measure;
  if (!r.direction.empty()) text += " " + r.direction;
  if (!r.mode.empty()) text += ", " + r.mode;
  if (!size.empty()) (text += ", ") += size;
  return shown(text);
}

/// How it was measured: `loop stream, timer tsc, threads 1, affinity near, issuer source, pages huge`. What was
/// obtained where that is known, what was asked for where nothing was measured.
inline std::string method_of(group const& g) {
  std::string text;
  auto add = [&](std::string_view name, std::string const& value) {
    if (!value.empty()) (((text += text.empty() ? "" : ", ") += name) += " ") += value;
  };
  add("loop", different(g, [](record const& r) { return r.mechanism; }));
  add("timer", different(g, [](record const& r) { return r.timer.name; }));
  add("threads",
      different(g, [](record const& r) { return r.threads == 0 ? std::string("all") : std::to_string(r.threads); }));
  add("affinity", different(g, [](record const& r) { return r.affinity; }));
  add("issuer", different(g, [](record const& r) {
        for (auto const& l : r.lanes)
          if (l.obtained.issuer != side::automatic) return std::string(name_of(l.obtained.issuer));
        return r.issuer == "auto" ? std::string{} : r.issuer;
      }));
  add("pages", different(g, [](record const& r) { return r.pages; }));
  add("cache", different(g, [](record const& r) { return r.cache; }));
  add("semantics",
      different(g, [](record const& r) { return r.semantics == "default" ? std::string{} : r.semantics; }));
  return shown(text);
}
}  // namespace lanemark::report
