// SPDX-License-Identifier: MIT
// Only where the system has no ready library with Catch2's main; compiling it takes ten seconds.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
