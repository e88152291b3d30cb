// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/sim/model.hpp>
#include <lanemark/core/names.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark::detail {
/// Reads values of a device-model file. What is wrong is reported with its place and left out.
class model_values {
  std::vector<located>& problems;

 public:
  explicit model_values(std::vector<located>& p) : problems(p) {}

  void error(node const& n, std::string text) { problems.push_back(located_at(n.where, std::move(text))); }

  /// Is it a table, and does it hold nothing but these keys?
  bool table(node const& n, std::string const& called, std::span<std::string_view const> keys) {
    if (n.is != node::type::table) {
      error(n, called + " must be a table, not " + type_text(n));
      return false;
    }
    std::vector<std::string> const known(keys.begin(), keys.end());
    for (auto const& m : n.members) {
      if (std::find(known.begin(), known.end(), m.key) != known.end()) continue;
      auto const near = nearest_name(m.key, known);
      problems.push_back(
          located_at(m.where, "unknown key \"" + m.key + "\" in " + called +
                                  (near ? "; did you mean \"" + *near + "\"?" : "; known are " + joined(known))));
    }
    return true;
  }
  bool table(node const& n, std::string const& called, std::initializer_list<std::string_view> keys) {
    return table(n, called, std::span<std::string_view const>(keys.begin(), keys.size()));
  }
  std::optional<std::string> text(node const& n, std::string const& called) {
    if (n.is == node::type::string) return n.text;
    error(n, called + " must be a string, not " + type_text(n));
    return {};
  }
  /// The place of a word in a list; reports others and says 0.
  std::size_t word(node const& n, std::string const& called, std::vector<std::string> const& known) {
    if (auto const said = text(n, called)) {
      for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i] == *said) return i;
      auto const near = nearest_name(*said, known);
      error(n, "unknown " + called + " \"" + *said + "\"" +
                   (near ? "; did you mean \"" + *near + "\"?" : "; known are " + joined(known)));
    }
    return 0;
  }
  std::optional<int> whole(node const& n, std::string const& called, int low, int high) {
    if (n.is == node::type::integer && n.number >= low && n.number <= high) return static_cast<int>(n.number);
    error(n, called + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
                 to_toml(n));
    return {};
  }
  std::optional<double> number(node const& n, std::string const& called) {
    auto const v = n.is == node::type::integer ? static_cast<double>(n.number) : n.real;
    if ((n.is == node::type::integer || n.is == node::type::real) && v >= 0 && v < 1e300) return v;
    error(n, called + " must be a number of at least 0, not " + to_toml(n));
    return {};
  }
  /// One value or a list of them.
  template <class T, class Read>
  std::vector<T> list(node const& n, Read read) {
    std::vector<T> all;
    auto take = [&](node const& i) {
      if (auto v = read(i)) all.push_back(std::move(*v));
    };
    if (n.is != node::type::array)
      take(n);
    else
      for (auto const& i : n.items) take(i);
    if (n.is == node::type::array && n.items.empty()) error(n, "an empty list matches nothing; leave the key out");
    return all;
  }
  /// ns, from `"53.1 us"`.
  std::optional<double> time(node const& n, std::string const& called) {
    return spelt(
        n, called, "\"2.76 us\"", [](std::string_view s) { return read_duration(s); },
        [](nanoseconds d) { return d.count(); });
  }
  /// Bytes per ns, from `"57.3 GB/s"`; `"0"`: not stated.
  std::optional<double> rate(node const& n, std::string const& called) {
    if (n.is == node::type::string && n.text == "0") return 0.0;
    return spelt(
        n, called, "\"57.3 GB/s\"", [](std::string_view s) { return read_rate(s); },
        [](double per_second) { return per_second / 1e9; });
  }
  std::optional<std::uint64_t> size(node const& n, std::string const& called) {
    if (n.is == node::type::integer && n.number > 0) return static_cast<std::uint64_t>(n.number);
    return spelt(
        n, called, "\"512MiB\"", [](std::string_view s) { return read_bytes(s); }, [](bytes b) { return b.count; });
  }
  std::optional<double> share(node const& n, std::string const& called) {
    return spelt(
        n, called, "\"0.5%\"", [](std::string_view s) { return read_ratio(s); }, [](double r) { return r; });
  }

  /// One figure, one per device, or rows of them by source and destination. Square, when there are `devices` rows.
  template <class Read>
  on_sim::figures figures(node const& n, std::string const& called, std::size_t devices, Read read) {
    on_sim::figures f;
    auto row_of = [&](node const& row) {
      std::vector<double> values;
      for (auto const& i : row.items) values.push_back(read(i).value_or(0));
      if (values.size() != 1 && values.size() > devices)
        error(row, called + " has " + std::to_string(values.size()) + " figures in a row, and there are " +
                       std::to_string(devices) + " devices");
      return values;
    };
    if (n.is != node::type::array) {
      f.rows = {{read(n).value_or(0)}};
      return f;
    }
    if (n.items.empty() || n.items.front().is != node::type::array) {
      f.rows = {row_of(n)};
      return f;
    }
    for (auto const& row : n.items) {
      if (row.is == node::type::array)
        f.rows.push_back(row_of(row));
      else
        error(row, called + " must be rows of figures");
    }
    if (f.rows.size() > devices)
      error(n, called + " has " + std::to_string(f.rows.size()) + " rows, and there are " + std::to_string(devices) +
                   " devices");
    return f;
  }
  /// A square matrix over the devices.
  bool square(node const& n, std::string const& called, std::size_t devices) {
    auto const good = n.is == node::type::array && n.items.size() == devices &&
                      std::all_of(n.items.begin(), n.items.end(), [&](node const& row) {
                        return row.is == node::type::array && row.items.size() == devices;
                      });
    if (good) return true;
    std::string shape = std::to_string(n.items.size()) + " rows";
    for (auto const& row : n.items)
      if (row.items.size() != devices) {
        shape += ", one of " + std::to_string(row.items.size()) + " figures";
        break;
      }
    error(n, called + " must be square, " + std::to_string(devices) + " rows of " + std::to_string(devices) +
                 ", one for each device; it has " + shape);
    return false;
  }

 private:
  template <class Read, class Value>
  auto spelt(node const& n, std::string const& called, char const* example, Read read, Value value)
      -> std::optional<decltype(value(*read(std::string_view{})))> {
    if (n.is != node::type::string) {
      error(n, called + " must be a string such as " + example + ", not " + type_text(n));
      return {};
    }
    auto const got = read(n.text);
    if (got) return value(*got);
    error(n, called + ": " + got.error().text);
    return {};
  }
};
}  // namespace lanemark::detail
