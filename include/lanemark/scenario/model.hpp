// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <lanemark/plan/choices.hpp>
#include <lanemark/plan/limit_rule.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark {
/// What must be there before anything runs.
struct expectation {
  std::optional<std::size_t> devices{}, nodes{};
  std::optional<std::string> product{};
};

/// Where a scenario is to run.
struct target {
  std::string backend = "auto";
  std::optional<std::vector<std::string>> devices{};  ///< ids, labels, PCI addresses, UUIDs; none: all
  std::string model{};                                ///< sim: a shipped model or the path of one
  int group = 0;                                      ///< execution group
  std::string product = "any";
  std::string granularity = "auto";  ///< backend host: what a device is: numa, l3, core
  expectation expect{};
};

/// One effective value that somebody said, and where: `test.pairs.size`, `["4K", "1M"]`, `nightly.toml:14:8`.
struct origin {
  std::string key{}, value{}, where{};
};

/// A scenario, checked. No device has been looked at.
struct scenario {
  std::string name{}, description{};
  std::string path{};    ///< of the file that was named
  std::string sha256{};  ///< of the bytes of the file and of all that it extends
  target on{};
  std::vector<choices> tests{};
  std::vector<limit_rule> limits{};
  std::vector<origin> origins{};
};

/// What this build can run. What is not there is recognised, checked, and refused with a sentence that says so.
struct build_features {
  std::vector<std::string> backends = {"host"};
  bool test_cases = false;       ///< `tc`
  bool nodes = false;            ///< direction node
  bool models = false;           ///< target.model
  bool groups = false;           ///< target.group, target.product
  bool relative_limits = false;  ///< `80% of link`, `95% of peers`
  bool rounds = false;           ///< schedule = "rounds"
};

/// What a command line adds to a file.
struct scenario_source {
  std::vector<std::string> set{};                        ///< `test.pairs.size=["4K","1M"]`
  std::string profile{}, backend{}, devices{}, model{};  ///< empty: not said
};

/// A scenario, or all that is wrong with it at once. Notes are no errors.
struct loaded {
  std::optional<scenario> value{};
  std::vector<located> problems{}, notes{};
};
}  // namespace lanemark
