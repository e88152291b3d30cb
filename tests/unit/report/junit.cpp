// SPDX-License-Identifier: MIT
#include <lanemark/report/junit.hpp>

#include <clocale>

#include <lanemark_catch2.hpp>

#include "made_up_runs.hpp"

using namespace lanemark;
using namespace made_up;

namespace {
std::string xml(run_result const& r) { return report::junit({&r, 1}); }
bool has(std::string const& text, std::string_view part) {
  if (text.find(part) != text.npos) return true;
  UNSCOPED_INFO(text << "\nlacks " << part);
  return false;
}
}  // namespace

TEST_CASE("a test case a series, and one for the run") {
  auto r = small_run();
  r.verdicts = {{.what = ruling::below_limit,
                 .series = r.records[0].id,
                 .limit = "min = \"20 GB/s\" (n.toml:12:1)",
                 .sentence = "median 10.50 GB/s is below the minimum 20 GB/s"},
                {.series = r.records[1].id, .sentence = "fine"}};
  r.records[1].warnings = {"noisy"};
  CHECK("\n" + xml(r) == R"(
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="lanemark" tests="5" failures="1" errors="1" skipped="1" time="1.500000">
  <testsuite name="nightly" tests="5" failures="1" errors="1" skipped="1" time="1.500000" timestamp="2026-01-31T02:00:00">
    <properties>
      <property name="lanemark.version" value="0.1.0"/>
      <property name="lanemark.run" value="20260131T020000Z-0123456789abcdef"/>
      <property name="lanemark.backend" value="host"/>
      <property name="lanemark.simulated" value="false"/>
      <property name="lanemark.exit" value="1"/>
    </properties>
    <testcase classname="nightly.pairs.bandwidth" name="nightly/pairs/bandwidth/h2d/single/host&gt;0/size=4096/timer=tsc" time="0.250000">
      <failure type="below-limit" message="median 10.50 GB/s is below the minimum 20 GB/s">median 10.50 GB/s, 95 % interval 10.45 .. 10.55, 20 samples
below-limit: median 10.50 GB/s is below the minimum 20 GB/s, limit min = &quot;20 GB/s&quot; (n.toml:12:1)</failure>
    </testcase>
    <testcase classname="nightly.pairs.latency" name="nightly/pairs/latency/d2d/single/0&gt;1/size=512/timer=tsc" time="0">
      <system-out>median 730.5 ns, 95 % interval 726.8 .. 734.2, 20 samples
ok: fine
warning: noisy</system-out>
    </testcase>
    <testcase classname="nightly.pairs.bandwidth" name="nightly/pairs/bandwidth/h2d/single/host&gt;1/size=67108864/timer=tsc" time="0">
      <skipped message="no such device"/>
      <system-out>skipped: no such device</system-out>
    </testcase>
    <testcase classname="nightly.pairs.bandwidth" name="nightly/pairs/bandwidth/h2d/single/host&gt;2/size=67108864/timer=tsc" time="0">
      <error type="failed" message="the copy came back wrong">failed: the copy came back wrong</error>
    </testcase>
    <testcase classname="nightly" name="nightly/run" time="1.500000">
      <system-out>measured 2 of 4 planned, 1 skipped, 1 failed
exit 1: 1 cell failed: measured 2 of 4 planned, 1 skipped, 1 failed</system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_CASE("what becomes of each verdict") {
  struct row {
    ruling what;
    char const* element;
  };
  auto const [what, element] = GENERATE(values<row>({{ruling::ok, ""},
                                                     {ruling::improved, ""},
                                                     {ruling::regressed, "<failure type=\"regressed\""},
                                                     {ruling::above_limit, "<failure type=\"above-limit\""},
                                                     {ruling::learning, ""},
                                                     {ruling::inconclusive, ""},
                                                     {ruling::unstable, ""},
                                                     {ruling::missing, "<error type=\"missing\""},
                                                     {ruling::fresh, ""},
                                                     {ruling::unmet, "<error type=\"unmet\""},
                                                     {ruling::incomparable, "<error type=\"incomparable\""}}));
  auto r = small_run();
  r.records.resize(1), r.exit = {};
  r.verdicts = {{.series = r.records[0].id}, {.what = what, .series = r.records[0].id, .sentence = "why"}};
  auto const text = xml(r);
  CHECK(has(text, element));
  CHECK(count_of(text, "<failure") + count_of(text, "<error") == (*element ? 1 : 0));
  CHECK(has(text, std::string(name_of(what)) + ": why"));
}

TEST_CASE("what is no series' fault is told of the run") {
  auto r = small_run();
  r.records.resize(1), r.exit = {};
  CHECK(count_of(xml(r), "<error") == 0);
  r.exit = {4, "nothing was judged"};
  CHECK(has(xml(r), R"(name="nightly/run" time="1.500000">
      <error type="exit-4" message="nothing was judged">)"));
  r.exit = {130, "ended by signal 2"};
  CHECK(has(xml(r), R"(<error type="exit-130" message="ended by signal 2">)"));
  r.exit = {0, "fine"}, r.verdicts = {{.what = ruling::unmet, .sentence = "no record answers"}};
  CHECK(has(xml(r), R"(message="no record answers">)"));
  run_result const nothing{.problems = {"x.toml:1:1: error: no"}, .exit = {2, "x.toml:1:1: error: no"}};
  CHECK(has(xml(nothing), R"(tests="1" failures="0" errors="1" skipped="0")"));
  CHECK(has(xml(nothing), "x.toml:1:1: error: no"));
  CHECK(has(report::junit({}), R"(<testsuites name="lanemark" tests="0")"));
}

TEST_CASE("names are unique, also of the same scenario run twice") {
  run_result const runs[] = {small_run(), small_run(), small_run()};
  auto const text = report::junit(runs);
  for (auto const* name : {"name=\"nightly/run\"", "name=\"nightly/run (run 20260131T020000Z-0123456789abcdef)\"",
                           "name=\"nightly/run (run 20260131T020000Z-0123456789abcdef) 2\""})
    CHECK(count_of(text, name) == 1);
  CHECK(has(text, R"(<testsuites name="lanemark" tests="15")"));
}

TEST_CASE("hostile names") {
  CHECK(report::xml_text("<a b=\"c\">&") == "&lt;a b=&quot;c&quot;&gt;&amp;");
  CHECK(report::xml_text("a\tb\nc\r") == "a\tb\nc\xef\xbf\xbd");
  CHECK(report::xml_attribute("a\tb\nc") == "a&#9;b&#10;c");
  CHECK(report::xml_text(std::string_view("\0\x1f\x7f", 3)) == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(report::xml_text("\xff\xef\xbf\xbf\xef\xbf\xbe") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  CHECK(report::xml_text("\xd7\xa9\xf0\x9f\x9a\x80") == "\xd7\xa9\xf0\x9f\x9a\x80");
  auto text = xml(hostile_run());
  std::erase(text, '\t');  // which XML may hold
  CHECK(is_clean(text));
  CHECK(count_of(text, "<a href") == 0);
  CHECK(count_of(text, "]]>") == 0);
}

TEST_CASE("times are decimal seconds") {
  auto const text = xml(odd_figures());
  CHECK(has_no_nan(text));
  CHECK(count_of(text, "measured, but no finite median came out of it\"") == 3);
  CHECK(report::junit_detail::seconds_text(1e-9) == "0.000000");
  CHECK(report::junit_detail::seconds_text(1e6) == "1000000.000000");
  auto const before = xml(small_run());
  auto const* found = std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(xml(small_run()) == before);
  if (found) std::setlocale(LC_ALL, "C");
}
