// SPDX-License-Identifier: MIT
#include <lanemark/backend/sim/track.hpp>

#include <chrono>

#include <sys/wait.h>
#include <unistd.h>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_sim;
using lane_track = on_sim::track;
using kind = fault_rule::kind;

namespace {
/// A lane alone in its world: 1000 ns, then 100 000 bytes at 50 a ns.
lane_track lone_track(std::optional<kind> wrong = {}) {
  auto const w = std::make_shared<world>();
  lane_track t{
      .where = w, .way = w->add_flow(), .alone = {1000, 50}, .signal_ns = 2000, .size = 100'000, .wrong = wrong};
  t.label = "0>1";
  return t;
}
progress play(lane_track& t, submit_function<lane_track> submit = on_sim::copy<quantity::bandwidth>::submit,
              std::size_t n = 1, double deadline = 1e9) {
  t.arm(submit, n);
  t.where->open_gate();
  return t.settle(nanoseconds{deadline});
}
double wall_ns(progress& ended, lane_track& t, double deadline) {
  auto const begun = std::chrono::steady_clock::now();
  ended = play(t, on_sim::copy<quantity::bandwidth>::submit, 1, deadline);
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begun).count();
}
}  // namespace

static_assert(queued_track<lane_track>);

TEST_CASE("a copy takes overhead + size / bandwidth, n of them n times that, none nothing") {
  auto t = lone_track();
  CHECK(play(t) == progress::done);
  CHECK(t.lasted() == nanoseconds{3000});
  CHECK(play(t, on_sim::copy<quantity::latency>::submit, 5) == progress::done);
  CHECK(t.lasted() == nanoseconds{15'000});
  CHECK(play(t, on_sim::copy<quantity::bandwidth>::submit, 0) == progress::done);
  CHECK(t.lasted() == nanoseconds{0});
}

TEST_CASE("a ping is there and back, half of it is the figure") {
  auto t = lone_track();
  CHECK(play(t, ping::submit) == progress::done);
  CHECK(t.lasted() * ping::per_turn == nanoseconds{2000});
}

TEST_CASE("a payload arrives only by a copy") {
  auto t = lone_track();
  pattern const p{.seed = 7}, other{.seed = 8}, constant{.seed = 7, .constant = 1};
  REQUIRE_FALSE(t.fill(p));
  CHECK(t.check(p)->kind == fault::corrupt);
  CHECK(t.check(p)->text.find("what was there before the copy") != std::string::npos);
  REQUIRE(play(t) == progress::done);
  CHECK_FALSE(t.check(p));
  CHECK(t.check(other));
  CHECK(t.check(constant));
  REQUIRE_FALSE(t.fill(p));
  CHECK(t.check(p));  // poisoned again
}

TEST_CASE("each fault does what it says and nothing else") {
  pattern const p{.seed = 3};
  struct row {
    std::optional<kind> wrong;
    progress ended;
    std::optional<fault> trouble, check;
    char const* says;
  };
  for (auto const& r : std::vector<row>{{std::nullopt, progress::done, {}, {}, ""},
                                        {kind::fail, progress::done, fault::failed, {}, "the copy failed"},
                                        {kind::crash, progress::done, fault::crashed, {}, "the driver crashed"},
                                        {kind::abort, progress::done, fault::crashed, {}, "the driver aborted"},
                                        {kind::kill, progress::done, fault::crashed, {}, "the driver was killed"},
                                        {kind::slow_start, progress::done, {}, {}, ""},
                                        {kind::corrupt, progress::done, {}, fault::corrupt, "another payload"},
                                        {kind::slow, progress::done, {}, {}, ""},
                                        {kind::hang, progress::late, {}, fault::corrupt, "before the copy"},
                                        {kind::stuck, progress::late, {}, fault::corrupt, "before the copy"}}) {
    auto t = lone_track(r.wrong);
    if (r.wrong == kind::slow) t.slowness = 3;
    INFO("fault " << (r.wrong ? static_cast<int>(*r.wrong) : -1));
    REQUIRE_FALSE(t.fill(p));
    CHECK(play(t, on_sim::copy<quantity::bandwidth>::submit, 1, 12'345) == r.ended);
    auto const trouble = t.trouble(), check = t.check(p);
    CHECK((trouble ? std::optional(trouble->kind) : std::nullopt) == r.trouble);
    CHECK((check ? std::optional(check->kind) : std::nullopt) == r.check);
    auto const said = trouble ? trouble->text : check ? check->text : "";
    CHECK(said.find(r.says) != std::string::npos);
    if (!said.empty()) CHECK(said.find("0>1") != std::string::npos);
    if (r.ended == progress::done) CHECK(t.lasted() == nanoseconds{r.wrong == kind::slow ? 9000.0 : 3000.0});
    CHECK(t.where->now() == (r.ended == progress::late ? 12'345 : r.wrong == kind::slow ? 9000 : 3000));
  }
}

TEST_CASE("on a virtual clock a hang of half a minute takes no time") {
  auto t = lone_track(kind::hang);
  progress ended{};
  CHECK(wall_ns(ended, t, 30e9) < 5e9);
  CHECK(ended == progress::late);
  CHECK(t.where->now() == 30e9);
}

TEST_CASE("under real pace a copy and a wait last as long as they say") {
  auto t = lone_track();
  t.real_pace = true;
  t.alone.wait_ns = 20e6;
  progress ended{};
  CHECK(wall_ns(ended, t, 1e9) >= 20e6);
  CHECK(ended == progress::done);
  auto hung = lone_track(kind::hang);
  hung.real_pace = true;
  CHECK(wall_ns(ended, hung, 30e6) >= 30e6);
  CHECK(ended == progress::late);
}

TEST_CASE("under real pace a crash kills its process and a stuck call stays") {
  struct death {
    kind what;
    int signal;
  };
  auto const [what, number] = GENERATE(death{kind::crash, SIGSEGV}, death{kind::abort, SIGABRT},
                                       death{kind::kill, SIGKILL}, death{kind::stuck, SIGALRM});
  auto const child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (auto const own : {SIGSEGV, SIGABRT}) signal(own, SIG_DFL);  // Catch2 has some of its own
    alarm(1);                                                        // whoever supervises
    auto t = lone_track(what);
    t.real_pace = true;
    (void)play(t, on_sim::copy<quantity::bandwidth>::submit, 1, 1e6);
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == number);
}

TEST_CASE("jitter varies the samples of a lane alike in every run, about its own time") {
  auto laps = [](std::uint64_t seed) {
    auto t = lone_track();
    t.jitter = jitter_kind::lognormal, t.cv = 0.1, t.seed = seed, t.series = 5;
    std::vector<double> out;
    double before = 0;
    for (int i = 0; i < 50; ++i) {
      REQUIRE(play(t) == progress::done);
      out.push_back(t.lasted().count());
      CHECK(t.lasted().count() != before);
      before = out.back();
    }
    return out;
  };
  auto const one = laps(1);
  CHECK(one == laps(1));
  CHECK(one != laps(2));
  double sum = 0;
  for (auto const x : one) sum += x;
  CHECK(sum / 50 == Approx(3000).epsilon(0.1));
  CHECK(one[7] == Approx(3000 * jitter_factor(jitter_kind::lognormal, 0.1, 1, 5, 7)).epsilon(1e-12));
}
