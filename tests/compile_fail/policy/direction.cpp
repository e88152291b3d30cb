// compiles
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::host_to_device<copier>;
template struct lanemark::device_to_host<simulator>;
template struct lanemark::device_to_device<copier>;
