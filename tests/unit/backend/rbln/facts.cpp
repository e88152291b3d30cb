// SPDX-License-Identifier: MIT
#include <lanemark/backend/rbln/facts.hpp>

#include <cstring>

#include <made_up_root.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_rbln;

TEST_CASE("the way from the root port to what several devices hang on") {
  made_up_root const root;
  auto at = [&](std::string const& address, std::string const& path) {
    root.link("/sys/bus/pci/devices/" + address, "../../../devices/pci0000:00/" + path + address);
    return bridge_above(address, root.path());
  };
  CHECK(at("0000:03:00.0", "0000:00:01.1/0000:01:00.0/0000:02:00.0/") == "0000:00:01.1/01:00.0");
  CHECK(at("0000:04:00.0", "0000:00:01.1/0000:01:00.0/0000:02:01.0/") == "0000:00:01.1/01:00.0");
  CHECK(at("0000:05:00.0", "0000:00:02.1/") == "0000:00:02.1");
  CHECK(at("0000:00:06.0", "").empty());
  CHECK(at("10000:03:00.0", "10000:00:01.1/") == "10000:00:01.1");
  CHECK(bridge_above("0000:99:00.0", root.path()).empty());
  CHECK(bridge_above("", root.path()).empty());
}

TEST_CASE("addresses and texts as the vendor writes them") {
  CHECK(address_of("0000:03:00.0") == "0000:03:00.0");
  CHECK(address_of("0000:E3:00:1") == "0000:e3:00.1");
  CHECK(address_of("").empty());
  CHECK(hex(0x1250, 4) == "1250");
  CHECK(hex(3, 2) == "03");
  CHECK(hex(0, 2) == "00");
  char const whole[4] = {'a', 'b', 'c', 'd'};  // no room for a zero
  CHECK(text_of(whole) == "abcd");
  unsigned char const part[4] = {'a', 0, 'c', 0};
  CHECK(text_of(part) == "a");
}

TEST_CASE("what the management library knows of a device") {
  management m{};
  m.get_handle = [](unsigned i, handle* h) { return *h = i + 7, i == 1 ? 0 : 4; };
  m.get_device = [](handle h, device_facts* f) {
    std::strcpy(f->address, "0000:AF:00.0");
    f->number = static_cast<std::uint32_t>(h), f->group = 2, f->numa_node = ~0U;
    return 0;
  };
  m.get_chip = [](handle, chip_facts* f) { return f->chiplets = 0, f->dram_size = 16, f->revision = 0x12, 0; };
  m.get_link = [](handle, pci_facts*) { return 3; };
  device_info d{.id = 0, .label = "rbln0"};
  CHECK(!describe(m, 0, d, "/nowhere"));
  CHECK(d.label == "rbln0");
  REQUIRE(describe(m, 1, d, "/nowhere"));
  CHECK(d.label == "rbln8");
  CHECK(d.pci == "0000:af:00.0");
  CHECK(d.group == 2);
  CHECK(d.numa == -1);
  CHECK(d.chiplets == 1);
  CHECK(d.memory == 16);
  CHECK(d.revision == "rev-12");
  CHECK(d.pci_id.empty());  // a call that fails leaves its facts out
  CHECK(d.link.generation == 0);
  CHECK(d.iommu_group == -1);
}
