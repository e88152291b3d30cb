// SPDX-License-Identifier: MIT
#include <lanemark/run/supervisor.hpp>

#include <csignal>
#include <string>
#include <vector>

#include <lanemark_catch2.hpp>

#include "made_up_machine.hpp"

using namespace lanemark;

namespace {
/// A supervised run of tests of the made-up machine, each on a device of its own.
struct supervised {
  std::vector<cell> cells{};
  std::vector<record> records{};
  std::string journal{};
  std::vector<std::string> order{};
  made_up::machine m{};
  supervised_run what{};

  explicit supervised(std::vector<std::string> const& tests, bool one_device = false) {
    for (auto const& test : tests) {
      auto const device = one_device ? 0 : static_cast<int>(cells.size());
      cells.push_back(made_up::planned("h2d", {{host_end(), device_end(device)}}, 4096));
      cells.back().test = test, cells.back().how.wait = nanoseconds{0.2e9},
      cells.back().how.timeout = nanoseconds{0.4e9};
      what.todo.push_back(what.todo.size());
    }
    what.section = 5, what.simulated = true;
    what.settle = [](auto const*&) {
      std::signal(SIGTERM, SIG_DFL);
    };  // the test program's handler is not the worker's
    what.grace = nanoseconds{0.2e9};
    what.open = [this] { return result<machine*>(&m); };
    what.signal = [] { return 0; };
    what.keep = [this](std::string_view line) { journal += line, order.push_back("kept"); };
  }
  event::finished run() {
    what.cells = cells;
    record_collector all;
    auto const tell = [&](any_event const& e) {
      all(e);
      if (std::holds_alternative<event::cell_finished>(e)) order.push_back("counted");
    };
    auto const end = supervisor(what, tell).run();
    records = all.records();
    return end;
  }
};
std::vector<std::string> reasons(supervised const& s) {
  std::vector<std::string> all;
  for (auto const& r : s.records) all.push_back(std::string(name_of(r.status)) + ": " + r.reason);
  return all;
}
}  // namespace

TEST_CASE("a worker measures what a run in this process measures") {
  supervised s({"fine", "unsupported", "broken", "throws", "fine"});
  auto const end = s.run();
  CHECK(end.measured == 2);
  CHECK(end.skipped == 1);
  CHECK(end.failed == 2);
  REQUIRE(s.records.size() == 5);
  record_collector here;
  run(
      s.m, s.cells, [&](any_event const& e) { here(e); }, s.m.stop);
  for (std::size_t i = 0; i < 5; ++i) CHECK(wire::to_bytes(s.records[i]) == wire::to_bytes(here.records()[i]));
}

TEST_CASE("a cell is in the journal before it counts") {
  supervised s({"fine", "killed", "fine"});
  s.run();
  CHECK(s.order == std::vector<std::string>{"kept", "counted", "kept", "counted", "kept", "counted"});
  std::string lines = journal_line(journal_head{.version = "x"});
  lines += journal_line(5, journal_section{.name = "made-up", .cells = 3, .missing_fails = {false, false, false}});
  auto const j = read_journal(lines + s.journal, "j");
  REQUIRE(j);
  CHECK(j->damaged.empty());
  REQUIRE(j->sections.at(5).records.size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(wire::to_bytes(j->sections[5].records.at(i)) == wire::to_bytes(s.records[i]));
}

TEST_CASE("a worker that dies or is silent costs the cell that it was at") {
  supervised s({"fine", "killed", "fine", "exits", "stuck", "fine"});
  auto const end = s.run();
  CHECK(end.measured == 3);
  CHECK(end.failed == 3);
  CHECK(!end.interrupted);
  auto const why = reasons(s);
  REQUIRE(why.size() == 6);
  CHECK(why[1] == "crashed: the worker was ended by SIGKILL (9) while opening the cell; a fresh one went on");
  CHECK(why[3] == "crashed: the worker ended by itself with status 7 while opening the cell; a fresh one went on");
  CHECK(why[4].find("timed-out: the worker did not come back from opening the cell on lane host>4 within ") == 0);
  CHECK(why[5] == "measured: ");
}

TEST_CASE("a device that kills its worker three times is left alone") {
  supervised s({"killed", "exits", "killed", "killed", "fine"}, true);
  auto const end = s.run();
  CHECK(end.failed == 3);
  CHECK(end.skipped == 2);
  CHECK(reasons(s).back() ==
        "skipped: quarantined: device 0 was lost in three cells in a row; look at it, then run again");
}

TEST_CASE("only the cells that are left are measured") {
  supervised s({"fine", "killed", "fine"});
  s.what.todo = {2};
  CHECK(s.run().measured == 1);
  CHECK(s.records.size() == 1);
  s.what.todo = {};
  CHECK(s.run().measured == 0);
}

TEST_CASE("a backend that cannot be opened again fails the rest with its reason") {
  supervised s({"fine", "fine"});
  s.what.open = [] { return result<machine*>(problem{fault::failed, "the driver is gone"}); };
  CHECK(s.run().failed == 2);
  CHECK(reasons(s) == std::vector<std::string>(2, "failed: the driver is gone"));
}

TEST_CASE("a backend that kills every worker while it is opened is given up") {
  supervised s({"fine", "fine"});
  s.what.open = []() -> result<machine*> { _exit(3); };
  CHECK(s.run().failed == 2);
  CHECK(reasons(s)[0] ==
        "failed: the worker ended by itself with status 3 while opening the backend, three times in a row");
}

TEST_CASE("a backend that hangs while it is opened is given up") {
  supervised s({"fine"});
  s.what.open_limit = nanoseconds{0.1e9};
  s.what.open = []() -> result<machine*> {
    for (;;) pause();
  };
  CHECK(s.run().failed == 1);
  CHECK(reasons(s)[0].find("failed: the worker did not come back from opening the backend within ") == 0);
}

TEST_CASE("a signal ends the worker, and what it was at is not counted") {
  supervised s({"fine", "stuck", "fine"});
  int asked = 0;
  s.what.patience = nanoseconds{0.1e9};
  s.what.signal = [&] { return ++asked > 3 ? 15 : 0; };
  auto const end = s.run();
  CHECK(end.interrupted);
  CHECK(s.records.size() < 3);
  CHECK(end.failed == 0);
}

TEST_CASE("of simulated time silence says nothing") {
  supervised s({"fine"});
  s.what.own_time = true;
  s.cells[0].how.wait = s.cells[0].how.timeout = nanoseconds{0};
  s.what.grace = nanoseconds{0};
  s.what.open = [&s] {
    usleep(50'000);
    return result<machine*>(&s.m);
  };
  s.run();
  CHECK(s.records.size() == 1);
  CHECK(s.records[0].status == outcome::timed_out);  // by its own clock, not by the supervisor's
  CHECK(s.records[0].reason.find("the cell ran over its timeout") == 0);
}
