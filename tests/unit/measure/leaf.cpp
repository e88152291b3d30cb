// SPDX-License-Identifier: MIT
#include <lanemark/measure/leaf.hpp>

#include <blocking_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a leaf reads the clock around each lap and writes every window") {
  auto const s = std::make_shared<blocking::script>();
  s->turn_ticks = {{7}};
  blocking::track t{.s = s};
  blocking::ticks_of_this_thread = 100;
  gate g(1);
  std::vector<window> out(3);
  blocking::leaf<blocking::turn<1>>(t, 0, g, out, 2);
  CHECK(out[0].begin == 100);
  CHECK(out[0].end == 114);
  CHECK(out[2].begin == 128);
  CHECK(out[2].end == 142);
  CHECK(s->turns == 6);
}

TEST_CASE("a cancelled gate ends a leaf before its next lap") {
  auto const s = std::make_shared<blocking::script>();
  s->turn_ticks = {{7}};
  blocking::track t{.s = s};
  gate g(1);
  g.cancel();
  std::vector<window> out(3);
  blocking::leaf<blocking::turn<1>>(t, 0, g, out, 2);
  CHECK(s->turns == 0);
  CHECK((out[0].begin == 0 && out[0].end == 0));
}
