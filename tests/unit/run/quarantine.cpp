// SPDX-License-Identifier: MIT
#include <lanemark/run/quarantine.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
cell between(endpoint a, endpoint b) {
  cell c;
  c.lanes.push_back({a, b});
  return c;
}
cell up(int device) { return between(host_end(), device_end(device)); }
cell pair(int a, int b) { return between(device_end(a), device_end(b)); }
struct history {
  quarantine q{};
  void see(cell const& c, outcome what) {
    record r;
    r.status = what;
    q(c, r);
  }
  bool out(cell const& c) const { return !q.reason(c).empty(); }
};
using enum outcome;
}  // namespace

TEST_CASE("a device that was lost three times in a row is given up") {
  history h;
  h.see(up(1), crashed), h.see(up(1), timed_out);
  CHECK(!h.out(up(1)));
  h.see(up(1), crashed);
  CHECK(h.q.reason(up(1)) == "quarantined: device 1 was lost in three cells in a row; look at it, then run again");
  CHECK(h.out(pair(0, 1)));
  CHECK(!h.out(up(0)));
  CHECK(!h.out(pair(0, 2)));
}

TEST_CASE("what was measured in between begins the count again") {
  history h;
  h.see(up(1), crashed), h.see(up(1), crashed), h.see(up(1), measured), h.see(up(1), crashed);
  CHECK(!h.out(up(1)));
}

TEST_CASE("a driver that says what is wrong goes on being asked") {
  history h;
  for (int i = 0; i < 9; ++i) h.see(up(1), failed), h.see(up(1), skipped), h.see(up(1), not_run);
  CHECK(!h.out(up(1)));
}

TEST_CASE("of a pair that is lost each may be the sick one") {
  history h;
  for (int i = 0; i < 3; ++i) h.see(pair(0, 1), crashed);
  CHECK(h.out(pair(0, 1)));
  CHECK(h.out(pair(1, 0)));
  CHECK(!h.out(up(0)));
  CHECK(!h.out(pair(0, 2)));
  h.see(pair(0, 2), measured);
  h.see(pair(1, 2), crashed);
  CHECK(h.out(up(1)));  // with another partner as well
  CHECK(h.out(pair(1, 3)));
  CHECK(!h.out(pair(0, 2)));
  CHECK(!h.out(up(0)));
}

TEST_CASE("devices of different nodes are different ones") {
  history h;
  auto far = up(1);
  far.lanes[0].destination.node = 2;
  for (int i = 0; i < 3; ++i) h.see(far, crashed);
  CHECK(h.q.reason(far).find("device node2/1") != std::string::npos);
  CHECK(!h.out(up(1)));
}

TEST_CASE("a cell of the host alone is never given up") {
  history h;
  cell c = between(host_end(0), host_end(1));
  for (int i = 0; i < 9; ++i) h.see(c, crashed);
  CHECK(!h.out(c));
}

TEST_CASE("of many that run together a loss convicts nobody") {
  history h;
  cell all;
  for (int d = 0; d < 4; ++d) all.lanes.push_back({device_end(d), host_end()});
  for (int i = 0; i < 3; ++i) h.see(all, crashed);
  CHECK(h.out(all));
  for (int d = 0; d < 4; ++d) CHECK(!h.out(up(d)));
}

TEST_CASE("a cell that a device has to itself tells who of a pair it is") {
  history h;
  h.see(pair(0, 1), crashed), h.see(pair(1, 0), crashed), h.see(up(0), crashed);
  CHECK(h.out(up(0)));
  CHECK(!h.out(up(1)));
}

TEST_CASE("losses with a partner that is given up count against nobody else") {
  history h;
  for (int i = 0; i < 3; ++i) h.see(up(1), crashed), h.see(up(2), crashed);
  h.see(pair(0, 1), crashed), h.see(pair(0, 2), crashed), h.see(pair(0, 1), crashed);
  CHECK(!h.out(up(0)));
  CHECK(h.out(up(1)));
}
