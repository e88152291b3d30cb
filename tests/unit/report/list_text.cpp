// SPDX-License-Identifier: MIT
#include <lanemark/report/list_text.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("lists have a field for everything") {
  inventory all{.backend = "host"};
  all.devices = {{.id = 0, .label = "core0", .product = "host memory", .numa = 0, .memory = 0, .cpus = {0, 1, 2, 5}},
                 {.id = 10, .label = "a\x1b", .pci = "0000:03:00.0", .memory = 3ULL << 29}};
  all.offers = {{"bandwidth", "stream", "warm", "tsc"},
                {"bandwidth", "memcpy", "warm", "tsc"},
                {"latency", "memcpy", "cold", "steady", "load-store"}};
  CHECK("\n" + report::devices_text(all) == R"(
device  label  product      numa  memory   chiplets  pci           cpus
0       core0  host memory  0     -        1         -             0-2,5
10      a?     -            -     1.5 GiB  1         0000:03:00.0  -
)");
  CHECK("\n" + report::offers_text(all, &offer::mechanism, "copy") == R"(
copy    measures           caches     semantics
stream  bandwidth          warm       any
memcpy  bandwidth,latency  warm,cold  any,load-store
)");
  CHECK(report::offered(all, &offer::timer) == std::vector<std::string>{"tsc", "steady"});
  CHECK("\n" + report::backends_text({{"host", "ready", 2, ""}, {"cuda", "not built", 0, "needs a later version"}}) ==
        R"(
backend  state      devices  reason
host     ready      2        -
cuda     not built  0        needs a later version
)");
}

TEST_CASE("models with their nodes; one stands for any number of them") {
  CHECK("\n" + report::models_text({{"one", 1, 8, "P", "a"}, {"pod", 2, 16, "P", "b"}, {"pod-NxM", 0, 0, "P", "c"}}) ==
        R"(
model    nodes  devices  product  figures from
one      1      8        P        a
pod      2      16       P        b
pod-NxM  N      M each   P        c
)");
}

TEST_CASE("ranges and sizes for people") {
  CHECK(report::ranges_text({}) == "");
  CHECK(report::ranges_text({3}) == "3");
  CHECK(report::ranges_text({0, 1, 2, 4, 6, 7}) == "0-2,4,6-7");
  CHECK(report::memory_text(1023) == "1023 B");
  CHECK(report::memory_text(1536) == "1.5 KiB");
  CHECK(report::memory_text(1ULL << 50) == "1024.0 TiB");
}
