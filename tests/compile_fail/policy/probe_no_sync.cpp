// expect: lanemark: this backend has no operation for this quantity with this timer; quantity::bandwidth is what
// expect: every backend has
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, quantity::sync>;
