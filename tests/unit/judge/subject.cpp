// SPDX-License-Identifier: MIT
#include <lanemark/judge/subject.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a record becomes the cell that it is of") {
  record r{.id = "i",
           .test = "t",
           .measure = "bandwidth",
           .direction = "d2d",
           .mode = "bidirectional",
           .size_requested = {1000},
           .size = {1024},
           .affinity = "node:3",
           .issuer = "source",
           .cache = "cold",
           .semantics = "queue",
           .threads = 4};
  r.timer.name = "tsc", r.mechanism = "rep";
  r.lanes = {{.path = {device_end(0), device_end(1, 2)}}, {.path = {device_end(1, 2), device_end(0)}}};
  auto const c = subject_of(r);
  CHECK(c.id == "i");
  CHECK(c.test == "t");
  CHECK(c.direction == "d2d");
  CHECK(c.mode == "bidirectional");
  CHECK(to_string(c.lanes) == "0<>1.2");
  CHECK(c.lanes[1].issuer == side::source);
  CHECK(c.size_requested.count == 1000);
  CHECK(c.size.count == 1024);
  CHECK(c.affinity == placement{placement::wish::node, 3});
  CHECK(c.cache == "cold");
  CHECK(c.semantics == "queue");
  CHECK(c.timer == "tsc");
  CHECK(c.copy == "rep");
  CHECK(c.protocol == "auto");
  CHECK(c.threads == 4);
}

TEST_CASE("what a record does not say has its default") {
  record r{.measure = "sync"};
  r.mechanism = "two-lines";
  auto const c = subject_of(r);
  CHECK(c.protocol == "two-lines");
  CHECK(c.copy == "auto");
  CHECK(c.timer == "auto");
  CHECK(c.cache == "warm");
  CHECK(c.semantics == "default");
  CHECK(c.affinity == placement{});
  for (auto const* word : {"near", "far", "none", "node:0"}) {
    r.affinity = word;
    CHECK(to_string(subject_of(r).affinity) == word);
  }
}
