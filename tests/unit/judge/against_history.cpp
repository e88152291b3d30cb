// SPDX-License-Identifier: MIT
#include <lanemark/judge/against_history.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
series_verdict const& verdict_of(comparison const& c, series_book const& book, std::string const& lane) {
  for (auto const& v : c.all)
    if (book[v.series].id.find("/" + lane + "/") != std::string::npos) return v;
  return c.all.at(0);
}
}  // namespace

TEST_CASE("a slow lane is found, and nothing else") {
  made_up::nights const m(4);
  auto const past = m.before(20, 12);
  auto now = m.at(20);
  auto c = judge_against_history(now, past, m.book, {});
  CHECK(c.tested == 12);
  CHECK(count_of(c, ruling::ok) == 12);
  CHECK(c.candidates.empty());
  m.of(now, 0, 1).median *= 0.9;
  c = judge_against_history(now, past, m.book, {});
  CHECK(count_of(c, ruling::regressed) == 1);
  auto const& v = verdict_of(c, m.book, "0>1");
  CHECK(v.what == ruling::regressed);
  CHECK(v.runs == 12);
  CHECK(std::fabs(v.effect + 0.1) < 0.01);
  CHECK(std::fabs(v.reference / 50e9 - 1) < 0.003);
  REQUIRE(v.low);
  CHECK((*v.low < v.effect && v.effect < *v.high));
  REQUIRE(v.could_see);
  CHECK((*v.could_see >= 0.03 && *v.could_see < 0.04));
  m.of(now, 0, 1).median /= 0.81;
  c = judge_against_history(now, past, m.book, {});
  CHECK(verdict_of(c, m.book, "0>1").what == ruling::improved);
  CHECK(c.candidates.empty());
}

TEST_CASE("the figures of one series, exactly") {
  made_up::nights const m(2);
  std::vector<night> past;
  for (int i = 1; i <= 9; ++i) {  // 98 ... 102 %: median 50e9, MAD 1 %
    auto n = m.at(i);
    for (auto& r : n.readings) r.median = 50e9 * std::exp(0.01 * ((i - 1) % 5 - 2));
    past.push_back(n);
  }
  auto now = m.at(10);
  for (auto& r : now.readings) r.median = 50e9 * std::exp(-0.2);
  auto const c = judge_against_history(now, past, m.book, {});
  auto const& v = c.all[0];
  auto const scale = 1.482602218505602 * 0.01 * std::sqrt(1 + 1.0 / 9);
  CHECK(v.runs == 9);
  CHECK(std::fabs(v.reference / 50e9 - 1) < 1e-12);
  CHECK(std::fabs(v.effect - std::expm1(-0.2)) < 1e-12);
  CHECK(std::fabs(v.p / student_t_two_sided(0.2 / scale, 8) - 1) < 1e-9);
  CHECK(std::fabs(v.adjusted / v.p - 1) < 1e-9);  // two series with the same p
  CHECK(std::fabs(*v.could_see + std::expm1(-student_t_critical(0.025, 8) * scale)) < 1e-9);
  CHECK(v.what == ruling::regressed);
}

TEST_CASE("learning until eight runs") {
  made_up::nights const m(3);
  auto now = m.at(20);
  m.of(now, 0, 1).median *= 0.5;
  auto const seven = judge_against_history(now, m.before(20, 7), m.book, {});
  CHECK(seven.tested == 0);
  CHECK(count_of(seven, ruling::learning) == 6);
  CHECK(count_of(judge_against_history(now, m.before(20, 8), m.book, {}), ruling::regressed) == 1);
  CHECK(count_of(judge_against_history(now, {}, m.book, {}), ruling::fresh) == 6);
}

TEST_CASE("a confirming rerun decides") {
  made_up::nights const m(4);
  auto const past = m.before(20, 12);
  auto now = m.at(20), again = m.at(21);
  m.of(now, 0, 1).median *= 0.9;
  m.of(now, 2, 3).median *= 0.9;
  m.of(now, 3, 2).median *= 0.9;
  m.of(again, 0, 1).median *= 0.9;
  std::erase_if(again.readings,
                [&](reading const& r) { return m.book[r.series].id.find("/3>2/") != std::string::npos; });
  auto const c = judge_against_history(now, past, m.book, {}, {}, &again);
  CHECK(c.confirmed);
  CHECK(c.candidates.size() == 3);
  CHECK(verdict_of(c, m.book, "0>1").what == ruling::regressed);
  CHECK(verdict_of(c, m.book, "0>1").rerun.has_value());
  CHECK(verdict_of(c, m.book, "2>3").what == ruling::unstable);
  CHECK(verdict_of(c, m.book, "3>2").what == ruling::inconclusive);  // the rerun has no figure for it
}

TEST_CASE("small changes are no findings, however certain") {
  made_up::nights const m(4);
  auto const past = m.before(20, 15);
  auto now = m.at(20);
  m.of(now, 0, 1).median = 50e9 * 0.975;
  CHECK(count_of(judge_against_history(now, past, m.book, {}), ruling::ok) == 12);
  CHECK(count_of(judge_against_history(now, past, m.book, {.least = {.bandwidth = 0.01}}), ruling::regressed) == 1);
}

