// compiles
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::place::numa<0>;
