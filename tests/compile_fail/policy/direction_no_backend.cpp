// expect: lanemark: host_to_device<B>, device_to_host<B> and device_to_device<B> need a backend: a struct with
// expect: name, domain, operations, timers, track, devices(), supports(), open() and now(), for example
// expect: host_to_device<host>; docs/own_backend.md walks through one
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<host_to_device<copier_track>>;
