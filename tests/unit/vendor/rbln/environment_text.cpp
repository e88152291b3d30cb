// SPDX-License-Identifier: MIT
#include <lanemark/vendor/rbln/environment_text.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::rbln;

namespace {
inventory machine() {
  inventory inv;
  auto add = [&](char const* pci, char const* bridge, int numa, int iommu) {
    auto const id = static_cast<int>(inv.devices.size());
    device_info d{.id = id, .label = "rbln" + std::to_string(id), .product = "RBLN-CR13", .pci = pci, .numa = numa};
    d.iommu_group = iommu, d.revision = "rev-02", d.pci_id = "0x2130", d.bridge = bridge,
    d.bridge_name = "PCI bridge: made up";
    d.link = {4, 8, 5, 16}, d.max_payload = 512, d.max_read_request = 4096;
    inv.devices.push_back(d);
  };
  add("0000:03:00.0", "0000:00:01.1/01:00.0", 0, 63);
  add("0000:04:00.0", "0000:00:01.1/01:00.0", 0, 64);
  add("0000:55:00.0", "0000:50:01.1/51:00.0", 1, 39);
  return inv;
}
}  // namespace

TEST_CASE("the short tree") {
  CHECK(environment_text(machine(), {"Some CPU", "SomeVendor"}, false) == R"(CPU : Some CPU, Vendor ID : SomeVendor
Device :
0000:00:01.1/01:00.0
    0000:03:00.0 NODE 0, rbln0, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 63
    0000:04:00.0 NODE 1, rbln1, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 64
0000:50:01.1/51:00.0
    0000:55:00.0 NODE 2, rbln2, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 1, IOMMU: 39
)");
}

TEST_CASE("the long tree says what each link is and could be") {
  auto inv = machine();
  inv.devices.resize(1);
  CHECK(environment_text(inv, {"C", "V"}, true) == R"(CPU : C, Vendor ID : V
Device :
0000:00:01.1/01:00.0 PCI bridge: made up
    0000:03:00.0 NODE 0, rbln0, RBLN-CR13(rev-02), pciDevID: 0x2130, NUMA: 0, IOMMU: 63
                                PCIe full bandwidth 16.0 GB/s (MAX: 64.0), PCIe Gen 4 (MAX: 5), 8 lane (MAX: 16)
                                MaxPayload 512 bytes, MaxReadReq 4096 bytes
)");
}

TEST_CASE("what is not known is left out or called so") {
  inventory inv;
  inv.devices.push_back({.id = 0, .label = "core0", .product = "host memory", .numa = 0});
  CHECK(environment_text(inv, {"C", "V"}, true) ==
        "CPU : C, Vendor ID : V\nDevice :\n    NODE 0, core0, host memory, NUMA: 0\n");
  inv.devices[0].pci = "0000:01:00.0";
  CHECK(environment_text(inv, {"C", "V"}, true)
            .find("PCIe full bandwidth unknown GB/s (MAX: unknown), PCIe Gen unknown") != std::string::npos);
  CHECK(environment_text({}, {"C", "V"}, true) == "CPU : C, Vendor ID : V\nDevice :\n");
}

TEST_CASE("raw rates of links") {
  CHECK(rbln::detail::raw_rate(5, 16) == "64.0");
  CHECK(rbln::detail::raw_rate(4, 16) == "32.0");
  CHECK(rbln::detail::raw_rate(3, 4) == "4.0");
  CHECK(rbln::detail::raw_rate(1, 1) == "0.3");
  CHECK(rbln::detail::raw_rate(0, 16) == "unknown");
  CHECK(rbln::detail::raw_rate(7, 16) == "unknown");
  CHECK(rbln::detail::raw_rate(5, 0) == "unknown");
}

TEST_CASE("distances: the vendor's classes where none are stated") {
  auto const classes = with_distances(machine());
  CHECK(classes.device_distances == std::vector<std::vector<int>>{{0, 4, 12}, {4, 0, 12}, {12, 12, 0}});
  auto inv = machine();
  inv.devices[2].numa = 0;
  CHECK(with_distances(inv).device_distances[0] == std::vector<int>{0, 4, 8});
  inv.device_distances = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  CHECK(with_distances(inv).device_distances[2] == std::vector<int>{7, 8, 9});  // stated ones stand
}

TEST_CASE("the table of distances: rows in the order of the list, every device a column") {
  auto inv = with_distances(machine());
  CHECK(distance_text(inv, {2, 0}) == R"(P2P Connectivity Distance
rbln2      12  12   0
rbln0       0   4  12
)");
  inv.device_distances.resize(1);
  CHECK(distance_text(inv, {0, 1}) == "P2P Connectivity Distance\nrbln0       0   4  12\nrbln1       -   -   -\n");
}
