// SPDX-License-Identifier: MIT
#include <lanemark/judge/against_samples.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// The same night with samples around each median.
night sampled(night n, std::size_t count, double scatter = 0.004) {
  for (auto& r : n.readings) {
    r.n = count;
    for (std::size_t i = 0; i < count; ++i) {
      auto const wobble =
          count == 1 ? 0 : static_cast<double>((i * 7 + r.series * 3) % count) / static_cast<double>(count) - 0.5;
      r.samples.push_back(r.median * (1 + scatter * wobble));
    }
  }
  return n;
}
void slow(made_up::nights const& m, night& n, int a, int b, double by) {
  auto& r = m.of(n, a, b);
  r.median *= by;
  for (auto& x : r.samples) x *= by;
}
std::vector<night> one(night n) { return {std::move(n)}; }
}  // namespace

TEST_CASE("two runs by their samples") {
  made_up::nights const m(4);
  auto const base = one(sampled(m.at(1), 20));
  auto now = sampled(m.at(2), 20);
  auto c = judge_samples(now, base, m.book, {});
  CHECK(count_of(c, ruling::ok) == 12);
  REQUIRE(c.notes.size() == 1);
  CHECK(c.notes[0].find("how much runs differ from night to night is not known") != std::string::npos);
  slow(m, now, 0, 1, 0.9), slow(m, now, 1, 0, 1.1);
  c = judge_samples(now, base, m.book, {});
  CHECK(count_of(c, ruling::regressed) == 1);
  CHECK(count_of(c, ruling::improved) == 1);
  CHECK(m.book[c.candidates.at(0)].id.find("0>1") != std::string::npos);
}

TEST_CASE("samples that never vary differ exactly") {
  made_up::nights const m(3);
  auto const base = one(sampled(m.at(1), 3, 0));
  auto now = sampled(m.at(1), 3, 0);
  CHECK(count_of(judge_samples(now, base, m.book, {}), ruling::ok) == 6);
  slow(m, now, 0, 1, 2.0 / 3);
  auto const c = judge_samples(now, base, m.book, {});
  CHECK(count_of(c, ruling::regressed) == 1);
  CHECK(c.all[0].what == ruling::regressed);
  CHECK(std::fabs(c.all[0].effect + 1.0 / 3) < 1e-12);
  CHECK(*c.all[0].low == c.all[0].effect);
}

TEST_CASE("too few samples are said to be too few") {
  made_up::nights const m(4);
  for (std::size_t const n : {1U, 3U}) {
    INFO(n);
    auto const base = one(sampled(m.at(1), n));
    auto now = sampled(m.at(1), n);
    slow(m, now, 0, 1, 0.8);
    auto const c = judge_samples(now, base, m.book, {});
    CHECK(c.all[0].what == ruling::inconclusive);
    CHECK(c.all[0].sentence == (n == 1 ? "too few samples to test: 1 against 1"
                                       : "not certain enough: among 12 series a lone finding takes 6 samples a side, "
                                         "here are 3 against 3"));
    CHECK(count_of(c, ruling::ok) == 11);
  }
}

TEST_CASE("of several base runs all must be better") {
  made_up::nights const m(3);
  std::vector<night> base{sampled(m.at(1), 20), sampled(m.at(2), 20), sampled(m.at(3), 20)};
  auto now = sampled(m.at(4), 20);
  slow(m, now, 0, 1, 0.9);
  CHECK(judge_samples(now, base, m.book, {}).all[0].what == ruling::regressed);
  slow(m, base[0], 0, 1, 0.9);
  auto const c = judge_samples(now, base, m.book, {});
  CHECK(c.all[0].what == ruling::inconclusive);
  CHECK(c.all[0].sentence == "the samples differ, but the runs of the base reach as far");
}
