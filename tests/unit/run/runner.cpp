// SPDX-License-Identifier: MIT
#include <lanemark/run/runner.hpp>

#include <memory>
#include <stdexcept>

#include <lanemark_catch2.hpp>

#include "made_up_machine.hpp"

using namespace lanemark;

namespace {
std::vector<record> all_of(made_up::machine& m, std::vector<cell> const& cells, std::vector<any_event>& events,
                           std::size_t first = 0) {
  record_collector keep;
  run(
      m, cells, [&](any_event const& e) { events.push_back(e), keep(e); }, m.stop, first);
  return keep.records();
}
std::vector<record> all_of(made_up::machine& m, std::vector<cell> const& cells) {
  std::vector<any_event> events;
  return all_of(m, cells, events);
}
}  // namespace

TEST_CASE("a measured cell carries its plan and what was measured") {
  made_up::machine m;
  auto c = made_up::planned("h2d", {{host_end(), device_end(0)}}, 1000);
  c.affinity = {.kind = placement::wish::far};
  c.threads = 2, c.lanes[0].issuer = side::source;
  auto const records = all_of(m, {c});
  REQUIRE(records.size() == 1);
  auto const& r = records[0];
  CHECK(r.id ==
        "made-up/pairs/bandwidth/h2d/single/host>0/size=1000/timer=counted/affinity=far/issuer=source/threads=2");
  CHECK(r.test == "pairs");
  CHECK(r.status == outcome::measured);
  CHECK(r.size.count == 1000);
  CHECK(r.affinity == "far");
  CHECK(r.issuer == "source");
  CHECK(r.threads == 2);
  CHECK(r.unit == "B/s");
  REQUIRE(r.summary);
  CHECK(r.summary->median == 1e9);  // 1000 bytes in 1000 ns
  REQUIRE(r.lanes.size() == 1);
  CHECK(to_string(r.lanes[0].path) == "host>0");
}

TEST_CASE("what goes wrong costs one cell, is named, and the run goes on") {
  made_up::machine m;
  std::vector<cell> cells;
  for (auto const* test : {"fine", "unsupported", "broken", "no-memory", "throws", "throws-int", "fine"}) {
    cells.push_back(made_up::planned("h2d", {{host_end(), device_end(0)}}, 1 << 20));
    cells.back().test = test;
  }
  cells.push_back(cells[0]);
  cells.back().impossible = "device 0 has no such thing";
  auto const r = all_of(m, cells);
  REQUIRE(r.size() == cells.size());
  CHECK(r[0].status == outcome::measured);
  CHECK(r[1].status == outcome::skipped);
  CHECK(r[1].reason == "the made-up machine cannot do that");
  CHECK(r[2].status == outcome::failed);
  CHECK(r[3].status == outcome::failed);
  CHECK(r[3].reason == "no memory for a cell of 1MiB: lower `size`, or free memory; the run goes on");
  CHECK(r[4].reason == "a sentence");
  CHECK(r[5].reason == "the backend threw something that is no std::exception");
  CHECK(r[6].status == outcome::measured);
  CHECK(r[7].status == outcome::skipped);
  CHECK(r[7].reason == "device 0 has no such thing");
  CHECK(r[7].unit == "B/s");
  CHECK(m.opened == 7);
}

TEST_CASE("an interrupted run accounts for every cell") {
  made_up::machine m;
  std::vector<cell> const cells(4, made_up::planned("h2d", {{host_end(), device_end(0)}}, 1000));
  m.stop_at = 2;
  std::vector<any_event> events;
  auto const r = all_of(m, cells, events);
  REQUIRE(r.size() == 4);
  CHECK(r[0].status == outcome::measured);
  CHECK(r[1].status == outcome::not_run);
  CHECK(r[1].reason.find("interrupted after") == 0);
  CHECK(r[1].samples.empty());
  CHECK(r[2].status == outcome::not_run);
  CHECK(r[3].reason == std::string(interrupted_reason));
  CHECK(m.opened == 2);
  auto const& end = std::get<event::finished>(events.back());
  CHECK(end.interrupted);
  CHECK(end.measured == 1);
  CHECK(end.failed == 3);
}

TEST_CASE("events come in order, and a resumed run begins where it is told") {
  made_up::machine m;
  std::vector<cell> const cells(3, made_up::planned("h2d", {{host_end(), device_end(0)}}, 1000));
  std::vector<any_event> events;
  CHECK(all_of(m, cells, events, 2).size() == 1);
  REQUIRE(events.size() >= 5);
  CHECK(std::get<event::started>(events[0]).cells == 3);
  CHECK(std::get<event::started>(events[0]).backend == "made-up");
  CHECK(std::get<event::cell_started>(events[1]).index == 2);
  std::size_t samples = 0;
  for (auto const& e : events)
    if (auto const* b = std::get_if<event::batch>(&e)) samples += b->samples.size();
  auto const& done = std::get<event::cell_finished>(events[events.size() - 2]);
  CHECK(done.index == 2);
  CHECK(samples == done.what.samples.size());
}

TEST_CASE("no cells are a run too") {
  made_up::machine m;
  std::vector<any_event> events;
  CHECK(all_of(m, {}, events).empty());
  CHECK(events.size() == 2);
}