TEST_CASE("latencies: upwards is worse, and a few nanoseconds never matter") {
  made_up::nights const m(4, "latency");
  std::vector<night> past;
  for (int i = 1; i <= 12; ++i) past.push_back(m.at(i, 700, "ns"));
  auto now = m.at(13, 700, "ns");
  m.of(now, 0, 1).median = 770;
  m.of(now, 1, 0).median = 630;
  auto const c = judge_against_history(now, past, m.book, {});
  CHECK(verdict_of(c, m.book, "0>1").what == ruling::regressed);
  CHECK(verdict_of(c, m.book, "1>0").what == ruling::improved);
  for (auto* nights : {&past})
    for (auto& n : *nights)
      for (auto& r : n.readings) r.median /= 10;
  for (auto& r : now.readings) r.median /= 10;
  CHECK(count_of(judge_against_history(now, past, m.book, {}), ruling::ok) == 12);  // 7 ns of 70
}

TEST_CASE("no series is dropped in silence") {
  made_up::nights m(3);
  auto const past = m.before(20, 10);
  auto now = m.at(20);
  now.readings.erase(now.readings.begin());                                           // 0>1
  now.readings[0].status = outcome::failed, now.readings[0].reason = "data corrupt";  // 0>2
  now.readings[1].median = 0;                                                         // 1>0
  now.readings[2].median = NAN;                                                       // 1>2
  now.readings[3].unit = "ns";                                                        // 2>0
  now.readings.push_back(now.readings[4]);                                            // 2>1 twice
  auto const c = judge_against_history(now, past, m.book, {});
  CHECK(c.all.size() == 6);
  CHECK(c.tested == 0);
  CHECK(verdict_of(c, m.book, "0>1").what == ruling::missing);
  CHECK(verdict_of(c, m.book, "0>1").sentence == "the base has it, this run does not");
  CHECK(verdict_of(c, m.book, "0>2").sentence == "the base has it, this run has no figure: failed: data corrupt");
  CHECK(verdict_of(c, m.book, "1>0").what == ruling::missing);
  CHECK(verdict_of(c, m.book, "1>0").sentence ==
        "the base has it, this run has no figure: its median is 0, and only figures above zero can be compared");
  CHECK(verdict_of(c, m.book, "1>2").what == ruling::missing);
  CHECK(verdict_of(c, m.book, "2>0").what == ruling::incomparable);
  CHECK(verdict_of(c, m.book, "2>1").what == ruling::incomparable);
}

TEST_CASE("what neither side measured is counted") {
  made_up::nights const m(2);
  auto past = m.before(20, 10);
  auto now = m.at(20);
  for (auto& n : past) n.readings[0].status = outcome::skipped;
  now.readings[0].status = outcome::skipped;
  auto const c = judge_against_history(now, past, m.book, {});
  CHECK(c.neither == 1);
  CHECK(c.all.size() == 1);
}

TEST_CASE("all series together: taken out when small, an event when large") {
  made_up::nights const m(6);  // 30 series
  auto const past = m.before(20, 10);
  auto now = m.at(20, 50e9 * 0.98);
  m.of(now, 0, 1).median *= 0.9;
  auto c = judge_against_history(now, past, m.book, {});
  REQUIRE(c.common.size() == 1);
  CHECK(c.common[0].removed);
  CHECK(std::fabs(c.common[0].effect + 0.02) < 0.003);
  CHECK(c.common[0].series == 30);
  CHECK(count_of(c, ruling::regressed) == 1);
  CHECK(std::fabs(verdict_of(c, m.book, "0>1").effect + 0.1) < 0.01);
  c = judge_against_history(m.at(20, 50e9 * 0.9), past, m.book, {});
  CHECK_FALSE(c.common[0].removed);
  CHECK(c.common[0].against);
  CHECK(c.machine_wide);
  CHECK(count_of(c, ruling::regressed) == 30);
  CHECK(count_of(judge_against_history(m.at(20, 50e9 * 1.1), past, m.book, {}), ruling::improved) == 30);
}

TEST_CASE("a level that was left nights ago is still held against the night, until it is accepted") {
  made_up::nights const m(3);
  auto past = m.before(20, 18);
  for (std::size_t i = 10; i < past.size(); ++i) m.of(past[i], 0, 1).median *= 0.9;
  auto now = m.at(20);
  m.of(now, 0, 1).median *= 0.9;
  auto c = judge_against_history(now, past, m.book, {});
  CHECK(verdict_of(c, m.book, "0>1").what == ruling::regressed);
  CHECK(verdict_of(c, m.book, "0>1").since == past[10].id);
  CHECK(verdict_of(c, m.book, "0>1").runs == 10);
  std::vector<accepted_step> const accepted{{.series = "*/0>1/*", .run = past[10].id, .by = "a", .why = "b"}};
  c = judge_against_history(now, past, m.book, {}, accepted);
  CHECK(verdict_of(c, m.book, "0>1").what == ruling::ok);
  CHECK(verdict_of(c, m.book, "0>1").runs == 8);
  CHECK(verdict_of(c, m.book, "0>2").runs == 18);
}

TEST_CASE("more candidates than may be confirmed are one event") {
  made_up::nights const m(6);
  auto const past = m.before(20, 10);
  auto now = m.at(20);
  for (int b = 1; b < 6; ++b) m.of(now, 0, b).median *= 0.9, m.of(now, b, 0).median *= 0.9;
  auto const c = judge_against_history(now, past, m.book, {});
  CHECK(c.candidates.size() == 10);
  CHECK(c.machine_wide);
  CHECK_FALSE(judge_against_history(now, past, m.book, {.max_confirm = 0.5}).machine_wide);
  CHECK(most_to_confirm(1000, {}) == 50);
  CHECK(most_to_confirm(30, {}) == 8);
  CHECK(most_to_confirm(3, {}) == 3);
  CHECK(most_to_confirm(1000, {.max_confirm = 0}) == 0);
}
