// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/measure/settings.hpp>
#include <lanemark/plan/match.hpp>

namespace lanemark {
/// Keys of a test that are no axes.
struct test_settings {
  settings how{};
  std::string pages = "huge", priority = "normal", schedule = "serial";
  std::uint64_t flags = 0;
  bool missing_fails = false;
};

/// Changes to some non-axis keys: what is set is changed.
struct settings_change {
  std::optional<std::size_t> iterations{};  ///< sets exact counting; the sample keys set adaptive stopping
  std::optional<std::size_t> min_samples{}, samples{}, warmup{};
  std::optional<double> precision{};
  std::optional<nanoseconds> time{}, wait{}, timeout{};
  std::optional<bool> verify{}, missing_fails{};
  std::optional<std::string> pages{}, priority{}, schedule{};
  std::optional<std::uint64_t> flags{}, seed{};
  std::optional<std::uint8_t> constant{};
  bool seeded = false;  ///< back to the seeded payload, where something outer asked for a constant one
};
struct override_rule {
  match where{};
  settings_change set{};
};

/// Which lanes: a keyword, or lanes by name (`0>1`, `0`, `host:1>0`, `0.2>1.3`, `node0/0>node1/1`).
struct lane_choice {
  std::string keyword = "all";       ///< all, first, ring, self; empty: `named`
  std::vector<std::string> named{};  ///< spelling checked already
  bool said = false;                 ///< the file says it; else lanes between nodes are `0>0` and all others `all`
};

/// Which lanes of a parallel cell run together.
struct together_choice {
  std::vector<std::vector<std::string>> directions{};  ///< [["h2d", "d2h"]]; empty: the lanes of each direction at once
  std::vector<std::vector<int>> sets{};                ///< device sets, one cell each; an empty inner list means all
  bool has_sets = false;
};

/// The axes of one test, each a list of canonical values; an empty list means the default.
struct axis_choices {
  std::vector<std::string> measure{}, direction{}, mode{};
  std::vector<std::uint64_t> size{};  ///< bytes; empty: 512 MiB for bandwidth, 512 B for latency
  std::uint64_t size_requested = 0;   ///< what was asked for where `size` was rounded; 0: `size` is it
  lane_choice lanes{};
  together_choice together{};
  std::vector<std::string> nodes{};
  std::vector<std::string> affinity{}, timer{}, issuer{}, source_chiplet{}, destination_chiplet{}, semantics{}, cache{},
      copy{}, protocol{}, threads{};
};

/// A complete extra cell (or a small product of cells) beside the matrix.
struct addition {
  axis_choices axes{};
  settings_change set{};
  std::optional<std::vector<std::string>> devices{};  ///< none: those of the test
  std::string where{};
};

/// One test of a scenario, checked: names are known and values are canonical, but no device has been looked at.
struct choices {
  std::string name{};
  axis_choices axes{};
  test_settings keys{};
  std::vector<match> exclude{};
  std::vector<override_rule> overrides{};
  std::vector<addition> add{};
  std::optional<std::vector<std::string>> devices{};  ///< ids, labels, PCI addresses, UUIDs; none: those of the target
  std::string where{};                                ///< file:line:column
};
}  // namespace lanemark
