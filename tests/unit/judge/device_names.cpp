// SPDX-License-Identifier: MIT
#include <lanemark/judge/device_names.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
night_device card(int id, std::string pci, std::string uuid = {}) {
  return {.id = id, .label = "d" + std::to_string(id), .product = "X", .pci = std::move(pci), .uuid = std::move(uuid)};
}
series_info of(std::string lanes_of_id, std::vector<lane> lanes) {
  return {.id = "s/t/bandwidth/d2d/single/" + lanes_of_id + "/size=1/timer=tsc",
          .mode = "single",
          .lanes = std::move(lanes)};
}
lane d2d(int a, int b) { return {device_end(a), device_end(b)}; }
}  // namespace

TEST_CASE("a lost card does not rename the others") {
  auto const names = match_devices({card(0, "a"), card(1, "b"), card(2, "c")}, {card(0, "a"), card(1, "c")});
  CHECK_FALSE(names.same);
  CHECK(names.names.at(0) == "0");
  CHECK(names.names.at(1) == "(b)");  // its number is another card's now
  CHECK(names.names.at(2) == "1");
  REQUIRE(names.lost.size() == 1);
  CHECK(names.lost[0].pci == "b");
  CHECK(renamed(of("0>2", {d2d(0, 2)}), names).id == "s/t/bandwidth/d2d/single/0>1/size=1/timer=tsc");
  CHECK(renamed(of("0>2", {d2d(0, 2)}), names).lanes == std::vector{d2d(0, 1)});
  CHECK(renamed(of("1>2", {d2d(1, 2)}), names).id == "s/t/bandwidth/d2d/single/(b)>1/size=1/timer=tsc");
  CHECK(renamed(of("host>2", {{host_end(), device_end(2)}}), names).id ==
        "s/t/bandwidth/d2d/single/host>1/size=1/timer=tsc");
  CHECK(renamed(of("host:1>2.3", {{host_end(1), device_end(2, 3)}}), names).id ==
        "s/t/bandwidth/d2d/single/host:1>1.3/size=1/timer=tsc");
  CHECK(renamed(of("host<>2", {{host_end(), device_end(2)}, {device_end(2), host_end()}}), names).id ==
        "s/t/bandwidth/d2d/single/host<>1/size=1/timer=tsc");
  CHECK(renamed(of("0>0", {d2d(0, 0)}), names).id == "s/t/bandwidth/d2d/single/0>0/size=1/timer=tsc");
}

TEST_CASE("the last card lost keeps its number") {
  auto const names = match_devices({card(0, "a"), card(1, "b")}, {card(0, "a")});
  CHECK(names.same);
  CHECK(names.lost.size() == 1);
}

TEST_CASE("cards enumerated anew") {
  auto const names = match_devices({card(0, "a"), card(1, "b")}, {card(0, "b"), card(1, "a")});
  CHECK_FALSE(names.same);
  CHECK(names.lost.empty());
  CHECK(renamed(of("0>1", {d2d(0, 1)}), names).id == "s/t/bandwidth/d2d/single/1>0/size=1/timer=tsc");
  // an unordered pair and a set of lanes are named in their own order
  CHECK(renamed(of("0<>1", {d2d(0, 1), d2d(1, 0)}), names).id == "s/t/bandwidth/d2d/single/0<>1/size=1/timer=tsc");
  CHECK(renamed(of("0>1+1>0+1>1", {d2d(0, 1), d2d(1, 0), d2d(1, 1)}), names).id ==
        "s/t/bandwidth/d2d/single/0>0+0>1+1>0/size=1/timer=tsc");
}

TEST_CASE("a UUID goes before a slot, and a number counts only where there is neither") {
  auto names = match_devices({card(0, "a", "u0"), card(1, "b", "u1")}, {card(0, "a", "u1"), card(1, "b", "u0")});
  CHECK(names.names.at(0) == "1");
  names = match_devices({card(0, "a", "u0")}, {card(0, "a", "u9")});  // another card in the slot
  CHECK(names.same);
  REQUIRE(names.replaced.size() == 1);
  CHECK(names.replaced[0] == "device 0 (d0, a) is another card: UUID u9, was u0");
  names = match_devices({card(0, ""), card(1, "")}, {card(0, ""), card(1, ""), card(2, "")});
  CHECK(names.same);
  CHECK(names.added.size() == 1);
}

TEST_CASE("the readings of an older night follow") {
  series_book book;
  night older{.devices = {card(0, "a"), card(1, "b")}};
  older.readings.push_back({.series = book.add(of("0>1", {d2d(0, 1)}))});
  rename_devices(older, match_devices(older.devices, {card(0, "b"), card(1, "a")}), book);
  CHECK(book.size() == 2);
  CHECK(book[older.readings[0].series].id == "s/t/bandwidth/d2d/single/1>0/size=1/timer=tsc");
}
