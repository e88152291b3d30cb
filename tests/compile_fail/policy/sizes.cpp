// compiles
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::sizes::doubling<4_KiB, 4_KiB>;
template struct lanemark::sizes::doubling<1_B, 1_TiB>;
template struct lanemark::sizes::list<512_B, 1_MiB>;
