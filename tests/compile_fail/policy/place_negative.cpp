// expect: lanemark: place::numa<N> needs the number of a NUMA node, 0 or more
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::place::numa<-1>;
