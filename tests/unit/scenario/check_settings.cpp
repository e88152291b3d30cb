// SPDX-License-Identifier: MIT
#include <lanemark/scenario/check_settings.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

TEST_CASE("settings that are wrong are refused, each at its place", "[check]") {
  expected const table[] = {
      {R"(iterations = 0)", {R"(f:7:14: error: iterations in [[test]] "t" is 0; it must be from 1 to 10000000)"}},
      {R"(iterations = "5")", {R"(f:7:14: error: iterations in [[test]] "t" must be a whole number, not a string)"}},
      {R"(iterations = 5
samples = { max = 20 })",
       {R"(f:8:1: error: [[test]] "t" says both samples and iterations; iterations = N is exactly N samples, samples = { ... } is until precise: keep one)"}},
      {R"(samples = 20)",
       {R"(f:7:11: error: samples in [[test]] "t" must be a table such as { max = 160 }; for exactly 20 samples write iterations = 20)"}},
      {R"(samples = { min = 20, max = 10 })",
       {R"(f:7:29: error: samples in [[test]] "t": max = 10 is below min = 20)"}},
      {R"(samples = { max = 5 })", {R"(f:7:19: error: samples in [[test]] "t": max = 5 is below min = 10; say both)"}},
      {R"(samples = { precision = "0%" })",
       {R"(f:7:25: error: precision in samples in [[test]] "t" is "0%"; it must be above 0% and below 100%)"}},
      {R"(samples = { precision = 0.01 })",
       {R"(f:7:25: error: precision in samples in [[test]] "t" must be a string such as "1%", not a number with a fraction)"}},
      {R"(samples = { prec = "1%" })",
       {R"(f:7:13: error: unknown key "prec" in samples in [[test]] "t"; known are min, max, precision, time)"}},
      {R"(samples = { time = "2" })",
       {R"(f:7:20: error: time in samples in [[test]] "t": "2" is not a duration: it has no unit; write for example 500ns, 30us, 2ms, 1.5s, 5min or 1h)"}},
      {R"(samples = "many")", {R"(f:7:11: error: samples in [[test]] "t" must be a table, not a string)"}},
      {R"(wait = 30)", {R"(f:7:8: error: wait in [[test]] "t" must be a string such as "30s", not a whole number)"}},
      {R"(wait = "0s")", {R"(f:7:8: error: wait in [[test]] "t" is "0s"; it must be above zero)"}},
      {R"(wait = "5m")",
       {R"(f:7:8: error: wait in [[test]] "t": "5m" is not a duration: "m" could be minutes or milliseconds, say min or ms; write for example 500ns, 30us, 2ms, 1.5s, 5min or 1h)"}},
      {R"(timeout = "1d")",
       {R"(f:7:11: error: timeout in [[test]] "t": "1d" is not a duration: unknown unit "d"; write for example 500ns, 30us, 2ms, 1.5s, 5min or 1h)"}},
      {R"(verify = "yes")", {R"(f:7:10: error: verify in [[test]] "t" must be true or false, not a string)"}},
      {R"(pattern = "zero")",
       {R"(f:7:11: error: pattern in [[test]] "t" is "zero"; it must be "seeded", or a byte such as 90 or "0x5a")"}},
      {R"(pattern = 256)",
       {R"(f:7:11: error: pattern in [[test]] "t" is 256; it must be "seeded", or a byte such as 90 or "0x5a")"}},
      {R"(seed = -1)", {R"(f:7:8: error: seed in [[test]] "t" must be a whole number of at least 0, not -1)"}},
      {R"(flags = 1.5)",
       {R"(f:7:9: error: flags in [[test]] "t" must be a whole number of at least 0, not a number with a fraction)"}},
      {R"(priority = "urgent")",
       {R"(f:7:12: error: unknown priority "urgent" in [[test]] "t"; known are min, normal, high, kernel, realtime)"}},
      {R"(pages = "hugh")", {R"(f:7:9: error: unknown pages "hugh" in [[test]] "t"; did you mean "huge"?)"}},
      {R"(schedule = "rounds")",
       {R"(f:7:12: error: schedule "rounds" in [[test]] "t" is not available in this build)"}},
      {R"(missing = "ignore")", {R"(f:7:11: error: unknown missing "ignore" in [[test]] "t"; known are skip, fail)"}},
      {R"(warmup = -1)", {R"(f:7:10: error: warmup in [[test]] "t" is -1; it must be from 0 to 10000000)"}},
      {R"(warmup=99999999999)",
       {R"(f:7:8: error: warmup in [[test]] "t" is 99999999999; it must be from 0 to 10000000)"}},
      {R"(min = 3)", {R"(f:7:1: error: unknown key "min" in [[test]] "t"; it belongs into samples = { ... })"}},
      {R"(backend = "host")", {R"(f:7:1: error: unknown key "backend" in [[test]] "t"; it belongs into [target])"}},
      {R"(from = "4K")", {R"(f:7:1: error: unknown key "from" in [[test]] "t"; it belongs into size = { ... })"}},
      {R"(extends = ["x"])", {R"(f:7:1: error: unknown key "extends" in [[test]] "t"; it belongs into [scenario])"}},
  };
  for (auto const& row : table) {
    CAPTURE(row.body);
    CHECK(said_of(row.body) == row.says);
  }
}

