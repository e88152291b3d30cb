// SPDX-License-Identifier: MIT
#include <lanemark/report/compare_text.hpp>

#include <lanemark/judge/against_history.hpp>
#include <lanemark/judge/compare_exit.hpp>
#include <lanemark/report/json_compare.hpp>
#include <lanemark/report/trend_text.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("shares and quantities for people") {
  CHECK(report::change_text(-1.0 / 3) == "-33.3 %");
  CHECK(report::change_text(0.0004) == "+0.04 %");
  CHECK(report::change_text(0) == "0.0 %");
  CHECK(report::change_text(25) == "+2500 %");
  CHECK(report::change_text(NAN) == "n/a");
  CHECK(report::change_interval(-0.1, 0.1) == "-10.0 % .. +10.0 %");
  CHECK(report::change_interval({}, {}) == "-");
  CHECK(report::change_interval(0.5, 0.5) == "exact");
  CHECK(report::quantity_text(58.58e9, "B/s") == "58.58 GB/s");
  CHECK(report::quantity_text(5e6, "B/s") == "5.000 MB/s");
  CHECK(report::quantity_text(2760, "ns") == "2.76 us");
  CHECK(report::quantity_text(0, "ns") == "-");
}

TEST_CASE("a comparison as text and JSON: the verdict first, then findings, then counts") {
  made_up::nights const m(4);
  auto const past = m.before(20, 12);
  auto now = m.at(20);
  for (int b = 0; b < 4; ++b)
    if (b != 2) m.of(now, 2, b).median *= 0.9;
  now.readings.erase(now.readings.begin());  // 0>1
  judging const how{.allow_missing = true};
  auto const c = judge_against_history(now, past, m.book, how);
  report::compare_view const view{.book = m.book,
                                  .now = now,
                                  .base = past,
                                  .result = c,
                                  .how = how,
                                  .environment = {"system.kernel was 6.1, is 6.2"},
                                  .notes = {"a \x1b[31mnote"},
                                  .exit = exit_of(c, m.book, {}, 0, true)};
  auto const text = report::compare_text(view, 0);
  CHECK(text.substr(0, text.find('\n')) == "3 of 11 series regressed: device 2, d2d from it");
  CHECK(has(text, "base: 12 runs from 2026-01-08T02:00:00Z (8.json) to 2026-01-19T02:00:00Z (19.json)\n"));
  CHECK(has(text, "changed since the base: system.kernel was 6.1, is 6.2\n"));
  CHECK(has(text, "regressed: device 2 (d2, 0000:02:00.0), d2d from it, 3 of 3 series, bandwidth -10."));
  CHECK(has(text, "missing: s/t/bandwidth/d2d/single/0>1/size=4096\n"));
  CHECK(has(text, "the base has it, this run does not"));
  CHECK(has(text, "bandwidth: could not have seen less than 3."));
  CHECK(has(text, "note: a ?[31mnote\n"));
  CHECK(text.ends_with("judged 11 of 11 series: 8 ok, 3 regressed, 1 missing; exit 3\n"));

  std::string document;
  report::json_compare(view, {}, [&](std::string_view piece) { document += piece; });
  auto const j = report::json::parse(document);
  CHECK(j["schema"] == "lanemark-compare/1");
  CHECK(j["exit"]["code"] == 3);
  CHECK(j["counts"]["regressed"] == 3);
  CHECK(j["counts"]["missing"] == 1);
  CHECK(j["base"].size() == 12);
  CHECK(j["series"].size() == 12);
  CHECK(j["candidates"].size() == 3);
  CHECK(j["findings"][0]["what"] == "device 2, d2d from it");
  CHECK(j["series"][11]["reference"].is_null());
  CHECK(j["findings"][0]["worst"] < -0.09);
  CHECK(j["findings"][1]["ruling"] == "missing");
  CHECK(j["findings"][1]["worst"].is_null());
  CHECK(j["judging"]["history"] == 60);
}

TEST_CASE("a trend as text and JSON") {
  made_up::nights const m(3);
  auto nights = m.before(21, 20);
  for (std::size_t i = 12; i < nights.size(); ++i) m.of(nights[i], 0, 1).median *= 0.9;
  judging const how{};
  auto const t = trend_of(nights, m.book, how);
  report::trend_view const view{.book = m.book,
                                .nights = nights,
                                .result = t,
                                .how = how,
                                .environment = {{"driver was 1, is 2"}},
                                .folder = "nights",
                                .exit = {3, "1 of 6 series are worse"}};
  auto const text = report::trend_text(view);
  CHECK(has(text, "worse from 2026-01-13T02:00:00Z (13.json), run 20260113, 1 series, not accepted\n"));
  CHECK(has(text, "  changed with it: driver was 1, is 2\n"));
  CHECK(has(text, "  run = \"20260113\"\n"));
  CHECK(text.ends_with("20 runs, 6 series: 1 worse, 0 learning, 1 step; exit 3\n"));
  std::string document;
  report::json_trend(view, {}, [&](std::string_view piece) { document += piece; });
  auto const j = report::json::parse(document);
  CHECK(j["schema"] == "lanemark-trend/1");
  CHECK(j["steps"][0]["run"] == "20260113");
  CHECK(j["series"].size() == 6);
  CHECK(j["series"][0]["levels"].size() == 2);
  CHECK(j["series"][0]["values"].size() == 20);
  CHECK(j["series"][0]["effect"] < -0.09);
  CHECK(j["judging"]["history"].is_null());

  std::vector<accepted_step> const later{{.series = "*", .run = "20260199"}};  // none of these runs counts any more
  auto const none = trend_of(nights, m.book, how, later);
  report::trend_view const empty{.book = m.book, .nights = nights, .result = none, .how = how, .history = 30};
  document.clear();
  report::json_trend(empty, {}, [&](std::string_view piece) { document += piece; });
  auto const k = report::json::parse(document);
  CHECK(k["series"][0]["effect"].is_null());
  CHECK(k["judging"]["history"] == 30);
}
