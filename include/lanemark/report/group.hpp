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

/// The axes at the end of a series id that a table does not show as rows, columns or size.
inline std::string variant_of(record const& r) {
  auto const begin = r.id.find("/timer=");
  std::string_view rest = begin == std::string::npos ? std::string_view{} : std::string_view(r.id).substr(begin + 1);
  std::string out;
  while (!rest.empty()) {
    auto const axis = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), axis.size() + 1));
    if (axis.starts_with("source_chiplet=") || axis.starts_with("destination_chiplet=")) continue;  // part of the lane
    out += std::string(axis) + "/";
  }
  return out;
}

/// Records in tables, in the order in which the first of each came.
inline std::vector<group> grouped(std::span<record const> records) {
  struct keyed {
    std::string key;
    group members;
  };
  std::vector<keyed> found;
  std::size_t last = 0;
  for (auto const& r : records) {
    std::string key;
    for (std::string_view part : {std::string_view(r.test), std::string_view(r.measure), std::string_view(r.direction),
                                  std::string_view(r.mode), std::string_view(r.affinity), std::string_view(r.issuer),
                                  std::string_view(r.cache), std::string_view(r.semantics)})
      (key += part) += '\n';
    key += std::to_string(r.threads) + "\n" + variant_of(r);
    if (last >= found.size() || found[last].key != key) {
      auto const it = std::find_if(found.begin(), found.end(), [&](keyed const& k) { return k.key == key; });
      last = static_cast<std::size_t>(it - found.begin());
      if (it == found.end()) found.push_back({key, {}});
    }
    found[last].members.records.push_back(&r);
  }
  std::vector<group> out;
  for (auto& k : found) out.push_back(std::move(k.members));
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
