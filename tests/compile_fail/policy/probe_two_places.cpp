// expect: lanemark: probe<> takes one place at most, for example place::near_device
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, place::near_device, place::numa<0>>;
