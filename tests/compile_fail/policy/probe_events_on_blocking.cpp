// expect: lanemark: this timer cannot time this backend: timing::device_events needs queues that carry marks,
// expect: clocks need copies that block; leave the timer out, or use timing::steady
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, timing::device_events>;
