// expect: lanemark: probe<> takes one set of sizes at most, for example sizes::doubling<4_KiB, 1_MiB>
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, sizes::one<4_KiB>, sizes::one<8_KiB>>;
