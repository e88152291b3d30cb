// expect: lanemark: this timer ticks in real time and this backend is simulated, or the other way round; time a
// expect: simulator with timing::virtual_time, and hardware with timing::steady, timing::tsc or
// expect: timing::device_events
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::probe<up, timing::virtual_time>;
