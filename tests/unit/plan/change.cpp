// SPDX-License-Identifier: MIT
#include <lanemark/plan/change.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("nothing set changes nothing") {
  cell c;
  c.how = {.samples = 5,
           .min_samples = 2,
           .iterations = 9,
           .warmup = 3,
           .precision = 0.5,
           .time = nanoseconds{7},
           .wait = nanoseconds{8},
           .timeout = nanoseconds{9},
           .verify = false,
           .seed = 11,
           .constant = std::uint8_t{1}};
  c.pages = "small", c.priority = "min", c.schedule = "rounds", c.flags = 3, c.missing_fails = true;
  change(c, {});
  CHECK(c.how.samples == 5);
  CHECK(c.how.min_samples == 2);
  CHECK(c.how.iterations == 9);
  CHECK(c.how.warmup == 3);
  CHECK(c.how.precision == 0.5);
  CHECK(c.how.time.count() == 7);
  CHECK(c.how.wait.count() == 8);
  CHECK(c.how.timeout.count() == 9);
  CHECK_FALSE(c.how.verify);
  CHECK(c.how.seed == 11);
  CHECK(c.how.constant == 1);
  CHECK(c.pages == "small");
  CHECK(c.priority == "min");
  CHECK(c.schedule == "rounds");
  CHECK(c.flags == 3);
  CHECK(c.missing_fails);
}

TEST_CASE("every key is changed when it is set") {
  cell c;
  change(c, {.min_samples = 2,
             .samples = 5,
             .warmup = 3,
             .precision = 0.5,
             .time = nanoseconds{7},
             .wait = nanoseconds{8},
             .timeout = nanoseconds{9},
             .verify = false,
             .missing_fails = true,
             .pages = "small",
             .priority = "min",
             .schedule = "rounds",
             .flags = 3,
             .seed = 11,
             .constant = std::uint8_t{0}});
  CHECK(c.how.samples == 5);
  CHECK(c.how.min_samples == 2);
  CHECK(c.how.warmup == 3);
  CHECK(c.how.precision == 0.5);
  CHECK(c.how.time.count() == 7);
  CHECK(c.how.wait.count() == 8);
  CHECK(c.how.timeout.count() == 9);
  CHECK_FALSE(c.how.verify);
  CHECK(c.missing_fails);
  CHECK(c.pages == "small");
  CHECK(c.priority == "min");
  CHECK(c.schedule == "rounds");
  CHECK(c.flags == 3);
  CHECK(c.how.seed == 11);
  CHECK(c.how.constant == 0);
}

TEST_CASE("iterations count exactly; a key of samples goes back to sampling until precise") {
  cell c;
  change(c, {.iterations = 5});
  CHECK(c.how.iterations == 5);
  change(c, {.warmup = 2});
  CHECK(c.how.iterations == 5);
  for (auto const& by : {settings_change{.min_samples = 3}, settings_change{.samples = 3},
                         settings_change{.precision = 0.1}, settings_change{.time = nanoseconds{1}}}) {
    c.how.iterations = 5;
    change(c, by);
    CHECK(c.how.iterations == 0);
  }
}

TEST_CASE("no sample at all is refused") {
  CHECK_FALSE(check_settings({}));
  CHECK_FALSE(check_settings({.samples = 0, .iterations = 1}));
  REQUIRE(check_settings({.samples = 0}));
  CHECK(check_settings({.samples = 0})->text == "at most 0 samples measure nothing");
}
