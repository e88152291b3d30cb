// SPDX-License-Identifier: MIT
#include <lanemark/backend/accelerator/flag_gate.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using on_accelerator::flag_gate;

TEST_CASE("a gate is held and released by turns that only rise") {
  std::uint32_t word = 0;
  flag_gate gate;
  CHECK_FALSE(gate.hold());  // before it has a word there is none
  gate.release();
  gate.begin(&word, std::chrono::hours(1));
  REQUIRE(gate.usable());
  CHECK(gate.awaited() == 0);
  for (std::uint32_t turn = 1; turn < 4; ++turn) {
    REQUIRE(gate.hold());
    CHECK(gate.awaited() == turn);
    CHECK(word == turn - 1);  // whoever still waits for the turn before is not locked in
    gate.release();
    CHECK(gate.awaited() == 0);
    CHECK(word == turn);
  }
  gate.release();
  CHECK(word == 3);
}

TEST_CASE("a gate that is given up lets everybody go, and does not close again") {
  std::uint32_t word = 0;
  flag_gate gate;
  gate.begin(&word, std::chrono::hours(1));
  REQUIRE(gate.hold());
  SECTION("given up") { gate.give_up(); }
  SECTION("stopped") { gate.stop(); }
  CHECK(word == 1);
  CHECK_FALSE(gate.usable());
  CHECK_FALSE(gate.hold());
  CHECK(gate.awaited() == 0);
}

TEST_CASE("a gate that goes while it is held lets everybody go") {
  std::uint32_t word = 0;
  {
    flag_gate gate;
    gate.begin(&word, std::chrono::hours(1));
    REQUIRE(gate.hold());
  }
  CHECK(word == 1);
}

TEST_CASE("nobody waits for ever behind a gate that is not released") {
  std::uint32_t word = 0;
  flag_gate gate;
  gate.begin(&word, std::chrono::milliseconds(1));
  REQUIRE(gate.hold());
  while (gate.usable() || std::atomic_ref<std::uint32_t>(word).load() != 1) std::this_thread::yield();
  CHECK(gate.awaited() == 0);
  CHECK_FALSE(gate.hold());
  gate.release();
  CHECK(word == 1);
}
