// expect: lanemark: probe<> needs exactly one direction, for example host_to_device<cuda>
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<>;
