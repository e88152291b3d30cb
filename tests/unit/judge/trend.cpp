// SPDX-License-Identifier: MIT
#include <lanemark/judge/trend.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a step has a night, its series and a name") {
  made_up::nights const m(5);
  auto nights = m.before(25, 24);
  CHECK(trend_of(nights, m.book, {}).steps.empty());
  for (std::size_t i = 15; i < nights.size(); ++i)
    for (int b = 0; b < 5; ++b)
      if (b != 2) m.of(nights[i], 2, b).median *= 0.9, m.of(nights[i], b, 2).median *= 0.9;
  auto t = trend_of(nights, m.book, {});
  REQUIRE(t.steps.size() == 1);
  CHECK(t.steps[0].night == 15);
  CHECK(t.steps[0].worse);
  CHECK_FALSE(t.steps[0].accepted);
  CHECK(t.steps[0].series.size() == 8);
  REQUIRE(t.steps[0].groups.size() == 1);
  CHECK(t.steps[0].groups[0].what == "device 2");
  std::size_t worse = 0;
  for (auto const& s : t.all)
    if (s.worse) {
      ++worse;
      CHECK(s.levels.size() == 2);
      CHECK(std::fabs(s.now_effect + 0.1) < 0.005);
      CHECK(std::fabs(s.reference / 50e9 - 1) < 0.003);
    }
  CHECK(worse == 8);
  std::vector<accepted_step> const accepted{{.series = "*", .run = nights[15].id, .by = "a", .why = "new switch"}};
  t = trend_of(nights, m.book, {}, accepted);
  REQUIRE(t.steps.size() == 1);
  CHECK(t.steps[0].accepted);
  CHECK(t.steps[0].by == "a");
  for (auto const& s : t.all) CHECK_FALSE(s.worse);
}

TEST_CASE("a level that came back is not held against it") {
  made_up::nights const m(3);
  auto nights = m.before(29, 28);
  for (std::size_t i = 10; i < 18; ++i) m.of(nights[i], 0, 1).median *= 0.9;
  auto const t = trend_of(nights, m.book, {});
  REQUIRE(t.steps.size() == 2);
  CHECK(t.steps[0].night == 18);
  CHECK_FALSE(t.steps[0].worse);
  CHECK(t.steps[1].night == 10);
  for (auto const& s : t.all) CHECK_FALSE(s.worse);
}

TEST_CASE("a few nights are learnt from, gaps are no figures") {
  made_up::nights const m(2);
  auto nights = m.before(8, 5);
  nights[1].readings[0].status = outcome::failed;
  nights[2].readings[0].unit = "ns";
  auto const t = trend_of(nights, m.book, {});
  REQUIRE(t.all.size() == 2);
  CHECK(t.all[0].learning);
  CHECK(t.all[0].runs == 3);
  CHECK(t.all[0].unusable == 1);
  CHECK(t.all[0].other_unit == 1);
  CHECK(trend_of({}, m.book, {}).all.empty());
}
