// expect: lanemark: this backend has no operation for this quantity with this timer; quantity::bandwidth is what
// expect: every backend has
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

auto mistake() { return measure<probe<up, quantity::sync>>(); }
