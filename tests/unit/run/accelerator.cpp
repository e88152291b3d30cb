// SPDX-License-Identifier: MIT
#include <lanemark/run/accelerator.hpp>

#include <made_up_machine.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("values behind a key") {
  using run_detail::value_of;
  CHECK(value_of("a : 1\r\nMemTotal:\t 5 kB \nb", "MemTotal") == "5 kB");
  CHECK(value_of("MemTotalX: 1", "MemTotal").empty());
  CHECK(value_of("", "a").empty());
  CHECK(value_of("key:", "key").empty());
  CHECK(value_of("Node 0 MemTotal: 5 kB", "Node 0 MemTotal") == "5 kB");
}

TEST_CASE("what the bus says stands where no driver says more") {
  made_up_root const root;
  write_two_sockets_of_pci(root);
  auto const tree = read_pci(root.path());
  auto const all = read_accelerators(tree, root.path());
  REQUIRE(all.size() == 5);
  CHECK(all[0].product == "RBLN-CA25");
  CHECK(all[3].product == "10de:2330");
  CHECK(all[3].firmware.empty());
  CHECK(all[3].vendor == "NVIDIA");
  CHECK(all[4].driver.empty());
  CHECK_FALSE(all[4].max_payload);
}

TEST_CASE("a driver that names its device badly does not hide the ids") {
  made_up_root const root;
  write_two_sockets_of_pci(root);
  root.write("/proc/driver/nvidia/gpus/0000:81:00.0/information", "Model: Unknown\nGPU Firmware: N/A\n");
  auto const tree = read_pci(root.path());
  auto const a = read_accelerators(tree, root.path())[3];
  CHECK(a.product == "10de:2330");
  CHECK(a.firmware.empty());
  CHECK(a.ids == "10de:2330");
}

TEST_CASE("a function that states no ids") {
  pci_tree const tree{.functions = {{.address = "0000:01:00.0", .class_code = 0x120000}}};
  auto const a = read_accelerator(tree, 0, "/nonexistent");
  CHECK(a.ids == "????:????");
  CHECK(a.product == "????:????");
  CHECK(a.path.empty());
}
