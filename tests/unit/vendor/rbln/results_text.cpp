// SPDX-License-Identifier: MIT
#include <lanemark/vendor/rbln/results_text.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::rbln;

namespace {
inventory machine() {
  inventory inv;
  for (int i = 0; i < 3; ++i) inv.devices.push_back({.id = i, .label = "rbln" + std::to_string(i)});
  return inv;
}
summary three(double low, double mean, double high) {
  summary s{.n = 3, .median = mean};
  s.min = low, s.mean = mean, s.max = high;
  return s;
}
record rate(lane l, double gb) {
  record r{.measure = "bandwidth", .direction = std::string(direction_of(l)), .mode = "single"};
  r.unit = "B/s", r.status = outcome::measured, r.summary = three(gb * 1e9, gb * 1e9, gb * 1e9);
  r.lanes = {{.path = l, .summary = r.summary, .obtained = {}}};
  return r;
}
record ended(lane l, outcome what, std::string why) {
  auto r = rate(l, 1);
  r.status = what, r.reason = std::move(why), r.summary.reset(), r.lanes[0].summary.reset();
  return r;
}
record no_lane(std::string why) {
  record r{.measure = "bandwidth", .direction = "d2d", .mode = "single"};
  r.unit = "B/s", r.status = outcome::skipped, r.reason = std::move(why);
  return r;
}
lane const up{host_end(), device_end(0)}, down{device_end(1), host_end()}, there{device_end(0), device_end(1)};
}  // namespace

TEST_CASE("banners and titles") {
  auto const bar = std::string(78, '=');
  CHECK(banner("Run", "X") == bar + "\n[      Run ] : X\n" + bar + "\n");
  CHECK(banner("PASS", "X") == bar + "\n[     PASS ] : X\n" + bar + "\n");
  CHECK(title("T") == "---------------------------------\nT\n---------------------------------\n");
  CHECK(hexadecimal(0) == "0x0");
  CHECK(hexadecimal(0x100000) == "0x100000");
  CHECK(hexadecimal(~0ULL) == "0xffffffffffffffff");
}

TEST_CASE("the line of a lane") {
  auto r = rate(up, 14.706);
  CHECK(lines_text(r, machine()) == "[H2D] HOST -> rbln0 : MAX 14.71, MIN 14.71, AVG 14.71\n");
  r.lanes[0].summary = three(1e9, 2e9, 4e9);
  CHECK(lines_text(r, machine()) == "[H2D] HOST -> rbln0 : MAX 4.00, MIN 1.00, AVG 2.00\n");
  CHECK(lines_text(rate(down, 1), machine()) == "[D2H] rbln1 -> HOST : MAX 1.00, MIN 1.00, AVG 1.00\n");
  CHECK(lines_text(rate({device_end(7), device_end(1)}, 1), machine()).starts_with("[D2D] 7 -> rbln1 :"));
}

TEST_CASE("lanes together have a total") {
  auto r = rate(there, 5);
  r.mode = "bidirectional";
  r.lanes.push_back({.path = {device_end(1), device_end(0)}, .summary = three(6e9, 6e9, 6e9), .obtained = {}});
  r.summary = three(11e9, 11e9, 11e9);
  CHECK(lines_text(r, machine()) == R"([D2D] rbln0 -> rbln1 : MAX 5.00, MIN 5.00, AVG 5.00
[D2D] rbln1 -> rbln0 : MAX 6.00, MIN 6.00, AVG 6.00
[TOTAL] rbln0 <-> rbln1 : MAX 11.00, MIN 11.00, AVG 11.00
)");
  auto alone = rate(up, 5);
  alone.mode = "parallel";
  CHECK(lines_text(alone, machine()) ==
        "[H2D] HOST -> rbln0 : MAX 5.00, MIN 5.00, AVG 5.00\n[TOTAL] H2D x 1 : MAX 5.00, MIN 5.00, AVG 5.00\n");
}

TEST_CASE("where there is no figure there is the reason, in words of this command line") {
  auto const late =
      ended(up, outcome::timed_out, "lane host>0 did not finish within 5.00 us; raise `wait`, or look at the device");
  CHECK(lines_text(late, machine()) ==
        "[H2D] HOST -> rbln0 : timed-out (lane host>0 did not finish within 5.00 us; raise --timeout, or look at the "
        "device)\n");
  CHECK(lines_text(no_lane("d2d needs two devices"), machine()) == "[D2D] skipped (d2d needs two devices)\n");
  CHECK(latency_line(no_lane("why"), machine()) == "skipped (why)\n");
  CHECK(latency_line(ended(there, outcome::failed, "why"), machine()) == "rbln0 -> rbln1 failed (why)\n");
}

TEST_CASE("the line of a latency") {
  auto r = rate(there, 1);
  r.unit = "ns", r.summary = three(2000, 2067, 2100);
  CHECK(latency_line(r, machine()) == "rbln0 -> rbln1 2.07 (us)\n");
}

TEST_CASE("the table of bandwidth") {
  std::vector<record> const all{rate(up, 57.32),
                                rate({host_end(), device_end(1)}, 57.45),
                                rate(there, 158.58),
                                ended({device_end(1), device_end(0)}, outcome::failed, "why"),
                                rate({device_end(0), host_end()}, 58.92),
                                rate(down, 0.004)};
  CHECK(table_text(all, machine(), {0, 1}, true) == R"(S \ D     HOST   rbln0   rbln1
HOST      0.00   57.32   57.45
rbln0    58.92    0.00  158.58
rbln1     0.00     n/a    0.00
)");
  CHECK(reasons_text(all, machine()) == "n/a: rbln1 -> rbln0 failed (why)\n");
}

TEST_CASE("the table of signals has a column for HOST and no row") {
  auto r = rate(there, 1);
  r.measure = "sync", r.unit = "ns", r.summary = three(2760, 2760, 2760);
  CHECK(table_text(std::vector{r}, machine(), {0, 1}, false) == R"(S \ D     HOST   rbln0   rbln1
rbln0     0.00    0.00    2.76
rbln1     0.00     n/a    0.00
)");
}

TEST_CASE("a long list of reasons is cut and says so") {
  std::vector<record> const all(20, ended(there, outcome::skipped, "why"));
  auto const text = reasons_text(all, machine());
  CHECK(std::count(text.begin(), text.end(), '\n') == 17);
  CHECK(text.ends_with("n/a: and 4 more; --json FILE has every reason\n"));
  CHECK(reasons_text(std::vector<record>(16, all[0]), machine()).find("more") == std::string::npos);
}

TEST_CASE("verdicts: a failure is FAIL, else anything skipped or nothing at all is SKIP") {
  auto const good = rate(up, 1), skipped = no_lane("x");
  auto of = [](std::vector<record> const& all) { return verdict_of(all); };
  CHECK(of({good}) == verdict::pass);
  CHECK(of({good, skipped}) == verdict::skip);
  CHECK(of({}) == verdict::skip);
  for (auto const bad : {outcome::failed, outcome::timed_out, outcome::crashed, outcome::not_run})
    CHECK(of({good, skipped, ended(up, bad, "x")}) == verdict::fail);
  CHECK(name_of(verdict::pass) == "PASS");
  CHECK(name_of(verdict::fail) == "FAIL");
  CHECK(name_of(verdict::skip) == "SKIP");
}
