// SPDX-License-Identifier: MIT
#pragma once
#include <utility>

namespace lanemark::on_accelerator {
/// A handle that is given back by one call of its driver. What needs the device for that is `owned`.
template <class Object>
struct handle {
  Object object = nullptr;
  int (*release)(Object) = nullptr;

  handle() = default;
  handle(Object o, int (*r)(Object)) noexcept : object(o), release(r) {}
  handle(handle&& o) noexcept : object(std::exchange(o.object, nullptr)), release(o.release) {}
  handle& operator=(handle&& o) noexcept {
    std::swap(object, o.object), std::swap(release, o.release);
    return *this;
  }
  ~handle() {
    if (object) release(object);
  }
};
}  // namespace lanemark::on_accelerator
