// compiles
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

// the converse of every probe_*.cpp beside it
template struct lanemark::probe<up>;
template struct lanemark::probe<device_to_host<copier>, quantity::bandwidth, sizes::one<4_KiB>, place::near_device,
                                timing::steady>;
template struct lanemark::probe<timing::tsc, place::numa<0>, sizes::doubling<4_KiB, 1_MiB>, device_to_device<copier>>;
template struct lanemark::probe<simulated_up, timing::virtual_time>;
