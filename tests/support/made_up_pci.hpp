// SPDX-License-Identifier: MIT
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include <made_up_root.hpp>

/// One PCI function to write below a made-up root. A field left as it is writes no file.
struct made_up_function {
  std::string path{};  ///< below /sys/devices: `pci0000:80/0000:80:01.0/0000:81:00.0`
  int vendor = 0, device = 0, class_code = 0, revision = 0;
  int port = 0;                   ///< PCI Express port type: 0 endpoint, 4 root, 5 upstream, 6 downstream
  int buses[3] = {};              ///< of a bridge: primary, secondary, subordinate
  int generation = 0, width = 0;  ///< trained now; 0: no link files
  int generation_most = 0, width_most = 0;
  int payload = 128, payload_most = 512, read_request = 512;
  int numa = -1;
  int iommu = -1;
  std::string driver{};
  std::string power{};
  std::size_t config = 256;  ///< bytes of configuration space that can be read; 0: no file
};

inline std::string made_up_config(made_up_function const& f) {
  std::string bytes(256, '\0');
  auto word = [&](std::size_t at, int value) {
    bytes[at] = static_cast<char>(value & 0xff);
    bytes[at + 1] = static_cast<char>(value >> 8 & 0xff);
  };
  auto code = [](int size) {
    int n = 0;
    while (128 << n < size) ++n;
    return n;
  };
  word(0x00, f.vendor);
  word(0x02, f.device);
  word(0x06, 0x10);
  bytes[0x08] = static_cast<char>(f.revision);
  word(0x09, f.class_code & 0xffff);
  bytes[0x0b] = static_cast<char>(f.class_code >> 16);
  bytes[0x0e] = f.port >= 4 ? 1 : 0;
  for (std::size_t i = 0; i < 3 && f.port >= 4; ++i) bytes[0x18 + i] = static_cast<char>(f.buses[i]);
  bytes[0x34] = 0x50;  // power management first: the PCI Express capability is not always at the head of the list
  word(0x50, 0x7001);
  word(0x70, 0x0010);
  word(0x72, 2 | f.port << 4);
  word(0x74, code(f.payload_most));
  word(0x78, code(f.payload) << 5 | code(f.read_request) << 12);
  word(0x7c, f.generation_most | f.width_most << 4);
  word(0x82, f.generation | f.width << 4);
  return bytes.substr(0, f.config);
}

inline void write_function(made_up_root const& root, made_up_function const& f) {
  auto const address = f.path.substr(f.path.rfind('/') + 1);
  auto const at = "/sys/devices/" + f.path + "/";
  auto hex = [](int value, int digits) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%0*x\n", digits, static_cast<unsigned>(value));
    return std::string(text);
  };
  char const* const rates[] = {"Unknown",        "2.5 GT/s PCIe",  "5.0 GT/s PCIe", "8.0 GT/s PCIe",
                               "16.0 GT/s PCIe", "32.0 GT/s PCIe", "64.0 GT/s PCIe"};
  root.write(at + "vendor", hex(f.vendor, 4));
  root.write(at + "device", hex(f.device, 4));
  root.write(at + "subsystem_vendor", hex(0, 4));
  root.write(at + "subsystem_device", hex(0, 4));
  root.write(at + "class", hex(f.class_code, 6));
  root.write(at + "revision", hex(f.revision, 2));
  root.write(at + "irq", "0\n");
  root.write(at + "resource", "");
  root.write(at + "numa_node", std::to_string(f.numa) + "\n");
  if (f.width != 0) {
    root.write(at + "current_link_speed", rates[f.generation] + std::string("\n"));
    root.write(at + "current_link_width", std::to_string(f.width) + "\n");
    root.write(at + "max_link_speed", rates[f.generation_most] + std::string("\n"));
    root.write(at + "max_link_width", std::to_string(f.width_most) + "\n");
  }
  if (f.config != 0) root.write(at + "config", made_up_config(f));
  std::string up;
  for (char c : "/" + f.path) up += c == '/' ? "../" : "";
  if (f.iommu >= 0) {
    root.write("/sys/kernel/iommu_groups/" + std::to_string(f.iommu) + "/type", "DMA-FQ\n");
    root.link(at + "iommu_group", up + "../kernel/iommu_groups/" + std::to_string(f.iommu));
  }
  if (!f.driver.empty()) {
    root.write("/sys/bus/pci/drivers/" + f.driver + "/module/version", "1.2.3\n");
    root.link(at + "driver", up + "../bus/pci/drivers/" + f.driver);
  }
  if (!f.power.empty()) root.write(at + "power_state", f.power + "\n");
  root.link("/sys/bus/pci/devices/" + address, "../../../devices/" + f.path);
}

