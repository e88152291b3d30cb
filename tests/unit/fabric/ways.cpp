// SPDX-License-Identifier: MIT
#include <lanemark/fabric/ways.hpp>

#include <set>
#include <tuple>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::fabric;

static_assert(blocking_track<share> && meeting_track<share>);
static_assert(send_ping<quantity::latency>::per_turn == 0.5 && send_stream::per_turn == 1);
static_assert(!send_ping<quantity::sync>::moves);

TEST_CASE("every way once, each with code and a clock") {
  std::set<std::tuple<std::string, std::string, std::string>> seen;
  for (auto const& w : ways()) {
    CHECK(seen.insert({std::string(w.measure), std::string(w.mechanism), std::string(w.timer)}).second);
    CHECK(w.clocked);
    CHECK(w.tuned);
  }
  CHECK(seen.size() == 16);
}

TEST_CASE("auto is send, whatever there is; others by name") {
  for (auto const* measure : {"bandwidth", "latency", "sync"}) {
    auto const w = way_of({.measure = measure, .timer = "steady"});
    REQUIRE(w);
    CHECK(w->mechanism == "send");
    CHECK(w->timer == "steady");
  }
  for (auto const* copy : {"send", "put", "shared"}) {
    auto const w = way_of({.measure = "latency", .timer = "steady", .copy = copy});
    REQUIRE(w);
    CHECK(w->mechanism == copy);
  }
}

TEST_CASE("what there is not is answered with what there is") {
  auto const no = way_of({.measure = "sync", .timer = "steady", .copy = "put"});
  REQUIRE(!no);
  CHECK(no.error().kind == fault::unsupported);
  CHECK(no.error().text ==
        "between nodes there is no sync by put timed by steady; it goes by send, shared, timed by tsc, steady");
  CHECK(!way_of({.measure = "latency", .timer = "device"}));
  auto const queue = way_of({.measure = "latency", .timer = "steady", .semantics = "queue"});
  REQUIRE(!queue);
  CHECK(queue.error().text.find("between nodes there is no semantics queue") == 0);
}
