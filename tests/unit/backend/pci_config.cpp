// SPDX-License-Identifier: MIT
#include <lanemark/backend/pci_config.hpp>

#include <made_up_pci.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
std::string const sound = made_up_config({.vendor = 0x1eff,
                                          .port = 5,
                                          .generation = 4,
                                          .width = 8,
                                          .generation_most = 5,
                                          .width_most = 16,
                                          .payload = 256,
                                          .payload_most = 512,
                                          .read_request = 4096});

bool silent(pci_config const& c) {
  return c.port == pci_port::unknown && c.now == pci_link{} && c.most == pci_link{} && !c.max_payload &&
         !c.max_payload_most && !c.max_read_request;
}
}  // namespace

TEST_CASE("the PCI Express capability behind another one") {
  auto const c = read_pci_config(sound);
  CHECK(c.port == pci_port::upstream);
  CHECK(c.now == pci_link{16.0, 8});
  CHECK(c.most == pci_link{32.0, 16});
  CHECK(c.max_payload == 256u);
  CHECK(c.max_payload_most == 512u);
  CHECK(c.max_read_request == 4096u);
}

TEST_CASE("every length, down to nothing, is read without a fault") {
  for (std::size_t n = 0; n < sound.size(); ++n) {
    auto const c = read_pci_config(std::string_view(sound).substr(0, n));
    CHECK(silent(c) == (n < 0x84));
  }
}

TEST_CASE("space that says nothing") {
  auto with = [](std::size_t at, int value) {
    auto bytes = sound;
    bytes[at] = static_cast<char>(value);
    return bytes;
  };
  CHECK(silent(read_pci_config(std::string(256, '\xff'))));  // fell off the bus
  CHECK(silent(read_pci_config(std::string(256, '\0'))));
  CHECK(silent(read_pci_config(with(0x06, 0))));     // no capability list
  CHECK(silent(read_pci_config(with(0x51, 0x50))));  // a capability that points to itself
  CHECK(silent(read_pci_config(with(0x34, 0x10))));  // into the header
  CHECK(silent(read_pci_config(with(0x34, 0xff))));  // to the last bytes
}

TEST_CASE("reserved codes stay unknown") {
  auto bytes = sound;
  bytes[0x78] = static_cast<char>(0xe0);
  bytes[0x79] = 0x70;
  bytes[0x74] = 0x06;
  bytes[0x82] = 0x0f;
  bytes[0x83] = 0;
  auto const c = read_pci_config(bytes);
  CHECK_FALSE(c.max_payload);
  CHECK_FALSE(c.max_payload_most);
  CHECK_FALSE(c.max_read_request);
  CHECK(c.now == pci_link{});
}
