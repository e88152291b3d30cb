// SPDX-License-Identifier: MIT
#include <lanemark/measure/stopping.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
std::vector<double> steady(std::size_t n) { return std::vector<double>(n, 100.0); }
std::vector<double> wild(std::size_t n) {
  std::vector<double> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(i % 2 == 0 ? 50 : 150);
  return all;
}
constexpr nanoseconds no_time{0};
}  // namespace

static_assert(next_look(0) == 10 && next_look(9) == 10 && next_look(10) == 20 && next_look(19) == 20);
static_assert(next_look(20) == 40 && next_look(79) == 80 && next_look(80) == 160 && next_look(2559) == 2560);

TEST_CASE("samples are taken up to the next look") {
  settings const how;
  for (auto const& [have, take] : std::vector<std::pair<std::size_t, std::size_t>>{
           {0, 10}, {1, 9}, {9, 1}, {10, 10}, {15, 5}, {20, 20}, {40, 40}, {80, 80}, {159, 1}, {160, 0}, {200, 0}}) {
    CAPTURE(have);
    CHECK(samples_to_take(how, have) == take);
  }
  CHECK(samples_to_take({.samples = 31}, 20) == 11);
  CHECK(samples_to_take({.samples = 7}, 0) == 7);
  CHECK(samples_to_take({.min_samples = 25}, 0) == 40);  // the first look at which there are 25
  CHECK(samples_to_take({.samples = 12, .min_samples = 25}, 0) == 12);
  CHECK(samples_to_take({.min_samples = 1}, 0) == 10);
  CHECK(samples_to_take({.iterations = 3}, 0) == 3);
  CHECK(samples_to_take({.iterations = 3}, 2) == 1);
  CHECK(samples_to_take({.iterations = 3}, 5) == 0);
  CHECK(samples_to_take({.samples = 5, .iterations = 500}, 0) == 500);
}

TEST_CASE("precision may stop at a look only") {
  settings const how;
  for (std::size_t n = 0; n <= 160; ++n) {
    CAPTURE(n);
    auto const look = n == 10 || n == 20 || n == 40 || n == 80 || n == 160;
    CHECK(reason_to_stop(how, steady(n), no_time) == (look ? "precision" : ""));
    CHECK(reason_to_stop(how, wild(n), no_time) == (n == 160 ? "samples" : ""));
  }
}

TEST_CASE("the half width may be as wide as asked for, and no wider") {
  std::vector<double> samples;
  for (int i = 0; i < 10; ++i) samples.push_back(100 + (i - 4.5));  // the interval is x(2)..x(9), 100 +- 3.5
  CHECK(reason_to_stop({.precision = 0.035}, samples, no_time) == "precision");
  CHECK(reason_to_stop({.precision = 0.0349}, samples, no_time) == "");
}

TEST_CASE("min_samples keeps precision from stopping early") {
  settings const how{.min_samples = 15};
  CHECK(reason_to_stop(how, steady(10), no_time) == "");
  CHECK(reason_to_stop(how, steady(15), no_time) == "");
  CHECK(reason_to_stop(how, steady(20), no_time) == "precision");
}

TEST_CASE("the number of samples and the time end it, precise or not") {
  CHECK(reason_to_stop({.samples = 31}, wild(30), no_time) == "");
  CHECK(reason_to_stop({.samples = 31}, wild(31), no_time) == "samples");
  CHECK(reason_to_stop({.samples = 5}, steady(5), no_time) == "samples");
  CHECK(reason_to_stop({.time = nanoseconds{100}}, wild(3), nanoseconds{99}) == "");
  CHECK(reason_to_stop({.time = nanoseconds{100}}, wild(3), nanoseconds{100}) == "time");
  CHECK(reason_to_stop({.time = nanoseconds{100}}, {}, nanoseconds{200}) == "");  // one sample at least
}

TEST_CASE("iterations are exact: neither precision nor time ends them") {
  settings const how{.iterations = 20, .time = nanoseconds{100}};
  CHECK(reason_to_stop(how, steady(10), nanoseconds{1e9}) == "");
  CHECK(reason_to_stop(how, steady(19), nanoseconds{1e9}) == "");
  CHECK(reason_to_stop(how, steady(20), nanoseconds{1e9}) == "iterations");
}
