// SPDX-License-Identifier: MIT
#include <lanemark/judge/exit_code.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
verdict of(ruling what) { return {.what = what, .series = "s/t/x", .sentence = "it is so"}; }
}  // namespace

TEST_CASE("each cause has its code and its sentence") {
  auto const below = of(ruling::below_limit), regressed = of(ruling::regressed), unmet = of(ruling::unmet),
             missing = of(ruling::missing), ok = of(ruling::ok), foreign = of(ruling::incomparable);
  auto code = [](run_facts f, int expected, std::string const& reason) {
    auto const e = exit_of(f);
    CHECK(e.code == expected);
    CHECK(e.reason == reason);
  };
  run_facts const good{.planned = 4, .measured = 3, .skipped = 1};
  code(good, 0, "measured 3 of 4 planned, 1 skipped, 0 failed");
  code({.planned = 4, .measured = 2, .skipped = 1, .failed = 1}, 1,
       "1 cell failed: measured 2 of 4 planned, 1 skipped, 1 failed");
  code({.planned = 4, .measured = 2, .failed = 2}, 1, "2 cells failed: measured 2 of 4 planned, 0 skipped, 2 failed");
  code({.planned = 1, .measured = 1, .trouble = {"cannot write out.json: disk full"}}, 1,
       "cannot write out.json: disk full");
  code({.usage = {"x.toml:1:1: error: a", "b", "c"}}, 2, "x.toml:1:1: error: a (and 2 more)");
  code({.planned = 1, .measured = 1, .incomparable = {"another machine"}}, 5, "another machine");
  code({.planned = 1, .measured = 1, .verdicts = {&foreign, 1}}, 5, "1 incomparable: s/t/x: it is so");
  code({.planned = 1, .measured = 1, .verdicts = {&below, 1}}, 3, "1 against the machine: s/t/x: it is so");
  code({.planned = 1, .measured = 1, .verdicts = {&regressed, 1}}, 3, "1 against the machine: s/t/x: it is so");
  code({.planned = 1, .measured = 1, .verdicts = {&ok, 1}}, 0, "measured 1 of 1 planned, 0 skipped, 0 failed");
  code({.planned = 1, .measured = 1, .verdicts = {&unmet, 1}}, 4, "1 not judged: s/t/x: it is so");
  code({.planned = 1, .measured = 1, .verdicts = {&missing, 1}}, 4, "1 not judged: s/t/x: it is so");
  code({.planned = 1, .measured = 1, .unmet = {"expected 8 devices, and backend cuda has 7"}}, 4,
       "expected 8 devices, and backend cuda has 7");
  code({.planned = 2, .measured = 1, .skipped = 1, .missing = 1}, 4,
       "1 cell is missing that missing = \"fail\" requires: measured 1 of 2 planned, 1 skipped, 0 failed");
  code({.planned = 3, .measured = 1}, 4, "not all of the plan ran: measured 1 of 3 planned, 0 skipped, 0 failed");
  code({.planned = 3, .measured = 1, .signal = 2}, 130,
       "ended by signal 2: measured 1 of 3 planned, 0 skipped, 0 failed");
  std::vector<verdict> const two{ok, below, of(ruling::above_limit)};
  code({.planned = 3, .measured = 3, .verdicts = two}, 3, "2 against the machine, the first: s/t/x: it is so");
}

TEST_CASE("nothing measured is never success") {
  CHECK(exit_of({}).code == 4);
  CHECK(exit_of({}).reason == "nothing was measured: measured 0 of 0 planned, 0 skipped, 0 failed");
  CHECK(exit_of({.planned = 5, .skipped = 5}).code == 4);
  auto const ok = of(ruling::ok);
  CHECK(exit_of({.planned = 5, .skipped = 5, .verdicts = {&ok, 1}}).code == 4);
}

TEST_CASE("precedence: 2, 1, 5, 3, 4, and a signal before all") {
  std::vector<verdict> const verdicts{of(ruling::unmet), of(ruling::below_limit)};
  run_facts all{.planned = 4,
                .measured = 1,
                .skipped = 1,
                .failed = 1,
                .missing = 1,
                .usage = {"u"},
                .trouble = {"t"},
                .incomparable = {"i"},
                .unmet = {"e"},
                .verdicts = verdicts,
                .signal = 15};
  CHECK(exit_of(all).code == 143);
  all.signal = 0;
  CHECK(exit_of(all).code == 2);
  all.usage.clear();
  CHECK(exit_of(all).code == 1);
  all.failed = 0;
  CHECK(exit_of(all).code == 1);
  all.trouble.clear();
  CHECK(exit_of(all).code == 5);
  all.incomparable.clear();
  CHECK(exit_of(all).code == 3);
  all.verdicts = {};
  CHECK(exit_of(all).code == 4);
  all.unmet.clear();
  CHECK(exit_of(all).code == 4);
  all.missing = 0;
  CHECK(exit_of(all).code == 4);
  all.planned = 2;
  CHECK(exit_of(all).code == 0);
}
