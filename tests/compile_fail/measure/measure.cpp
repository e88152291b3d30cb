// compiles
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

auto opens() { return measure<probe<up, sizes::one<4_KiB>>>({.iterations = 1}, {.first = 0}); }
auto opened(simulator& b) { return measure<probe<device_to_device<simulator>>>(b, {}, {.first = 0, .second = 1}); }
