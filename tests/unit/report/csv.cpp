// SPDX-License-Identifier: MIT
#include <lanemark/report/csv.hpp>

#include <clocale>

#include <lanemark_catch2.hpp>

#include "made_up_runs.hpp"

using namespace lanemark;
using namespace made_up;

namespace {
std::string table(run_result const& r) { return report::csv({&r, 1}); }
}  // namespace

TEST_CASE("a row a sample, and one for a cell without") {
  auto r = small_run();
  r.verdicts = {{.series = r.records[0].id},
                {.what = ruling::below_limit, .series = r.records[0].id},
                {.what = ruling::improved, .series = r.records[0].id}};
  CHECK("\n" + table(r) == R"(
run_id,started,scenario,backend,simulated,series,test,measure,direction,mode,lanes,source,destination,size_requested_bytes,size_bytes,affinity,issuer,timer,mechanism,pages,cache,semantics,threads,status,reason,stop,verdict,sample,bandwidth_bytes_per_second,latency_ns
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/bandwidth/h2d/single/host>0/size=4096/timer=tsc,pairs,bandwidth,h2d,single,host>0,host,0,4096,4096,,auto,tsc,stream,,warm,default,1,measured,,precision,below-limit,1,10290000000,
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/bandwidth/h2d/single/host>0/size=4096/timer=tsc,pairs,bandwidth,h2d,single,host>0,host,0,4096,4096,,auto,tsc,stream,,warm,default,1,measured,,precision,below-limit,2,10500000000,
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/bandwidth/h2d/single/host>0/size=4096/timer=tsc,pairs,bandwidth,h2d,single,host>0,host,0,4096,4096,,auto,tsc,stream,,warm,default,1,measured,,precision,below-limit,3,11025000000,
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/latency/d2d/single/0>1/size=512/timer=tsc,pairs,latency,d2d,single,0>1,0,1,512,512,,auto,tsc,memcpy,,warm,default,1,measured,,precision,,1,,715.89
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/latency/d2d/single/0>1/size=512/timer=tsc,pairs,latency,d2d,single,0>1,0,1,512,512,,auto,tsc,memcpy,,warm,default,1,measured,,precision,,2,,730.5
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/latency/d2d/single/0>1/size=512/timer=tsc,pairs,latency,d2d,single,0>1,0,1,512,512,,auto,tsc,memcpy,,warm,default,1,measured,,precision,,3,,767.025
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/bandwidth/h2d/single/host>1/size=67108864/timer=tsc,pairs,bandwidth,h2d,single,host>1,host,1,67108864,67108864,,auto,tsc,,,warm,default,1,skipped,no such device,,,,,
20260131T020000Z-0123456789abcdef,2026-01-31T02:00:00Z,nightly,host,false,nightly/pairs/bandwidth/h2d/single/host>2/size=67108864/timer=tsc,pairs,bandwidth,h2d,single,host>2,host,2,67108864,67108864,,auto,tsc,,,warm,default,1,failed,the copy came back wrong,,,,,
)");
}

TEST_CASE("texts are quoted where they must be, and no spreadsheet takes one for a formula") {
  CHECK(report::csv_text("plain text") == "plain text");
  CHECK(report::csv_text("a,b") == "\"a,b\"");
  CHECK(report::csv_text("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(report::csv_text(" edge ") == "\" edge \"");
  CHECK(report::csv_text("a\nb\tc\x1b") == "a b c?");
  CHECK(report::csv_text("=1+1") == "'=1+1");
  CHECK(report::csv_text("+1") == "'+1");
  CHECK(report::csv_text("-1,2") == "\"'-1,2\"");
  CHECK(report::csv_text("@x") == "'@x");
  CHECK(report::csv_text("\xff") == "\xef\xbf\xbd");
  CHECK(report::csv_text("").empty());
}

TEST_CASE("numbers read back as they were, without an exponent where people read them") {
  CHECK(report::csv_number(10.29e9) == "10290000000");
  CHECK(report::csv_number(0.1 + 0.2) == "0.30000000000000004");
  CHECK(report::csv_number(0) == "0");
  CHECK(report::csv_number(1e-300) == "1e-300");
  CHECK(report::csv_number(1e18) == "1e+18");
  CHECK(report::csv_number(-123456789.25) == "-123456789.25");
  CHECK(report::csv_number(std::numeric_limits<double>::quiet_NaN()).empty());
}

TEST_CASE("hostile names: a row stays a line with as many values") {
  auto const text = table(hostile_run());
  CHECK(is_clean(text));
  CHECK(count_of(text, "\n") == 1 + 3 + 3 + 1 + 1);
  auto const columns = count_of(report::csv_head, ",");
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
    std::size_t commas = 0;
    bool quoted = false;
    for (char const c : rest.substr(0, rest.find('\n'))) {
      if (c == '"') quoted = !quoted;
      commas += c == ',' && !quoted;
    }
    CHECK(commas == columns);
    CHECK(!quoted);
  }
}

TEST_CASE("what is no finite number is empty") {
  auto const text = table(odd_figures());
  CHECK(has_no_nan(text));
  CHECK(text.find("precision,,1,,\n") != text.npos);
  CHECK(text.find("precision,,4,3,\n") != text.npos);
  CHECK(text.find("precision,,,,\n") != text.npos);  // measured, without samples
}

TEST_CASE("lanes that run together, sizes that mean nothing, threads of all") {
  auto r = small_run();
  r.records = {cell({device_lane(0, 1), device_lane(1, 0)}, 1e9, 4096, "bidirectional")};
  r.records[0].size = r.records[0].size_requested = {0}, r.records[0].threads = 0;
  r.records[0].lanes[0].obtained.issuer = side::destination;
  CHECK(table(r).find(",0<>1,,,,,,destination,tsc,stream,,warm,default,all,") != std::string::npos);
  CHECK(report::csv({}) == report::csv_head);
}

TEST_CASE("a table knows no foreign locale") {
  auto const before = table(small_run());
  auto const* found = std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(table(small_run()) == before);
  if (found) std::setlocale(LC_ALL, "C");
}
