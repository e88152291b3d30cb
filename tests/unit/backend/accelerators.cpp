// SPDX-License-Identifier: MIT
#include <lanemark/backend/accelerators.hpp>

#include <made_up_pci.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("which functions compute") {
  struct row {
    std::uint32_t vendor, class_code;
    bool computes;
    char const* what;
  };
  for (auto const& [vendor, class_code, computes, what] :
       {row{0x1eff, 0x120000, true, "an NPU"}, row{0xabcd, 0x120000, true, "a processing accelerator of anyone"},
        row{0xabcd, 0x120100, true, "class 12 in full"}, row{0x10de, 0x030200, true, "a data-centre GPU"},
        row{0xabcd, 0x030200, true, "a 3D controller of anyone"}, row{0x10de, 0x030000, true, "a GPU with a display"},
        row{0x1002, 0x038000, true, "an AMD accelerator"}, row{0x1a03, 0x030000, false, "a server's console"},
        row{0x1234, 0x030000, false, "an emulator's VGA"}, row{0x10de, 0x040300, false, "a GPU's sound"},
        row{0x10de, 0x068000, false, "an NVSwitch"}, row{0x19e5, 0x010802, false, "a Huawei SSD"},
        row{0x1d0f, 0x020000, false, "an Amazon network card"}, row{0x1e52, 0xff0000, true, "an unclassed Tenstorrent"},
        row{0x1d95, 0x060400, false, "a bridge of a maker of accelerators"},
        row{0x8086, 0x060000, false, "a host bridge"}}) {
    CAPTURE(what);
    CHECK(is_accelerator({.vendor = vendor, .class_code = class_code}) == computes);
  }
  CHECK_FALSE(is_accelerator({.vendor = 0x1eff}));  // a function that does not state its class
  CHECK(is_accelerator({.class_code = 0x120000}));
}

TEST_CASE("names") {
  CHECK(vendor_name({.vendor = 0x1eff}) == "Rebellions");
  CHECK(vendor_name({.vendor = 0x0af4}) == "vendor 0af4");
  CHECK(vendor_name({}) == "unknown vendor");
}

TEST_CASE("the accelerators of a machine") {
  made_up_root const root;
  write_two_sockets_of_pci(root);
  auto const tree = read_pci(root.path());
  std::vector<std::string> found;
  for (auto i : accelerators(tree)) found.push_back(tree.functions[i].address);
  CHECK(found ==
        std::vector<std::string>{"0000:03:00.0", "0000:04:00.0", "0000:05:00.0", "0000:81:00.0", "0000:82:00.0"});
}
