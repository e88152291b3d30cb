// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <lanemark/judge/night.hpp>

// Nights of a made-up machine: every lane between its devices, at levels that a test sets.

namespace lanemark::made_up {
struct nights {
  series_book book{};
  std::vector<std::uint32_t> series{};  ///< d2d, by source and destination
  int devices = 0;

  explicit nights(int n, std::string const& measure = "bandwidth") : devices(n) {
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        if (a != b) {
          auto const name = std::to_string(a) + ">" + std::to_string(b);
          series.push_back(book.add({.id = "s/t/" + measure + "/d2d/single/" + name + "/size=4096",
                                     .test = "t",
                                     .measure = measure,
                                     .direction = "d2d",
                                     .mode = "single",
                                     .lanes = {{device_end(a), device_end(b)}},
                                     .size = 4096}));
        }
  }
  /// A night with all series at a level that scatters by about 0.3 % from night to night.
  night at(int number, double level = 50e9, std::string const& unit = "B/s") const {
    char started[32], id[32];
    std::snprintf(started, sizeof started, "2026-01-%02dT02:00:00Z", number);
    std::snprintf(id, sizeof id, "202601%02d", number);
    night n{.from = std::to_string(number) + ".json",
            .id = id,
            .started = started,
            .version = "1",
            .backend = "cuda",
            .scenario = "s"};
    for (int d = 0; d < devices; ++d)
      n.devices.push_back({.id = d, .label = "d" + std::to_string(d), .pci = "0000:0" + std::to_string(d) + ":00.0"});
    for (auto const s : series) {
      auto const wobble = static_cast<double>((s * 5 + static_cast<unsigned>(number) * 7) % 13) / 6 - 1;
      n.readings.push_back({.series = s, .n = 20, .median = level * (1 + 0.003 * wobble), .unit = unit});
    }
    return n;
  }
  std::vector<night> before(int number, int count) const {
    std::vector<night> all;
    for (int i = number - count; i < number; ++i) all.push_back(at(i));
    return all;
  }
  /// The reading of a lane.
  reading& of(night& n, int a, int b) const {
    auto const id =
        "s/t/" + book[series[0]].measure + "/d2d/single/" + std::to_string(a) + ">" + std::to_string(b) + "/size=4096";
    for (auto& r : n.readings)
      if (book[r.series].id == id) return r;
    return n.readings.at(0);
  }
};
}  // namespace lanemark::made_up
