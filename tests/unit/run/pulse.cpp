// SPDX-License-Identifier: MIT
#include <lanemark/run/pulse.hpp>

#include <memory>
#include <utility>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// Writes down what the pulse said while it was called, and changes what it says of itself.
class listening final : public stage {
 public:
  pulse& p;
  std::vector<call>& heard;
  listening(pulse& to, std::vector<call>& into) : p(to), heard(into) { lanes = 2, mechanism = "listened"; }
  ~listening() override { heard.push_back(p.now); }
  progress ready(nanoseconds) override { return heard.push_back(p.now), progress::done; }
  progress play(std::size_t, std::size_t, nanoseconds, std::vector<lap>&) override {
    heard.push_back(p.now), culprit = 1, gated = false;
    return progress::late;
  }
  status fill(pattern const&) override { return heard.push_back(p.now), status{}; }
  status check(pattern const&) override { return heard.push_back(p.now), problem{fault::corrupt, "wrong"}; }
  status trouble() override { return {}; }
  nanoseconds now() const override { return nanoseconds{5}; }
  std::vector<obtained> placements() override { return {{}, {}}; }
};
class listener final : public machine {
 public:
  pulse& p;
  std::vector<call> heard{};
  explicit listener(pulse& to) : p(to) {}
  inventory describe() const override { return {.backend = "listener"}; }
  result<std::unique_ptr<stage>> open(cell const& c) override {
    heard.push_back(p.now);
    if (c.test == "no") return problem{fault::failed, "no"};
    return std::unique_ptr<stage>(std::make_unique<listening>(p, heard));
  }
};
}  // namespace

TEST_CASE("a watched machine says what it is asked for while it is, and nothing after") {
  pulse p;
  listener inner(p);
  watched_machine m(inner, p);
  CHECK(m.describe().backend == "listener");
  {
    auto opened = m.open({});
    REQUIRE(opened);
    auto& s = **opened;
    CHECK(s.lanes == 2);
    CHECK(s.mechanism == "listened");
    CHECK(s.ready({}) == progress::done);
    CHECK(!s.fill({}));
    std::vector<lap> laps;
    s.timer.overhead_ns = 3;  // measured from outside
    CHECK(s.play(1, 1, {}, laps) == progress::late);
    CHECK(s.culprit == 1);
    CHECK(!s.gated);
    CHECK(s.timer.overhead_ns == 3);
    CHECK(s.check({})->text == "wrong");
    CHECK(s.now().count() == 5);
    CHECK(s.placements().size() == 2);
    CHECK(p.now == call::none);
  }
  CHECK(inner.heard ==
        std::vector<call>{call::opening, call::starting, call::filling, call::copying, call::checking, call::closing});
  CHECK(p.now == call::none);
  CHECK(p.beats == 12);
}

TEST_CASE("what cannot be opened is said as it is") {
  pulse p;
  listener inner(p);
  watched_machine m(inner, p);
  auto const no = m.open({.test = "no"});
  REQUIRE(!no);
  CHECK(no.error().text == "no");
}
