// expect: lanemark: probe<> takes one quantity at most, for example quantity::latency
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, quantity::bandwidth, quantity::bandwidth>;
