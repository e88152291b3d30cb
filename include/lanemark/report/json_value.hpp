// SPDX-License-Identifier: MIT
#pragma once
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <lanemark/report/sink.hpp>

namespace lanemark::report {
using json = nlohmann::ordered_json;

/// Finite or null: JSON has no NaN.
inline json number(double x) { return std::isfinite(x) ? json(x) : json(nullptr); }
inline json number(std::optional<double> x) { return x ? number(*x) : json(nullptr); }

/// A whole number; above 2^53-1 as a string, since readers that hold numbers as doubles would round it.
inline json whole(std::uint64_t n) { return n > 9007199254740991U ? json(std::to_string(n)) : json(n); }

/// A text, or null where it is empty and that means "not known" or "does not apply".
inline json text_or_null(std::string_view text) { return text.empty() ? json(nullptr) : json(std::string(text)); }

/// A number of a node, a CPU, ...: null where negative means unknown.
inline json known(std::int64_t n) { return n < 0 ? json(nullptr) : json(n); }

/// One line of JSON. Bytes that are no UTF-8 become U+FFFD: names come from drivers and files.
inline std::string line(json const& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

/// Writes an object with one key a line, so that documents can be compared and searched line by line.
class document {
  text_sink const& out;
  bool first = true;

  void key(std::string_view name) {
    out(first ? "{" : ",\n ");
    first = false;
    out(line(json(std::string(name))));
    out(": ");
  }

 public:
  explicit document(text_sink const& to) : out(to) {}
  void add(std::string_view name, json const& value) {
    key(name);
    out(line(value));
  }
  /// A key whose value the caller writes next.
  void raw(std::string_view name) { key(name); }
  /// A list with one entry a line. `entry(item)` gives the JSON of one.
  template <class Items, class Entry>
  void list(std::string_view name, Items const& items, Entry entry) {
    key(name);
    bool empty = true;
    for (auto const& item : items) {
      out(empty ? "[\n  " : ",\n  ");
      out(line(entry(item)));
      empty = false;
    }
    out(empty ? "[]" : "\n ]");
  }
  void end() { out(first ? "{}\n" : "}\n"); }
};
}  // namespace lanemark::report
