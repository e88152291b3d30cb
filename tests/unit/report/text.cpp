// SPDX-License-Identifier: MIT
#include <lanemark/report/text.hpp>

#include <clocale>
#include <cmath>
#include <limits>

#include <lanemark_catch2.hpp>

#include "made_up.hpp"

using namespace lanemark;
using namespace made_up;

namespace {
std::vector<record> all_pairs(std::vector<int> const& ids) {
  std::vector<record> v;
  for (int i : ids)
    for (int j : ids)
      if (i != j) v.push_back(cell({device_lane(i, j)}, 20e9 + i * 1e9 + j * 1e7));
  return v;
}
std::string text(std::vector<record> const& v, std::size_t width = report::usual_width) {
  return "\n" + report::text(v, width);
}
}  // namespace

TEST_CASE("one lane of one size is a matrix of one place") {
  CHECK(text({cell({upload(0)}, 10.5e9)}) == R"(
pairs: bandwidth h2d, single, 64MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
from \ to      0
host       10.50
median of 20 samples, 95 % interval +-0.5 %

measured 1 of 1 planned, 0 skipped, 0 failed
)");
}

TEST_CASE("uploads are one row, downloads one column, in the order of the devices asked for") {
  std::vector<record> v;
  for (int i : {5, 2, 7}) v.push_back(cell({upload(i)}, 10e9 + i * 1e8));
  for (int i : {5, 2, 7}) v.push_back(cell({download(i)}, 9e9 + i * 1e8));
  CHECK(text(v) == R"(
pairs: bandwidth h2d, single, 64MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
from \ to      5      2      7
host       10.50  10.20  10.70
median of 20 samples, 95 % interval at most +-0.5 % (host>5)

pairs: bandwidth d2h, single, 64MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
from \ to  host
5          9.50
2          9.20
7          9.70
median of 20 samples, 95 % interval at most +-0.5 % (5>host)

measured 6 of 6 planned, 0 skipped, 0 failed
)");
}

TEST_CASE("a matrix of a subset keeps both ways apart and shows what was not measured") {
  auto v = all_pairs({5, 2, 7});
  v[3] = not_measured(v[3], outcome::skipped, "no peer access from device 2 to device 7");
  v[0].warnings = v[1].warnings = {"the clock steps"};
  CHECK(text(v) == R"(
pairs: bandwidth d2d, single, 64MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
from \ to      5      2      7
5              -  25.02  25.07
2          22.05      -    n/a
7          27.05  27.02      -
median of 20 samples, 95 % interval at most +-0.5 % (5>2)

skipped: no peer access from device 2 to device 7
  nightly/pairs/bandwidth/d2d/single/2>7/size=67108864/timer=tsc

warning: the clock steps
  nightly/pairs/bandwidth/d2d/single/5>2/size=67108864/timer=tsc
  nightly/pairs/bandwidth/d2d/single/5>7/size=67108864/timer=tsc

measured 5 of 6 planned, 1 skipped, 0 failed
)");
}

TEST_CASE("three sources and five destinations") {
  std::vector<record> v;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j)
      if (i != j) v.push_back(cell({device_lane(i, j)}, (i + 1) * 1e9 + j * 1e7));
  CHECK(report::tables_text(v) == R"(pairs: bandwidth d2d, single, 64MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
from \ to     0     1     2     3     4
0             -  1.01  1.02  1.03  1.04
1          2.00     -  2.02  2.03  2.04
2          3.00  3.01     -  3.03  3.04
median of 20 samples, 95 % interval at most +-0.5 % (0>1)
)");
}

TEST_CASE("a wide matrix is folded, with all labels in each part") {
  std::vector<int> ids;
  for (int i = 0; i < 32; ++i) ids.push_back(i);
  auto const folded = report::tables_text(all_pairs(ids), 80);
  std::size_t lines = 0, longest = 0, headers = 0;
  for (std::size_t at = 0; at < folded.size(); ++lines) {
    auto const end = folded.find('\n', at);
    longest = std::max(longest, end - at);
    headers += folded.compare(at, 9, "from \\ to") == 0;
    at = end + 1;
  }
  CHECK(longest <= 80);
  CHECK(headers == 4);  // 9 and 7 a column: 10 columns fit
  CHECK(lines == 2 + 4 * 33 + 3 + 1);
  CHECK(folded.find("from \\ to     10     11     12     13     14     15     16     17     18     19\n") !=
        std::string::npos);
  auto const whole = report::tables_text(all_pairs(ids), 0);
  CHECK(whole.find("\n31         51.00") != std::string::npos);
  CHECK(whole.find("from", whole.find("from") + 1) == std::string::npos);
}

