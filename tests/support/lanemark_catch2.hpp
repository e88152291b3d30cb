// SPDX-License-Identifier: MIT
#pragma once

// Catch2 2.13 or 3 under one include. Tests use only what both have: TEST_CASE, SECTION, CHECK, REQUIRE, GENERATE,
// TEMPLATE_TEST_CASE and the names below.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#if __has_include(<catch2/catch_all.hpp>)
using Catch::Approx;
#endif
