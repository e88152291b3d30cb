// SPDX-License-Identifier: MIT
#include <lanemark/backend/pci_numa.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("drivers' spellings of an address are one") {
  CHECK(plain_pci_address("0000:0a:00.0") == "0000:0a:00.0");
  CHECK(plain_pci_address("0000:0A:1F.7") == "0000:0a:1f.7");
  CHECK(plain_pci_address("00000000:0A:00.0") == "0000:0a:00.0");
  CHECK(plain_pci_address("00010000:0A:00.0") == "10000:0a:00.0");  // a domain of five digits keeps them
  CHECK(plain_pci_address("0A:00.0") == "0000:0a:00.0");
  CHECK(plain_pci_address(std::string("0000:0a:00.0\0\0", 14)) == "0000:0a:00.0");
  CHECK(plain_pci_address("").empty());
  CHECK(plain_pci_address("nothing").empty());
}

TEST_CASE("the node of a function is read from the system's tree") {
  auto const root = std::filesystem::temp_directory_path() / ("lanemark-pci-numa-" + std::to_string(::getpid()));
  auto put = [&](char const* address, char const* text) {
    auto const folder = root / "sys/bus/pci/devices" / address;
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "numa_node") << text;
  };
  put("0000:0a:00.0", "1\n");
  put("0000:0b:00.0", "-1\n");
  put("0000:0c:00.0", "what\n");
  CHECK(numa_of_pci("0000:0a:00.0", root.string()) == 1);
  CHECK(numa_of_pci("0000:0b:00.0", root.string()) == -1);
  CHECK(numa_of_pci("0000:0c:00.0", root.string()) == -1);
  CHECK(numa_of_pci("0000:0d:00.0", root.string()) == -1);
  CHECK(numa_of_pci("", root.string()) == -1);
  std::filesystem::remove_all(root);
}
