// expect: lanemark: host_to_device<B>, device_to_host<B> and device_to_device<B> need a backend: a struct with
// expect: name, domain, operations, timers, track, devices(), supports(), open() and now(), for example
// expect: host_to_device<host>; docs/own_backend.md walks through one
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

/// Has no now().
struct half : copier {
  void now() const noexcept = delete;
};
template struct lanemark::probe<device_to_device<half>, quantity::latency, timing::steady>;
