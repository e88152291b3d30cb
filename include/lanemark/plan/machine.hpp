// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/measure/stage.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/inventory.hpp>

namespace lanemark {
/// A backend behind one plain interface: all that run and fabric see.
class machine {
 public:
  machine() = default;
  machine(machine const&) = delete;
  machine& operator=(machine const&) = delete;
  virtual ~machine() = default;
  virtual inventory describe() const = 0;
  /// Opens a cell, or says why not: fault::unsupported for what this machine lacks (the cell is skipped).
  /// The stage must not outlive the machine.
  virtual result<std::unique_ptr<stage>> open(cell const& c) = 0;
};

/// Makes a machine where it is needed: the one who plans and reports never has to hold a driver.
using machine_factory = function_ref<result<std::unique_ptr<machine>>()>;
}  // namespace lanemark
