// expect: lanemark: probe<> needs exactly one direction, for example host_to_device<cuda>
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

// the backend where its direction is meant
template struct lanemark::probe<copier, sizes::one<4_KiB>>;
