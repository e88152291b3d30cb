// SPDX-License-Identifier: MIT
#include <lanemark/judge/compare_verdicts.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a judgement in words") {
  comparison c;
  series_verdict v{
      .what = ruling::regressed, .value = 45e9, .reference = 50e9, .effect = -0.1, .runs = 20, .unit = "B/s"};
  CHECK(sentence_of(v, c) == "10 % less than 50 GB/s, the median of 20 runs: 45 GB/s");
  v.rerun = 44.9e9;
  CHECK(sentence_of(v, c) == "10 % less than 50 GB/s, the median of 20 runs: 45 GB/s; in the rerun: 44.9 GB/s");
  v.what = ruling::unstable, v.rerun = 50e9, v.since = "r1";
  CHECK(sentence_of(v, c) ==
        "10 % less than 50 GB/s, the median of 20 runs: 45 GB/s; not so in the rerun: 50 GB/s; its level was left in "
        "run r1");
  v = {.what = ruling::inconclusive, .value = 770, .reference = 700, .effect = 0.1, .adjusted = 0.2, .unit = "ns"};
  c.by = comparison::method::samples;
  CHECK(sentence_of(v, c) == "10 % more than 700 ns, the base: 770 ns; not certain, p 0.2 among all series");
  v.sentence = "so";
  CHECK(sentence_of(v, c) == "so");
}

TEST_CASE("the verdicts of a run") {
  made_up::nights const m(3);
  comparison c;
  std::vector<ruling> const all{ruling::ok,       ruling::regressed, ruling::missing,
                                ruling::learning, ruling::fresh,     ruling::incomparable};
  for (std::uint32_t i = 0; i < all.size(); ++i)
    c.all.push_back({.series = i, .what = all[i], .value = 1, .reference = 2});
  auto v = verdicts_of(c, m.book);
  REQUIRE(v.size() == 4);
  CHECK(v[1].what == ruling::regressed);
  CHECK(v[1].series == m.book[1].id);
  CHECK(v[1].value == 1);
  CHECK(v[1].bound == 2);
  CHECK(verdicts_of(c, m.book, true).size() == 3);
}
