// expect: lanemark: sizes::list<...> needs sizes of at least one byte, for example sizes::list<512_B, 1_MiB>
// SPDX-License-Identifier: MIT
#include "../made_up.hpp"

template struct lanemark::sizes::list<>;
