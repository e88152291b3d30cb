// SPDX-License-Identifier: MIT
#include <lanemark/judge/compare_exit.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
made_up::nights const& machine() {
  static made_up::nights const m(3);
  return m;
}
comparison of(std::vector<ruling> const& all) {
  comparison c;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    c.all.push_back({.series = i, .what = all[i], .sentence = "so"});
    c.tested += all[i] == ruling::ok || all[i] == ruling::regressed || all[i] == ruling::inconclusive;
  }
  return c;
}
using enum ruling;
}  // namespace

TEST_CASE("how a comparison ends") {
  struct row {
    std::vector<ruling> all;
    int code;
    char const* reason;
  };
  for (auto const& r :
       {row{{ok, ok}, 0, "none of 2 series regressed"},
        row{{ok, inconclusive}, 0, "none of 2 series regressed; 1 differ, and it is not certain"},
        row{{ok, regressed}, 3, "1 of 2 series regressed: s/t/bandwidth/d2d/single/0>2/size=4096"},
        row{{ok, missing}, 4, "1 series missing: s/t/bandwidth/d2d/single/0>2/size=4096: so"},
        row{{regressed, missing}, 3, "1 of 1 series regressed: s/t/bandwidth/d2d/single/0>1/size=4096"},
        row{{regressed, missing, incomparable}, 5, "1 series incomparable: s/t/bandwidth/d2d/single/1>0/size=4096: so"},
        row{{learning, fresh}, 0, "learning: 1 series have too few runs to be judged"},
        row{{fresh}, 4, "nothing could be judged: the two sides share no series with a figure"},
        row{{}, 4, "nothing could be judged: the two sides share no series with a figure"}}) {
    auto const e = exit_of(of(r.all), machine().book, {}, 0, false);
    CHECK(e.code == r.code);
    CHECK(e.reason == r.reason);
  }
  CHECK(exit_of(of({ok, missing}), machine().book, {}, 0, true).code == 0);
  CHECK(exit_of(of({ok}), machine().book, {}, 2, false).reason == "2 series of this run violate a fixed limit");
  CHECK(exit_of(of({ok}), machine().book, {}, 2, false).code == 3);
  auto const other = exit_of(of({regressed}), machine().book, {"cpu.model was A, is B", "x"}, 0, false);
  CHECK(other.code == 5);
  CHECK(other.reason == "incomparable: cpu.model was A, is B (and 1 more)");
}

TEST_CASE("a machine-wide event says so") {
  auto c = of({regressed, regressed, regressed});
  c.machine_wide = true;
  CHECK(exit_of(c, machine().book, {}, 0, false).reason ==
        "machine-wide event, not confirmed: 3 of 3 series regressed: all series");
  c = of({ok});
  c.common.push_back({.measure = "bandwidth", .against = true});
  CHECK(exit_of(c, machine().book, {}, 0, false).code == 3);
}
