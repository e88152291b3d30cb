// SPDX-License-Identifier: MIT
#include <lanemark/core/numbers.hpp>

#include <clocale>
#include <cstdlib>
#include <limits>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
constexpr auto infinite = std::numeric_limits<double>::infinity();
constexpr auto not_a_number = std::numeric_limits<double>::quiet_NaN();
}  // namespace

TEST_CASE("exact text reads back as the same double") {
  CHECK(exact(0) == "0");
  CHECK(exact(0.1) == "0.1");
  CHECK(exact(-1.5) == "-1.5");
  CHECK(exact(1e300) == "1e+300");
  CHECK(exact(not_a_number).ends_with("nan"));
  CHECK(exact(infinite) == "inf");
  for (double const x :
       {1.0 / 3, 730.551392, 5e-324, 1.7976931348623157e308, -2.2250738585072014e-308, 9007199254740993.0})
    CHECK(std::strtod(exact(x).c_str(), nullptr) == x);
}

TEST_CASE("fixed decimals") {
  CHECK(fixed(3.14159, 2) == "3.14");
  CHECK(fixed(2.5, 0) == "2");
  CHECK(fixed(-0.005, 1) == "-0.0");
  CHECK(fixed(1e300, 0).size() == 301);
  CHECK(fixed(-1.7976931348623157e308, 6).size() == 1 + 309 + 7);
  CHECK(fixed(0, 6) == "0.000000");
  CHECK(fixed(infinite, 2) == "inf");
}

TEST_CASE("durations for people") {
  struct row {
    double ns;
    char const* text;
  };
  for (auto const& r :
       {row{0, "0.00 ns"}, row{730.551, "730.6 ns"}, row{9.994, "9.99 ns"}, row{53100, "53.1 us"}, row{2070, "2.07 us"},
        row{1e6, "1.00 ms"}, row{1.5e9, "1.50 s"}, row{3600e9, "3600 s"}, row{-2070, "-2.07 us"},
        row{-53100, "-53.1 us"}, row{not_a_number, "unknown"}, row{infinite, "unknown"}})
    CHECK(duration_text(r.ns) == r.text);
}

TEST_CASE("durations just under a unit are not said as 1000 of the smaller one") {
  CHECK(duration_text(999.96) == "1.00 us");
  CHECK(duration_text(999.94) == "999.9 ns");
  CHECK(duration_text(999'960) == "1.00 ms");
  CHECK(duration_text(999.96e6) == "1.00 s");
  CHECK(duration_text(9.996) == "10.0 ns");
}

TEST_CASE("rates for people") {
  CHECK(rate_text(26.15e9) == "26.15 GB/s");
  CHECK(rate_text(0) == "0.00 GB/s");
  CHECK(rate_text(1.23456e12) == "1234.56 GB/s");
}

TEST_CASE("no locale changes a number") {
  auto const* const was = std::setlocale(LC_NUMERIC, nullptr);
  std::string const before = was ? was : "C";
  for (auto const* name : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"})
    if (std::setlocale(LC_NUMERIC, name)) break;
  CHECK(exact(1.5) == "1.5");
  CHECK(fixed(1.5, 1) == "1.5");
  std::setlocale(LC_NUMERIC, before.c_str());
}