TEST_CASE("mostly empty matrices are lists with their spread") {
  std::vector<record> ring;
  for (int i = 0; i < 4; ++i) ring.push_back(latency({device_lane(i, (i + 1) % 4)}, 2070 + 10 * i));
  ring[2].summary = sum(2090, 1);
  CHECK(report::tables_text(ring) == R"(pairs: latency d2d, single, 512B [us]
loop memcpy, timer tsc, threads 1, cache warm
lane  median  95 % interval   min   max  samples
0>1     2.07   2.06 .. 2.08  2.03  2.17       20
1>2     2.08   2.07 .. 2.09  2.04  2.18       20
2>3     2.09              -  2.05  2.19        1
3>0     2.10   2.09 .. 2.11  2.06  2.21       20
)");
}

TEST_CASE("sizes of one lane are a list, of few lanes one table, of many lanes a matrix each") {
  std::vector<record> v;
  for (std::uint64_t size : {64ULL, 65536ULL, 64ULL << 20})
    v.push_back(cell({upload(0)}, static_cast<double>(size) / (50e-6 + static_cast<double>(size) / 20e9), size));
  CHECK(report::tables_text(v) == R"(pairs: bandwidth h2d, single [GB/s]
loop stream, timer tsc, threads 1, cache warm
host>0   median       95 % interval      min      max  samples
64B     0.00128  0.00127 .. 0.00129  0.00125  0.00134       20
64KiB      1.23        1.22 .. 1.24     1.21     1.29       20
64MiB     19.71      19.61 .. 19.80    19.31    20.69       20
)");
  for (std::uint64_t size : {64ULL, 65536ULL}) v.push_back(cell({upload(1)}, static_cast<double>(size) * 1e4, size));
  CHECK(report::tables_text(v) == R"(pairs: bandwidth h2d, single [GB/s]
loop stream, timer tsc, threads 1, cache warm
size     host>0    host>1
64B    0.001280  0.000640
64KiB     1.230     0.655
64MiB     19.71       n/a
median of 20 samples, 95 % interval at most +-0.5 % (host>0, 64B)
)");
  auto many = all_pairs({0, 1, 2, 3});
  auto const first = many;
  for (auto r : first) r.size = {4096}, many.push_back(r);
  auto const out = report::tables_text(many);
  CHECK(out.find("single, 64MiB [GB/s]") != std::string::npos);
  CHECK(out.find("single, 4KiB [GB/s]") != std::string::npos);
}

TEST_CASE("lanes that run together show each lane and the total") {
  std::vector<record> v{cell({device_lane(0, 1), device_lane(1, 0)}, 40e9, 1 << 20, "bidirectional"),
                        cell({device_lane(0, 2), device_lane(2, 0)}, 41e9, 1 << 20, "bidirectional")};
  v[0].lanes[1].summary = sum(19e9);
  v.push_back(latency({device_lane(0, 2), device_lane(2, 0)}, 5000, 512, "bidirectional"));
  v.push_back(cell({upload(0), upload(1)}, 30e9, 1 << 20, "parallel"));
  CHECK(report::tables_text(v) == R"(pairs: bandwidth d2d, bidirectional, 1MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
pair     ->     <-  total   95 % interval  samples
0<>1  20.00  19.00  40.00  39.80 .. 40.20       20
0<>2  20.50  20.50  41.00  40.80 .. 41.20       20

pairs: latency d2d, bidirectional, 512B [us]
loop memcpy, timer tsc, threads 1, cache warm
pair    ->    <-  slowest  95 % interval  samples
0<>2  5.00  5.00     5.00   4.97 .. 5.02       20

pairs: bandwidth h2d, parallel, 1MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
lane    median   95 % interval  samples
host>0   15.00  14.93 .. 15.07       20
host>1   15.00  14.93 .. 15.07       20
total    30.00  29.85 .. 30.15       20
)");
}

TEST_CASE("many lanes together are a matrix and a total") {
  std::vector<lane> lanes;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      if (i != j) lanes.push_back(device_lane(i, j));
  auto const out = report::tables_text(std::vector<record>{cell(lanes, 100e9, 1 << 30, "parallel")});
  CHECK(out.find("\n4          5.00  5.00  5.00  5.00     -\ntotal 100.00; median of 20 samples") != std::string::npos);
}

