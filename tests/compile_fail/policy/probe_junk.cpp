// expect: lanemark: every argument of probe<> must be one of: a direction (host_to_device<cuda>), a quantity
// expect: (quantity::latency), sizes (sizes::doubling<4_KiB, 1_MiB>), a place (place::near_device), a timer
// expect: (timing::steady)
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, int>;
