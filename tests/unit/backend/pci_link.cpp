// SPDX-License-Identifier: MIT
#include <lanemark/backend/pci_link.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("rates as old and new kernels write them; what is not one stays unknown") {
  struct row {
    char const* text;
    std::optional<double> rate;
  };
  for (auto const& [text, rate] :
       {row{"2.5 GT/s PCIe", 2.5}, row{"5.0 GT/s PCIe", 5}, row{"8.0 GT/s PCIe", 8}, row{"16.0 GT/s PCIe", 16},
        row{"32.0 GT/s PCIe", 32}, row{"64.0 GT/s PCIe", 64}, row{"5 GT/s", 5}, row{"8 GT/s", 8}, row{"Unknown", {}},
        row{"Unknown speed", {}}, row{"", {}}, row{"0 GT/s", {}}, row{"7.0 GT/s PCIe", {}}, row{"-8 GT/s", {}},
        row{"nan GT/s", {}}, row{"8", {}}, row{"8 GB/s", {}}, row{"\xff\xfe", {}}}) {
    CAPTURE(text);
    CHECK(read_pci_rate(text) == rate);
  }
}

TEST_CASE("widths: 0 and 255 mean unknown") {
  for (auto text : {"0", "255", "", "3", "-1", "x16", "16 ", "63"}) {
    CAPTURE(text);
    CHECK_FALSE(read_pci_width(text));
  }
  for (int width : {1, 2, 4, 8, 12, 16, 32}) CHECK(read_pci_width(std::to_string(width)) == width);
}

TEST_CASE("payload rate is what line coding leaves; an unknown part leaves nothing") {
  struct row {
    double rate;
    int width;
    double payload, raw;
  };
  for (auto const& [rate, width, payload, raw] :
       {row{2.5, 1, 250e6, 312.5e6}, row{5, 16, 8e9, 10e9}, row{8, 8, 7876923076.923077, 8e9},
        row{16, 16, 31507692307.692308, 32e9}, row{32, 16, 63015384615.384616, 64e9}, row{64, 16, 121e9, 128e9}}) {
    CHECK(payload_rate({rate, width}) == Approx(payload).epsilon(1e-12));
    CHECK(raw_rate({rate, width}) == Approx(raw).epsilon(1e-12));
  }
  CHECK_FALSE(payload_rate({32.0, {}}));
  CHECK_FALSE(payload_rate({{}, 16}));
  CHECK_FALSE(raw_rate({}));
}

TEST_CASE("the lesser of two ends, part by part") {
  CHECK(lesser({32.0, 8}, {16.0, 16}) == pci_link{16.0, 8});
  CHECK(lesser({{}, 8}, {16.0, {}}) == pci_link{16.0, 8});
  CHECK(lesser({}, {}) == pci_link{});
}

TEST_CASE("links as text") {
  CHECK(to_string(pci_link{32.0, 16}) == "Gen5 x16");
  CHECK(to_string(pci_link{2.5, {}}) == "Gen1 x?");
  CHECK(to_string(pci_link{{}, 8}) == "Gen? x8");
  CHECK(to_string(pci_link{}) == "unknown");
  CHECK(pci_generation(3) == 0);
}
