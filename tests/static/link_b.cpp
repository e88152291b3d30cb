// SPDX-License-Identifier: MIT
#include "all_headers_reversed.hpp"

int link_b();

int link_b() { return 0; }