/// A two-socket machine. Socket 0: a Gen5 switch with three Rebellions functions, one sound, one trained to half its
/// width, one asleep at Gen1; a VGA console. Socket 1: an NVIDIA card in a Gen4 slot, and a Huawei card that states
/// nothing about its link.
inline std::vector<made_up_function> two_sockets_of_pci() {
  std::string const left = "pci0000:00/0000:00:01.1", up = left + "/0000:01:00.0", right = "pci0000:80/";
  auto bridge = [](std::string path, int port, int primary, int secondary, int subordinate, int generation, int width,
                   int generation_most, int width_most) {
    return made_up_function{.path = std::move(path),
                            .vendor = port == 4 ? 0x1022 : 0x1000,
                            .device = port == 4 ? 0x14ab : 0xc030,
                            .class_code = 0x060400,
                            .port = port,
                            .buses = {primary, secondary, subordinate},
                            .generation = generation,
                            .width = width,
                            .generation_most = generation_most,
                            .width_most = width_most,
                            .numa = primary < 0x80 ? 0 : 1,
                            .driver = "pcieport"};
  };
  auto npu = [](std::string path, int generation, int width, int iommu, std::string power) {
    return made_up_function{.path = std::move(path),
                            .vendor = 0x1eff,
                            .device = 0x1250,
                            .class_code = 0x120000,
                            .revision = 3,
                            .generation = generation,
                            .width = width,
                            .generation_most = 5,
                            .width_most = 16,
                            .payload = 256,
                            .numa = 0,
                            .iommu = iommu,
                            .driver = "rebellions",
                            .power = std::move(power)};
  };
  return {
      bridge(left, 4, 0, 1, 5, 5, 16, 5, 16),
      bridge(up, 5, 1, 2, 5, 5, 16, 5, 16),
      bridge(up + "/0000:02:00.0", 6, 2, 3, 3, 5, 16, 5, 16),
      bridge(up + "/0000:02:01.0", 6, 2, 4, 4, 5, 8, 5, 16),
      bridge(up + "/0000:02:02.0", 6, 2, 5, 5, 1, 16, 5, 16),
      npu(up + "/0000:02:00.0/0000:03:00.0", 5, 16, 70, "D0"),
      npu(up + "/0000:02:01.0/0000:04:00.0", 5, 8, 71, "D0"),
      npu(up + "/0000:02:02.0/0000:05:00.0", 1, 16, 72, "D3hot"),
      {.path = "pci0000:00/0000:00:1f.0", .vendor = 0x1a03, .device = 0x2000, .class_code = 0x030000, .numa = 0},
      bridge(right + "0000:80:01.0", 4, 0x80, 0x81, 0x81, 4, 16, 4, 16),
      {.path = right + "0000:80:01.0/0000:81:00.0",
       .vendor = 0x10de,
       .device = 0x2330,
       .class_code = 0x030200,
       .revision = 0xa1,
       .generation = 4,
       .width = 16,
       .generation_most = 5,
       .width_most = 16,
       .payload = 512,
       .read_request = 4096,
       .numa = 1,
       .iommu = 12,
       .driver = "nvidia"},
      bridge(right + "0000:80:02.0", 4, 0x80, 0x82, 0x82, 0, 0, 0, 0),
      {.path = right + "0000:80:02.0/0000:82:00.0",
       .vendor = 0x19e5,
       .device = 0xd802,
       .class_code = 0x120000,
       .config = 64},
  };
}

inline void write_two_sockets_of_pci(made_up_root const& root) {
  for (auto const& f : two_sockets_of_pci()) write_function(root, f);
}
