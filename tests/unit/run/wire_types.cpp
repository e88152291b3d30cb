// SPDX-License-Identifier: MIT
#include <lanemark/run/wire_types.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::wire;

namespace {
lane placed(int from, int to) {
  lane l{device_end(1, 2), device_end(3), side::destination};
  l.source.node = from, l.destination.node = to;
  return l;
}
/// What arrives of a value, sent once more: equal bytes mean that no member was lost on the way.
template <class T>
std::string again(T const& value) {
  auto const bytes = to_bytes(value);
  T there;
  REQUIRE(from_bytes(bytes, there));
  CHECK(to_bytes(there) == bytes);
  return bytes;
}
}  // namespace

TEST_CASE("every member of a cell makes a difference on the way") {
  cell const plain{};
  auto const base = again(plain);
  std::vector<cell> changed(24, plain);
  std::size_t i = 0;
  changed[i++].index = 3;
  changed[i++].id = "a/b";
  changed[i++].test = "t";
  changed[i++].measure = "sync";
  changed[i++].direction = "node";
  changed[i++].mode = "parallel";
  changed[i++].lanes = {placed(0, 1)};
  changed[i++].size_requested = {5};
  changed[i++].size = {512};
  changed[i++].affinity = {placement::wish::node, 2};
  changed[i++].timer = "tsc";
  changed[i++].copy = "put";
  changed[i++].cache = "cold";
  changed[i++].protocol = "two-lines";
  changed[i++].semantics = "queue";
  changed[i++].threads = 4;
  changed[i++].pages = "small";
  changed[i++].priority = "high";
  changed[i++].schedule = "rounds";
  changed[i++].flags = 1;
  changed[i++].missing_fails = true;
  changed[i++].how.constant = 7;
  changed[i++].how.wait = nanoseconds{1};
  changed[i++].impossible = "no";
  REQUIRE(i == changed.size());
  for (std::size_t k = 0; k < changed.size(); ++k) {
    INFO(k);
    CHECK(again(changed[k]) != base);
  }
}

TEST_CASE("a record comes home whole") {
  record r{.id = "id", .test = "t", .measure = "latency", .direction = "node", .mode = "single"};
  r.status = outcome::timed_out, r.reason = "late", r.stop = "time", r.unit = "ns";
  r.timer = {"tsc", 0.5, 10, 20};
  r.samples = {1.5, 2.5};
  r.summary = summary{.n = 2, .median = 2, .ci_low = {}, .ci_high = 3.0};
  r.lanes = {{placed(0, 1), r.summary, {.cpus = {1, 2}, .source_node = 0, .warnings = {"w"}}}};
  r.warnings = {"a", "b"};
  r.skew_ns = -1;
  record home;
  REQUIRE(from_bytes(again(r), home));
  CHECK(home.status == outcome::timed_out);
  CHECK(home.samples == r.samples);
  CHECK(!home.summary->ci_low);
  CHECK(home.summary->ci_high == 3.0);
  CHECK(home.lanes[0].path == r.lanes[0].path);
  CHECK(home.lanes[0].obtained.cpus == std::vector<int>{1, 2});
  CHECK(home.lanes[0].obtained.warnings == std::vector<std::string>{"w"});
  CHECK(home.timer.step_ns == 10);
  CHECK(home.skew_ns == -1);
  CHECK(home.warnings == r.warnings);
}

TEST_CASE("a problem keeps its kind") {
  problem p;
  REQUIRE(from_bytes(to_bytes(problem{fault::corrupt, "bad"}), p));
  CHECK(p.kind == fault::corrupt);
  CHECK(p.text == "bad");
}
