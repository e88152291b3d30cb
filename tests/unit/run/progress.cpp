// SPDX-License-Identifier: MIT
#include <lanemark/run/progress.hpp>

#include <cmath>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::literals;

namespace {
any_event starts(std::size_t i) { return event::cell_started{i, "cell" + std::to_string(i)}; }
any_event ends(std::size_t i) { return event::cell_finished{i, {}}; }
nanoseconds at(double seconds) { return nanoseconds{seconds * 1e9}; }
}  // namespace

TEST_CASE("waiting times") {
  CHECK(waiting_text(0) == "0 s");
  CHECK(waiting_text(0.2) == "1 s");
  CHECK(waiting_text(59) == "59 s");
  CHECK(waiting_text(60) == "1 min");
  CHECK(waiting_text(80) == "1 min 20 s");
  CHECK(waiting_text(7500) == "2 h 5 min");
  CHECK(waiting_text(NAN) == "unknown");
  CHECK(waiting_text(-1) == "unknown");
}

TEST_CASE("a terminal gets one line that is written over and goes away") {
  progress_line p({2, 2, 4}, progress_line::style::terminal);
  CHECK(p.seen(event::started{"host", false, 3}, at(0)) == "\r[0/3, about 8 s left] ");
  CHECK(p.seen(starts(0), at(0.05)).empty());  // ten times a second at most
  CHECK(p.seen(event::batch{0, {}}, at(1)) == "\r[0/3, about 8 s left] cell0");
  CHECK(p.seen(ends(0), at(4)) == "\r[1/3, about 12 s left] cell0");  // twice as slow as thought
  CHECK(p.seen(starts(1), at(4.2)) == "\r[1/3, about 12 s left] cell1");
  CHECK(p.seen(ends(1), at(8)) == "\r[2/3, about 8 s left] cell1 ");
  CHECK(p.seen(event::finished{}, at(9)) == "\r" + std::string(27, ' ') + "\r");
}

TEST_CASE("a long line is cut before it wraps") {
  progress_line p({2}, progress_line::style::terminal, 20);
  CHECK(p.seen(event::started{}, at(0)).size() == 20);
}

TEST_CASE("a file gets a line for a tenth, not more often than in 5 s, and one in 30 s") {
  progress_line p(std::vector<double>(20, 0.0), progress_line::style::lines);
  CHECK(p.seen(event::started{}, at(0)).empty());
  CHECK(p.seen(starts(0), at(0)).empty());
  CHECK(p.seen(ends(0), at(6)).empty());  // a twentieth
  CHECK(p.seen(starts(1), at(6)).empty());
  CHECK(p.seen(ends(1), at(7)) == "cell 2/20, about 1 min 3 s left: cell1\n");
  CHECK(p.seen(starts(2), at(7)).empty());
  CHECK(p.seen(ends(2), at(8)).empty());
  CHECK(p.seen(ends(3), at(9)).empty());  // a tenth, but 2 s after the last
  CHECK(p.seen(event::batch{4, {}}, at(36)).find("cell 4/20") == 0);
  CHECK(p.seen(event::batch{4, {}}, at(65)).empty());
  CHECK(p.seen(event::batch{4, {}}, at(66)).find("cell 4/20") == 0);
  CHECK(p.seen(event::finished{}, at(99)).empty());
}

TEST_CASE("a resumed run counts from where it began") {
  progress_line p({10, 10, 10, 10}, progress_line::style::terminal);
  p.seen(starts(2), at(0));
  CHECK(p.seen(ends(2), at(5)) == "\r[3/4, about 5 s left] cell2 ");
}
