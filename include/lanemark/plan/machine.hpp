// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <memory>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/measure/stage.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/inventory.hpp>

namespace lanemark {
/// Memory of a device behind a buffer of the host: bytes pass through it on their way between nodes. False: it failed,
/// and `trouble` says why.
class staging {
 public:
  staging() = default;
  staging(staging const&) = delete;
  staging& operator=(staging const&) = delete;
  virtual ~staging() = default;
  virtual bool to_device() noexcept = 0;
  virtual bool to_host() noexcept = 0;
  virtual status trouble() = 0;
};

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
  /// Memory on a device behind `host`, which must outlive it; the machine must, too. Nothing: what the backend calls a
  /// device's memory is the host's.
  virtual result<std::unique_ptr<staging>> open_staging(int device, std::byte* host, std::size_t size);
};

inline result<std::unique_ptr<staging>> machine::open_staging(int, std::byte*, std::size_t) {
  return problem{fault::unsupported, "this backend cannot stage its devices' memory through the host"};
}

/// Makes a machine where it is needed: the one who plans and reports never has to hold a driver.
using machine_factory = function_ref<result<std::unique_ptr<machine>>()>;
}  // namespace lanemark
