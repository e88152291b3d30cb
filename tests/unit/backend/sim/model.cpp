// SPDX-License-Identifier: MIT
#include <lanemark/backend/sim/model.hpp>

#include <lanemark_catch2.hpp>

using lanemark::on_sim::figures;

TEST_CASE("figures: one for all, one a device, one a pair") {
  struct row {
    figures given;
    int source, destination;
    double wanted;
  };
  figures const none{}, one{{{7}}}, each{{{1, 2, 3}}}, pairs{{{0, 12, 13}, {21, 0, 23}, {31, 32, 0}}},
      short_rows{{{0, 12}, {21}}};
  std::vector<row> const table{
      {none, 0, 1, 0},        {none, -1, 1, 0},       {one, 0, 1, 7},        {one, -1, 2, 7},
      {one, 2, -1, 7},        {each, -1, 0, 1},       {each, -1, 2, 3},      {each, 1, -1, 2},
      {each, 2, 0, 1},        {each, -1, 3, 0},       {pairs, 0, 1, 12},     {pairs, 1, 0, 21},
      {pairs, 2, 1, 32},      {pairs, 1, 1, 0},       {pairs, 3, 0, 0},      {pairs, 0, 3, 0},
      {pairs, -1, 2, 0},      {short_rows, 0, 1, 12}, {short_rows, 0, 2, 0}, {short_rows, 1, 0, 21},
      {short_rows, 1, 5, 21}, {short_rows, 2, 0, 0},
  };
  for (auto const& r : table) {
    INFO(r.source << " to " << r.destination);
    CHECK(r.given.at(r.source, r.destination) == r.wanted);
  }
}

TEST_CASE("a model without figures is silent and virtual") {
  lanemark::on_sim::model const m{};
  CHECK(m.jitter == lanemark::on_sim::jitter_kind::none);
  CHECK_FALSE(m.real_pace);
  CHECK(m.nodes == 1);
}
