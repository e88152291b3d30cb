// SPDX-License-Identifier: MIT
#include <lanemark/vendor/rbln/options.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark::rbln;

namespace {
options with(auto change) {
  options o;
  change(o);
  return o;
}
using list = std::vector<std::string>;
}  // namespace

TEST_CASE("the vendor's defaults") {
  options const o;
  CHECK(o.tc == 0);
  CHECK(o.size == 536'870'912);
  CHECK(o.timeout_us == 30'000'000);
  CHECK(o.iterations == 1);
  CHECK(o.npus.empty());
  CHECK(o.numa_node == -1);
  CHECK(o.priority == 1);
  CHECK(o.backend == "rbln");
  CHECK(check(o).empty());
}

TEST_CASE("what is out of range is said with the range") {
  struct row {
    options o;
    list wrong;
  };
  for (auto const& r : std::vector<row>{
           {with([](auto& o) { o.tc = 7; }), {"--tc 7 is out of range: 0 to 6"}},
           {with([](auto& o) { o.tc = -1; }), {"--tc -1 is out of range: 0 to 6"}},
           {with([](auto& o) { o.tc = 6; }), {}},
           {with([](auto& o) { o.priority = 5; }), {"--priority 5 is out of range: 0 to 4"}},
           {with([](auto& o) { o.priority = 4; }), {}},
           {with([](auto& o) { o.hdma_read = 2; }), {"--hdma_read 2 is out of range: 0 to 1"}},
           {with([](auto& o) { o.numa_node = -2; }), {"--numa_node -2 is out of range: -1 (any) or a node"}},
           {with([](auto& o) { o.group = 64; }), {"--group_id 64 is out of range: 0 to 63"}},
           {with([](auto& o) { o.group = 63; }), {}},
           {with([](auto& o) { o.data_pattern = 256; }), {"--data_pattern 256 is out of range: 0 to 255"}},
           {with([](auto& o) { o.data_pattern = 255; }), {}},
           {with([](auto& o) { o.source_chiplet = -1; }), {"chiplet -1 is out of range: 0 up, or 15 for no affinity"}},
           {with([](auto& o) { o.device_name = 3; }),
            {"--device_name 3 is unknown: 0 (any), 2 (ATOM) or 5 (Rebel100)"}},
           {with([](auto& o) { o.device_name = 5; }), {}},
           {with([](auto& o) { o.iterations = 0; }), {"--iteration_cnt 0 measures nothing: give 1 or more"}},
           {with([](auto& o) { o.timeout_us = 0; }),
            {"--timeout 0 lets no job finish: give microseconds, 30000000 by default"}},
           {with([](auto& o) { o.size = 0, o.size_given = true; }), {"--test_size 0 moves nothing: give 4K, 128M, 1G"}},
           {with([](auto& o) {
              o.npus = {3, 1, 3};
            }),
            {"--npu_id_list names device 3 twice"}},
           {with([](auto& o) { o.npus.resize(33); }),
            {"--npu_id_list has 33 ids: up to 32 are taken", "--npu_id_list names device 0 twice"}},
           {with([](auto& o) { o.tc = 7, o.hdma_read = -1; }),
            {"--tc 7 is out of range: 0 to 6", "--hdma_read -1 is out of range: 0 to 1"}},
       })
    CHECK(check(r.o) == r.wrong);
}

TEST_CASE("thirty-two ids are taken, one id only where no pair is needed") {
  auto o = with([](auto& x) {
    for (int i = 0; i < 32; ++i) x.npus.push_back(31 - i);
  });
  CHECK(check(o).empty());
  o.npus = {4};
  for (int tc = 0; tc < test_count; ++tc) {
    o.tc = tc;
    CHECK(check(o).empty() == (tc < 3 || tc == 6));
  }
  CHECK(check(with([](auto& x) { x.tc = 5, x.npus = {4}; })) ==
        list{"--tc 5 runs between devices: --npu_id_list needs two ids or more"});
}

TEST_CASE("4 GiB and more become the default, but for test case 6, and it is said") {
  constexpr std::uint64_t limit = 4ULL << 30, usual = 512ULL << 20;
  for (int tc = 0; tc < test_count; ++tc) {
    for (auto const size : {limit - 1, limit, limit * 2}) {
      auto o = with([&](auto& x) { x.tc = tc, x.size = size, x.size_given = true; });
      auto const note = settle_size(o);
      bool const falls = tc != 6 && size >= limit;
      CHECK(o.size == (falls ? usual : size));
      CHECK(note.empty() == !falls);
    }
  }
  auto o = with([](auto& x) { x.size = 5ULL << 30, x.size_given = true; });
  CHECK(settle_size(o) == "--test_size 5GiB is not below 4G, which only --tc 6 allows: the default, 512M, is taken");
}

TEST_CASE("chiplets are pinned only by numbers other than 0 and 15") {
  auto pins = [](int source, int destination) {
    return with([&](auto& o) { o.source_chiplet = source, o.destination_chiplet = destination; }).pins_chiplets();
  };
  CHECK_FALSE(pins(0, 0));
  CHECK_FALSE(pins(15, 0));
  CHECK_FALSE(pins(15, 15));
  CHECK(pins(1, 0));
  CHECK(pins(0, 14));
  CHECK(pins(15, 3));
}

TEST_CASE("seven names, latency in two") {
  CHECK(std::size(test_names) == test_count);
  for (int tc = 0; tc < test_count; ++tc)
    CHECK(with([&](auto& o) { o.tc = tc; }).measures_bandwidth() == (tc != 2 && tc != 4));
}