TEST_CASE("settings come out in base units", "[check]") {
  auto const keys = scenario_of(R"(
samples = { min = 5, max = 50, precision = "2.5%", time = "750ms" }
warmup = 3
wait = "30 us"
timeout = "2min"
verify = false
pattern = "0x5a"
seed = "18446744073709551615"
priority = "high"
flags = "0x10"
pages = "small"
schedule = "serial"
missing = "fail")")
                        .tests.at(0)
                        .keys;
  CHECK(keys.how.min_samples == 5);
  CHECK(keys.how.samples == 50);
  CHECK(keys.how.iterations == 0);
  CHECK(keys.how.precision == 0.025);
  CHECK(keys.how.time == nanoseconds{750e6});
  CHECK(keys.how.warmup == 3);
  CHECK(keys.how.wait == nanoseconds{30e3});
  CHECK(keys.how.timeout == nanoseconds{120e9});
  CHECK_FALSE(keys.how.verify);
  CHECK(keys.how.constant == std::uint8_t{0x5a});
  CHECK(keys.how.seed == 18446744073709551615U);
  CHECK(keys.priority == "high");
  CHECK(keys.flags == 16);
  CHECK(keys.pages == "small");
  CHECK(keys.missing_fails);
}

TEST_CASE("the innermost table decides between iterations and samples", "[check]") {
  auto keys = [](std::string const& test, std::string const& defaults) {
    return scenario_of(test + "\n[defaults]\n" + defaults).tests.at(0).keys.how;
  };
  CHECK(keys("iterations = 7", "samples = { max = 20 }").iterations == 7);
  CHECK(keys("samples = { max = 20 }", "iterations = 7").iterations == 0);
  CHECK(keys("samples = { max = 20 }", "iterations = 7").samples == 20);
  CHECK(keys("warmup = 2", "iterations = 7").iterations == 7);
  // keys of samples that the test does not say come from the defaults
  CHECK(keys("samples = { max = 20 }", "samples = { min = 12, time = \"1s\" }").min_samples == 12);
  CHECK(keys("samples = { max = 20 }", "samples = { min = 12, time = \"1s\" }").time == nanoseconds{1e9});
  CHECK(said_of("samples = { max = 11 }\n[defaults]\nsamples = { min = 12 }") ==
        lines{R"(f:7:19: error: samples in [[test]] "t": max = 11 is below min = 12; say both)"});
  CHECK(keys("samples = { max = 20 }\npattern = \"seeded\"", "pattern = 7").constant == std::nullopt);
}
