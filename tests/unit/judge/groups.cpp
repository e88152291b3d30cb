// SPDX-License-Identifier: MIT
#include <lanemark/judge/groups.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// Every series of a machine, those that `is_bad` names regressed by a tenth.
comparison with(made_up::nights const& m, bool (*is_bad)(series_info const&)) {
  comparison c;
  for (std::uint32_t s = 0; s < m.book.size(); ++s) {
    bool const bad = is_bad(m.book[s]);
    c.all.push_back({.series = s, .what = bad ? ruling::regressed : ruling::ok, .effect = bad ? -0.1 : 0});
  }
  return c;
}
bool touches(series_info const& s, int device) {
  return s.lanes[0].source.index == device || s.lanes[0].destination.index == device;
}
}  // namespace

TEST_CASE("one sick device is one finding") {
  made_up::nights const m(6);
  auto const g = group_verdicts(with(m, [](series_info const& s) { return touches(s, 3); }), m.book, ruling::regressed);
  REQUIRE(g.size() == 1);
  CHECK(g[0].what == "device 3");
  CHECK(g[0].members.size() == 10);
  CHECK(g[0].of == 10);
  CHECK(g[0].worst == -0.1);
}

TEST_CASE("one way of a device, one lane, and what stands alone") {
  made_up::nights m(6);
  auto g = group_verdicts(with(m, [](series_info const& s) { return s.lanes[0].source.index == 2; }), m.book,
                          ruling::regressed);
  REQUIRE(g.size() == 1);
  CHECK(g[0].what == "device 2, d2d from it");
  CHECK(g[0].of == 5);
  g = group_verdicts(with(m, [](series_info const& s) { return to_string(s.lanes[0]) == "1>4"; }), m.book,
                     ruling::regressed);
  REQUIRE(g.size() == 1);
  CHECK(g[0].what == "s/t/bandwidth/d2d/single/1>4/size=4096");
  auto larger = m.book[0];
  larger.id = "s/t/bandwidth/d2d/single/0>1/size=1048576", larger.size = 1048576;
  m.book.add(larger);
  g = group_verdicts(with(m, [](series_info const& s) { return to_string(s.lanes[0]) == "0>1"; }), m.book,
                     ruling::regressed);
  REQUIRE(g.size() == 1);
  CHECK(g[0].what == "lane 0>1");
  CHECK(g[0].members.size() == 2);
}

TEST_CASE("a cell of many lanes joins the finding of one of them") {
  made_up::nights m(6);
  m.book.add(
      {.id = "s/all/bandwidth/d2d/parallel/x/size=1",
       .test = "all",
       .measure = "bandwidth",
       .direction = "d2d",
       .mode = "parallel",
       .lanes = {{device_end(0), device_end(1)}, {device_end(1), device_end(2)}, {device_end(2), device_end(3)}}});
  auto const g = group_verdicts(with(m, [](series_info const& s) { return touches(s, 1) || s.test == "all"; }), m.book,
                                ruling::regressed);
  REQUIRE(g.size() == 1);
  CHECK(g[0].what == "device 1");
  CHECK(g[0].members.size() == 11);
}

TEST_CASE("most series at once are the machine") {
  made_up::nights const m(4);
  auto g = group_verdicts(with(m, [](series_info const&) { return true; }), m.book, ruling::regressed);
  REQUIRE(g.size() == 1);
  CHECK(g[0].what == "all series");
  CHECK(group_verdicts(with(m, [](series_info const&) { return false; }), m.book, ruling::regressed).empty());
}

TEST_CASE("two findings, the worse one first") {
  made_up::nights const m(8);
  auto c = with(m, [](series_info const& s) { return touches(s, 3) || to_string(s.lanes[0]) == "0>1"; });
  c.all[0].effect = -0.5;  // 0>1
  auto const g = group_verdicts(c, m.book, ruling::regressed);
  REQUIRE(g.size() == 2);
  CHECK(g[0].what == "s/t/bandwidth/d2d/single/0>1/size=4096");
  CHECK(g[1].what == "device 3");
}
