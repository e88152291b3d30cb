// SPDX-License-Identifier: MIT
#include <lanemark/backend/sim/world.hpp>

#include <limits>

#include <lanemark_catch2.hpp>

using namespace lanemark::on_sim;

namespace {
constexpr double never = std::numeric_limits<double>::infinity();

/// A flow of one turn: waits, then moves bytes at its own rate over links.
std::shared_ptr<flow> armed(world& w, double wait, double bytes, double rate, std::vector<std::size_t> links = {},
                            std::size_t turns = 1) {
  auto f = w.add_flow();
  f->wait_each = wait, f->bytes_each = bytes, f->own_rate = rate, f->turns = turns, f->links = std::move(links);
  return f;
}
void run_all(world& w, std::vector<std::shared_ptr<flow>> const& flows) {
  w.open_gate();
  for (auto const& f : flows) REQUIRE(w.run(*f, never));
}
}  // namespace

TEST_CASE("one lane takes its wait and then size / bandwidth, with a link of enough room or without") {
  world w;
  auto const room = w.add_link(100);
  auto const links = GENERATE_COPY(std::vector<std::size_t>{}, std::vector<std::size_t>{room});
  auto const f = armed(w, 1000, 100'000, 50, links);
  run_all(w, {f});
  CHECK(f->finished == 3000);
  CHECK(w.now() == 3000);
}

TEST_CASE("a narrow link is what a lane gets") {
  world w;
  auto const f = armed(w, 1000, 100'000, 50, {w.add_link(20)});
  run_all(w, {f});
  CHECK(f->finished == 6000);
}

TEST_CASE("turns follow each other, each with its wait") {
  world w;
  auto const shared = w.add_link(100);
  auto const alone = armed(w, 10, 100, 10, {}, 7);
  run_all(w, {alone});
  CHECK(alone->finished == 7 * 20);
  auto const linked = armed(w, 10, 100, 10, {shared}, 7);
  run_all(w, {linked});
  CHECK(linked->finished == Approx(7 * 20).epsilon(1e-12));
}

TEST_CASE("two lanes over one link share it; a lane that ends leaves its share to the other") {
  world w;
  auto const link = w.add_link(50);
  auto const a = armed(w, 0, 100'000, 50, {link}), b = armed(w, 0, 100'000, 50, {link});
  run_all(w, {a, b});
  CHECK(a->finished == 4000);
  CHECK(b->finished == 4000);
  auto const small = armed(w, 0, 50'000, 50, {link}), large = armed(w, 0, 100'000, 50, {link});
  run_all(w, {large, small});  // 25 each up to 2000 ns, then 50 for the 50 000 bytes that are left
  CHECK(small->finished == 2000);
  CHECK(large->finished == 3000);
}

TEST_CASE("who waits takes no share") {
  world w;
  auto const link = w.add_link(50);
  auto const soon = armed(w, 0, 100'000, 50, {link}), later = armed(w, 1000, 100'000, 50, {link});
  run_all(w, {soon, later});
  // 50 000 bytes alone, then 25 a ns each: the first needs 2000 ns more; the second has 50 000 bytes left then
  CHECK(soon->finished == 3000);
  CHECK(later->finished == 4000);
  auto const early = armed(w, 0, 50'000, 50, {link}), late = armed(w, 1000, 50'000, 50, {link});
  run_all(w, {early, late});  // they never meet
  CHECK(early->finished == 1000);
  CHECK(late->finished == 2000);
}

TEST_CASE("a lane slower than its share leaves the rest to the others") {
  world w;
  auto const link = w.add_link(60);
  auto const slow = armed(w, 0, 10'000, 10, {link}), fast = armed(w, 0, 100'000, 100, {link});
  run_all(w, {slow, fast});  // 10 and 50 for 1000 ns, then 60 for 50 000 bytes
  CHECK(slow->finished == Approx(1000));
  CHECK(fast->finished == Approx(1000 + 50'000 / 60.0));
}

TEST_CASE("three lanes over two links, max-min fair") {
  // Bertsekas and Gallager, 6.5.2: link x of 10 carries a, b and c; link y of 20 carries c and d... by hand:
  // x is full first, at 10/3 each for a, b, c; d takes what is left of y, 20 - 10/3.
  world w;
  auto const x = w.add_link(10), y = w.add_link(20);
  auto const a = armed(w, 0, 1000, 1000, {x}), b = armed(w, 0, 1000, 1000, {x}), c = armed(w, 0, 1000, 1000, {x, y}),
             d = armed(w, 0, 1000, 1000, {y});
  run_all(w, {a, b, c, d});
  auto const d_ends = 1000 / (20 - 10 / 3.0);
  CHECK(d->finished == Approx(d_ends));
  CHECK(a->finished == Approx(300));
  CHECK(b->finished == Approx(300));
  CHECK(c->finished == Approx(300));

  // a over x, b over y, c over both: x of 10, y of 30. x gives a and c 5 each; b gets 25.
  world v;
  auto const p = v.add_link(10), q = v.add_link(30);
  auto const e = armed(v, 0, 1000, 1000, {p}), f = armed(v, 0, 1000, 1000, {q}), g = armed(v, 0, 1000, 1000, {p, q});
  run_all(v, {e, f, g});
  CHECK(f->finished == Approx(40));
  CHECK(e->finished == Approx(200));
  CHECK(g->finished == Approx(200));
}

TEST_CASE("the order in which flows are waited for changes nothing") {
  auto ends = [](bool turned) {
    world w;
    auto const link = w.add_link(30);
    std::vector<std::shared_ptr<flow>> flows{armed(w, 5, 1000, 20, {link}), armed(w, 0, 3000, 25, {link}),
                                             armed(w, 50, 10, 1, {link})};
    w.open_gate();
    std::vector<double> out;
    for (std::size_t i = 0; i < 3; ++i) REQUIRE(w.run(*flows[turned ? 2 - i : i], never));
    for (auto const& f : flows) out.push_back(f->finished);
    return out;
  };
  CHECK(ends(false) == ends(true));
}

TEST_CASE("a deadline that comes first ends the wait there") {
  world w;
  auto const linked = GENERATE(false, true);
  auto const f =
      armed(w, 1000, 100'000, 50, linked ? std::vector<std::size_t>{w.add_link(100)} : std::vector<std::size_t>{});
  w.open_gate();
  CHECK_FALSE(w.run(*f, 2999));
  CHECK(w.now() == 2999);
  CHECK(f->finished == -1);
  world v;
  auto const g = armed(v, 1000, 100'000, 50);
  v.open_gate();
  CHECK(v.run(*g, 3000));  // in time is up to the deadline
  world past;
  auto const h = armed(past, 1, 0, 1);
  past.open_gate();
  CHECK_FALSE(past.run(*h, -5));
  CHECK(past.now() == 0);  // time never goes back
}

TEST_CASE("a flow that nobody holds any more takes no share after the next gate") {
  world w;
  auto const link = w.add_link(50);
  {
    auto const left = armed(w, 0, 1e12, 50, {link});
    w.open_gate();
    REQUIRE_FALSE(w.run(*left, 100));
  }
  auto const f = armed(w, 0, 100'000, 50, {link});
  run_all(w, {f});
  CHECK(f->finished == 2000);
  CHECK(w.now() == 2000);  // nothing of the cell before is left, so this one found the clock at zero
}

TEST_CASE("laps are exact however long the run has been going") {
  world w;
  auto const link = w.add_link(100);
  auto const open = w.add_flow();  // a cell is open all the time
  w.skip_to(1e13);
  auto const f = armed(w, 0.125, 100, 50, {link});
  run_all(w, {f});
  CHECK(f->finished == 2.125);
  auto const a = armed(w, 0, 100, 60, {link}), b = armed(w, 0, 100, 60, {link});
  run_all(w, {a, b});
  CHECK(a->finished == 2);
  CHECK(w.now() == Approx(1e13 + 4.125).epsilon(1e-15));
}

TEST_CASE("a turn of nothing ends at once") {
  world w;
  auto const f = armed(w, 0, 0, 1);
  run_all(w, {f});
  CHECK(f->finished == 0);
}