TEST_CASE("no figure that is not a number is ever shown") {
  auto bad = cell({upload(0)}, std::numeric_limits<double>::quiet_NaN());
  auto infinite = cell({upload(1)}, std::numeric_limits<double>::infinity());
  auto half = cell({upload(2)}, 1e9);
  half.summary->ci_low = std::numeric_limits<double>::quiet_NaN(),
  half.summary->max = std::numeric_limits<double>::infinity();
  auto without = cell({upload(3)}, 1e9);
  without.summary.reset();
  for (auto const& v :
       {std::vector{bad, infinite, half, without}, std::vector{bad}, std::vector{half, half}, std::vector{without}}) {
    auto const out = text(v);
    CHECK(out.find("nan") == std::string::npos);
    CHECK(out.find("inf") == std::string::npos);
  }
  CHECK(text({bad}).find("measured, but no finite median came out of it") != std::string::npos);
}

TEST_CASE("nothing, and nothing measured, are said") {
  CHECK(text({}) == "\nmeasured 0 of 0 planned, 0 skipped, 0 failed\n");
  auto const gone = not_measured(cell({upload(0)}, 1), outcome::crashed, "the worker got signal 11");
  CHECK(text({gone}) == R"(
pairs: bandwidth h2d, single, 64MiB [GB/s]
timer tsc, threads 1, cache warm
from \ to    0
host       n/a

crashed: the worker got signal 11
  nightly/pairs/bandwidth/h2d/single/host>0/size=67108864/timer=tsc

measured 0 of 1 planned, 0 skipped, 1 failed
)");
}

TEST_CASE("a share of the link is shown where the limit is known") {
  auto v = std::vector{cell({upload(0)}, 20e9), cell({upload(1)}, 24e9)};
  for (auto& r : v) r.physical_limit = 32e9, r.physical_limit_source = "PCIe 4.0 x16 at 0000:03:00.0";
  CHECK(text(v).find("; 62 to 75 % of link (PCIe 4.0 x16 at 0000:03:00.0)\n") != std::string::npos);
}

TEST_CASE("axes that a table does not show make tables of their own") {
  auto far = cell({upload(0)}, 9e9);
  far.affinity = "far", far.id += "/affinity=far";
  auto const out = report::tables_text(std::vector{cell({upload(0)}, 10e9), far});
  CHECK(out.find("affinity far") != std::string::npos);
  CHECK(out.find("[GB/s]", out.find("[GB/s]") + 1) != std::string::npos);
}

TEST_CASE("a cell without a timer stays in the table of its kind, two timers make two") {
  auto const skipped = [] {
    auto r = not_measured(cell({upload(1)}, 1), outcome::skipped, "no such device");
    r.id = r.id.substr(0, r.id.find("/timer=")), r.timer = {};
    return r;
  }();
  auto steady = cell({upload(0)}, 9e9);
  steady.timer.name = "steady", steady.id.replace(steady.id.find("tsc"), 3, "steady");
  CHECK(report::tables_text(std::vector{skipped, cell({upload(0)}, 10e9), steady}) ==
        R"(pairs: bandwidth h2d, single, 64MiB [GB/s]
loop stream, timer tsc, threads 1, cache warm
from \ to    1      0
host       n/a  10.00
median of 20 samples, 95 % interval +-0.5 %

pairs: bandwidth h2d, single, 64MiB [GB/s]
loop stream, timer steady, threads 1, cache warm
from \ to     0
host       9.00
median of 20 samples, 95 % interval +-0.5 %
)");
}

TEST_CASE("records without ids are told apart by their fields") {
  auto v = std::vector{cell({upload(0)}, 10e9), cell({upload(0)}, 9e9), cell({upload(1)}, 9e9)};
  for (auto& r : v) r.id.clear(), r.test.clear();
  v[1].threads = 2;
  auto const out = report::tables_text(v);
  CHECK(out.find("bandwidth h2d, single, 64MiB [GB/s]\nloop stream, timer tsc, threads 1, cache warm\nfrom \\ to      "
                 "0     1\n") == 0);
  CHECK(out.find("threads 2") != std::string::npos);
}

TEST_CASE("a foreign locale changes no figure") {
  auto const before = report::text(all_pairs({0, 1}));
  auto const* found = std::setlocale(LC_ALL, "de_DE.UTF-8");
  auto const after = report::text(all_pairs({0, 1}));
  if (found) std::setlocale(LC_ALL, "C");
  CHECK(before == after);
}

TEST_CASE("the text goes to an open file") {
  auto* file = std::tmpfile();
  REQUIRE(file);
  report::text(file, std::vector{cell({upload(0)}, 10.5e9)});
  std::rewind(file);
  char line[100];
  REQUIRE(std::fgets(line, sizeof line, file));
  CHECK(std::string(line) == "pairs: bandwidth h2d, single, 64MiB [GB/s]\n");
  std::fclose(file);
}
