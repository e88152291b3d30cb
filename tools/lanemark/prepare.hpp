// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <vector>

#include <lanemark/plan/machine.hpp>
#include <lanemark/scenario/model.hpp>

#include "options.hpp"

namespace lanemark::tool {
/// A scenario with the machine it runs on and its cells.
struct prepared {
  lanemark::scenario scenario{};
  std::unique_ptr<lanemark::machine> machine{};  ///< none: whoever measures opens it
  inventory here{};
  std::vector<cell> cells{};
  std::vector<std::string> notes{};
};

/// All scenarios of a command line. With a usage problem nothing may run.
struct preparation {
  std::vector<prepared> all{};
  std::vector<std::string> problems{};  ///< of usage and scenarios: exit 2
  std::vector<std::string> trouble{};   ///< of the machine: exit 1
};

/// Reads and checks all scenarios; touches no device.
preparation load_all(options const& o);
/// Opens their machines and plans their cells. Allocates and measures nothing.
void plan_all(preparation& p, options const& o);
}  // namespace lanemark::tool
