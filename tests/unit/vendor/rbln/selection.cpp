// SPDX-License-Identifier: MIT
#include <lanemark/vendor/rbln/selection.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::rbln;

namespace {
/// Devices 0 and 1 CR13 with four chiplets, 2 CA25 with one; device 1 in group 3.
inventory machine() {
  inventory inv;
  for (int i = 0; i < 3; ++i)
    inv.devices.push_back({.id = i,
                           .label = "rbln" + std::to_string(i),
                           .product = i < 2 ? "RBLN-CR13" : "RBLN-CA25",
                           .chiplets = i < 2 ? 4 : 1});
  inv.devices[1].group = 3;
  inv.device_distances = {{0, 1, 2}, {10, 0, 12}, {20, 21, 0}};
  return inv;
}
using ids = std::vector<int>;
}  // namespace

TEST_CASE("the devices a command line means") {
  CHECK(chosen_devices({}, machine()) == ids{0, 1, 2});
  CHECK(chosen_devices({.npus = {2, 0}}, machine()) == ids{2, 0});
  CHECK(chosen_devices({.device_name = 5}, machine()) == ids{0, 1});
  CHECK(chosen_devices({.device_name = 2}, machine()) == ids{2});
}

TEST_CASE("other groups are not seen, nor their distances") {
  auto const seen = in_group(machine(), 3);
  REQUIRE(seen.devices.size() == 1);
  CHECK(seen.devices[0].id == 1);
  CHECK(seen.device_distances == std::vector<ids>{{0}});
  auto const rest = in_group(machine(), 0);
  CHECK(rest.device_distances == std::vector<ids>{{0, 2}, {20, 0}});
  CHECK(in_group(machine(), 9).devices.empty());
}

TEST_CASE("chiplets: a device with one skips the run, a number beyond the count fails it") {
  struct row {
    int source, destination;
    ids list;
    char const* says;
    verdict what;
  };
  auto const skip = verdict::skip, fail = verdict::fail;
  for (auto const& r : std::vector<row>{
           {0, 0, {}, nullptr, skip},
           {15, 15, {2}, nullptr, skip},
           {1, 0, {0, 1}, nullptr, skip},
           {3, 15, {0, 1}, nullptr, skip},
           {1, 0, {}, "Device 2 has 1 chiplet(s), affinity unsupported, skipping", skip},
           {0, 2, {0, 2}, "Device 2 has 1 chiplet(s), affinity unsupported, skipping", skip},
           {9, 0, {0, 2}, "Device 2 has 1 chiplet(s), affinity unsupported, skipping", skip},  // before the range
           {4, 0, {0, 1}, "chiplet index out of range", fail},
           {0, 14, {1, 0}, "chiplet index out of range", fail},
       }) {
    options o{.npus = r.list};
    o.source_chiplet = r.source, o.destination_chiplet = r.destination;
    auto const a = check_chiplets(o, machine());
    INFO(r.source << " " << r.destination);
    REQUIRE(a.has_value() == (r.says != nullptr));
    if (a) CHECK(a->text == r.says);
    if (a) CHECK(a->what == r.what);
  }
}

TEST_CASE("a product that is not there skips the run") {
  CHECK_FALSE(check_product({}, machine()));
  CHECK_FALSE(check_product({.device_name = 5}, machine()));
  CHECK_FALSE(check_product({.npus = {0}, .device_name = 5}, machine()));
  CHECK(check_product({.npus = {0, 2}, .device_name = 5}, machine())->text ==
        "Device 2 is RBLN-CA25, and --device_name 5 asks for Rebel100, skipping");
  auto atoms = machine();
  atoms.devices.erase(atoms.devices.begin(), atoms.devices.begin() + 2);
  CHECK(check_product({.device_name = 5}, atoms)->text ==
        "no device of 1 fits (device 2 is RBLN-CA25), and --device_name 5 asks for Rebel100, skipping");
  CHECK(check_product({.device_name = 5}, atoms)->what == verdict::skip);
}
