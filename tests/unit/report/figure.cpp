// SPDX-License-Identifier: MIT
#include <lanemark/report/figure.hpp>

#include <cmath>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::report;

TEST_CASE("1 GiB in 1 s is 1.07 GB/s") { CHECK(figure(1073741824.0, style_for("B/s", 1073741824.0)) == "1.07"); }

TEST_CASE("the smallest figure keeps three significant digits") {
  CHECK(figure(325.16e9, style_for("B/s", 325.16e9)) == "325.16");
  CHECK(figure(0.1234e9, style_for("B/s", 0.1234e9)) == "0.123");
  CHECK(figure(12345.0, style_for("B/s", 12345.0)) == "0.0000123");
  CHECK(figure(0.0, style_for("B/s", 0)) == "0.00");
  CHECK(figure(57.3e9, style_for("B/s", 0.0123e9)) == "57.3000");
}

TEST_CASE("durations take the unit of the smallest") {
  CHECK(std::string(style_for("ns", 730).unit) == "ns");
  CHECK(figure(730.64, style_for("ns", 730)) == "730.6");
  CHECK(figure(2.067, style_for("ns", 2.067)) == "2.07");
  CHECK(figure(2070.0, style_for("ns", 2070)) == "2.07");
  CHECK(std::string(style_for("ns", 2070).unit) == "us");
  CHECK(std::string(style_for("ns", 2.07e6).unit) == "ms");
  CHECK(std::string(style_for("ns", 2.07e9).unit) == "s");
}

TEST_CASE("what is no number is n/a, and no interval is a dash") {
  CHECK(figure(NAN, {}) == "n/a");
  CHECK(figure(std::optional<double>{}, {}) == "n/a");
  CHECK(interval({}, {}) == "-");
  CHECK(interval(summary{.n = 1, .median = 1e9}, {}) == "-");
  CHECK(interval(summary{.n = 9, .median = 1e9, .ci_low = 0.9e9, .ci_high = 1.1e9}, {}) == "0.90 .. 1.10");
  CHECK_FALSE(spread_of(summary{.n = 9, .median = 0, .ci_low = 0, .ci_high = 0}));
  CHECK(*spread_of(summary{.n = 9, .median = 10, .ci_low = 9, .ci_high = 11}) == 0.1);
}

TEST_CASE("shares") {
  CHECK(plus_minus(0.008) == "+-0.8 %");
  CHECK(plus_minus(0.0003) == "+-0.03 %");
  CHECK(plus_minus(0.00001) == "under +-0.01 %");
  CHECK(plus_minus(0) == "+-0.00 %");
}
