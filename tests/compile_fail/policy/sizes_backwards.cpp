// expect: lanemark: sizes::doubling<From, To> goes upwards from at least one byte, for example
// expect: sizes::doubling<4_KiB, 64_MiB>
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::sizes::doubling<1_MiB, 4_KiB>;
