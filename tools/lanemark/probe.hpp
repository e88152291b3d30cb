// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/scenario/model.hpp>

#include "backends.hpp"

namespace lanemark::tool {
/// A machine as planning sees it.
struct probed {
  inventory here{};
  /// Of a backend that needs no driver, or where it was asked for in this process; else whoever measures opens it.
  std::unique_ptr<lanemark::machine> machine{};
  std::vector<std::string> notes{};  ///< of drivers that `auto` passed over because they failed
};

/// Opens a machine, in a process that can be lost.
using opener = std::function<result<std::unique_ptr<machine>>()>;
using sought = std::function<bool(inventory const&)>;
using seen = std::function<void(std::size_t, result<inventory> const&)>;
/// What drivers find, asked one after the other by a child, until one is what was sought. One that crashes or does not
/// come back is a problem, and a fresh child asks the next.
void look_in_child(std::span<opener const> openers, sought const& found, seen const& see);

/// Looks at a machine. A vendor's driver is opened by a child, which says what it found and ends: a driver that crashes
/// or hangs costs an error message, and this process stays without it.
result<probed> probe_machine(target const& wanted, library_paths const& libraries, bool in_process);
}  // namespace lanemark::tool
