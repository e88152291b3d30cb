// SPDX-License-Identifier: MIT
#pragma once
#include <utility>

namespace lanemark::on_accelerator {
/// A handle that its driver takes back when it is no longer needed: by `take_back(device, handle)`.
template <class Driver, class Handle>
struct owned {
  Driver* by = nullptr;  ///< lives longer: a track holds it
  int device = 0;
  Handle handle{};

  owned() = default;
  owned(Driver* d, int on, Handle h) noexcept : by(d), device(on), handle(h) {}
  owned(owned&& o) noexcept : by(std::exchange(o.by, nullptr)), device(o.device), handle(o.handle) {}
  owned& operator=(owned&& o) noexcept {
    std::swap(by, o.by), std::swap(device, o.device), std::swap(handle, o.handle);
    return *this;
  }
  ~owned() {
    if (by) by->take_back(device, handle);
  }
};
}  // namespace lanemark::on_accelerator
