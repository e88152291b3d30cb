// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lanemark/core/lane.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/run/fingerprint.hpp>

// What is judged: a night is one run, reduced to what comparing needs. Ids repeat from night to night, so they are kept
// once, in a book, and nights hold numbers.

namespace lanemark {
/// A series as its id and report describe it.
struct series_info {
  std::string id{}, test{}, measure{}, direction{}, mode{};
  std::vector<lane> lanes{};
  std::uint64_t size = 0;  ///< bytes; 0: a size means nothing
};

/// All series of some nights, each with a number. Numbers stay when more come.
class series_book {
  std::vector<series_info> all{};
  std::unordered_map<std::string, std::uint32_t> numbers{};

 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::size_t size() const { return all.size(); }
  series_info const& operator[](std::uint32_t number) const { return all[number]; }
  std::uint32_t find(std::string const& id) const {
    auto const at = numbers.find(id);
    return at == numbers.end() ? none : at->second;
  }
  /// The number of the series with this id; a new one is added as described.
  std::uint32_t add(series_info s) {
    auto const [at, is_new] = numbers.try_emplace(s.id, static_cast<std::uint32_t>(all.size()));
    if (is_new) all.push_back(std::move(s));
    return at->second;
  }
};

/// What one run says of one series.
struct reading {
  std::uint32_t series = 0;
  outcome status = outcome::measured;
  std::size_t n = 0;              ///< samples behind the median
  double median = 0;              ///< in `unit`; NaN: none
  std::string unit{};             ///< "B/s" or "ns"
  std::string reason{};           ///< why not measured
  std::string limit{};            ///< the sentence of a fixed limit that the run violated; empty: none
  std::vector<double> samples{};  ///< where they were asked for
};

struct night_device {
  int id = 0;
  std::string label{}, product{}, pci{}, uuid{};  ///< empty: not known
  friend bool operator==(night_device const&, night_device const&) = default;
};

/// One run.
struct night {
  std::string from{};  ///< where it was read, for sentences
  std::string id{}, started{}, version{}, backend{}, scenario{}, scenario_hash{};
  bool simulated = false;
  std::string fingerprint{};  ///< of the identity facts; empty: not known
  std::vector<fact> facts{};  ///< empty: the report does not list them
  std::vector<night_device> devices{};
  std::vector<reading> readings{};
};

/// `2026-01-31T02:00:00Z (nights/31.json)`.
inline std::string name_of(night const& n) {
  auto text = n.started.empty() ? n.id : n.started;
  if (!n.from.empty()) text += (text.empty() ? "" : " ") + ("(" + n.from + ")");
  return text;
}

/// Older first; runs that started in one second by their ids.
inline bool is_older(night const& a, night const& b) {
  return a.started != b.started ? a.started < b.started : a.id < b.id;
}

/// Can it be compared: measured, and a finite number above zero? If not, why.
inline std::string why_unusable(reading const& r) {
  if (r.status != outcome::measured) return std::string(name_of(r.status)) + (r.reason.empty() ? "" : ": " + r.reason);
  if (!(r.median - r.median == 0)) return "its median is no finite number";
  if (!(r.median > 0)) return "its median is " + exact(r.median) + ", and only figures above zero can be compared";
  if (r.unit != "B/s" && r.unit != "ns") return "its unit is " + (r.unit.empty() ? "not said" : r.unit);
  return {};
}
inline bool is_usable(reading const& r) {
  return r.status == outcome::measured && r.median > 0 && r.median - r.median == 0 &&
         (r.unit == "B/s" || r.unit == "ns");
}
}  // namespace lanemark
