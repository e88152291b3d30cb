// expect: lanemark: probe<> takes one timer at most, for example timing::steady
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, timing::steady, timing::tsc>;
